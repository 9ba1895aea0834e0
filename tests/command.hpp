// Runs a program as a user would, and returns its output and how it ended.
#pragma once

#include <string>
#include <vector>

struct Outcome {
    int status = -1;  ///< exit status; 128 + signal if a signal ended it
    int signal = 0;   ///< what ended the program itself; mpirun also exits with 128 + signal of what it started
    bool timed_out = false;
    std::string output;
    std::string errors;
};

/// Runs the command (path first) with no input; kills it after five minutes, which none takes on a busy machine either.
Outcome run(const std::vector<std::string>& command);

/// The same for a command that ends up in mpirun. Open MPI 4 crashes once in some thousand runs when a job ends: mpirun
/// itself, or a program inside MPI_Finalize (open-mpi/ompi issue 10117). Such a run is repeated once, with a message.
/// Any other crash is not: mpirun then exits with 128 + signal, and the trace on stderr says where.
Outcome run_mpi(const std::vector<std::string>& command);

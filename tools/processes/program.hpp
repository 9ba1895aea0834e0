// Runs other programs, also on MPI: what they printed, and how they ended.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace bspfft::tools {

struct Outcome {
    int status = -1;  ///< exit status; 128 + signal if a signal ended it; -1 if it was not started
    int signal = 0;   ///< what ended the program itself; a launcher may also exit with 128 + signal of what it started
    bool timed_out = false;
    std::string output;
    std::string errors;
};

/// Runs the command (path or name first) with no input; ends it when the time is over.
Outcome run_program(const std::vector<std::string>& command, std::chrono::milliseconds time_limit);

/// The first of these files that is there, from the folder of this program; empty if none is.
std::string program_beside(const std::vector<std::string>& places);

std::string first_line(const std::string& lines);

/// The command that starts mpirun with these words. Its environment allows what Open MPI would refuse: to run as
/// root, as in a container, and more processes than cores.
std::vector<std::string> mpirun(const std::vector<std::string>& words);

/// The version that mpirun prints; nothing if there is no mpirun.
std::optional<std::string> mpi_version();

}  // namespace bspfft::tools

// Collectives as they are carried out: by supersteps of the BSPlib, and where it is on MPI by MPI's own functions.
#pragma once

#include <string>
#include <vector>

#include "bsp_fft/bsp/port.hpp"

namespace bspfft::tools {

/// What a collective works on, on one process: arrays of p blocks. Process 0 has what it broadcasts in `to`.
struct CollectiveArrays {
    Port& port;
    const double* from;
    double* to;
    double* work;
    Index block;  ///< words
};

struct ExecutedCollective {
    std::string collective;
    std::string by;  ///< an algorithm of the models, in supersteps, or a function of MPI, which chooses one
    void (*run)(const CollectiveArrays& arrays);
    bool is_of_mpi = false;
};

/// MPI's functions; none where processes are not MPI's.
std::vector<ExecutedCollective> mpi_collectives();

struct MeasuredCollective {
    ExecutedCollective what;
    Index bytes;
    double seconds;  ///< the median of some runs, on the slowest process
};

/// Measures these collectives in a section of p processes, and checks their results. Each size must be a multiple of p
/// words. All processes call it, and process 0 gets the rows. Throws Error on all of them alike.
std::vector<MeasuredCollective> measure_collectives(Index p, const std::vector<Index>& sizes,
                                                    const std::vector<std::string>& collectives);

}  // namespace bspfft::tools

// What this runtime is, for the primitives that all runtimes share.
#pragma once

#include "bsp_fft/bsplib/mpi/process.hpp"

namespace bsplib {

using mpi::current;
using mpi::Process;
using mpi::self;

constexpr int completes_at_call = 0;
constexpr int shares_memory = 0;
constexpr const char* runtime_name = "mpi";

}  // namespace bsplib

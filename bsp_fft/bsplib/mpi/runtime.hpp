// What this runtime is, for the primitives that all runtimes share.
#pragma once

#include "bsp_fft/bsplib/mpi/process.hpp"
#include "bsp_fft/bsplib/mpi/world.hpp"

namespace bsplib {

using mpi::current;
using mpi::Process;
using mpi::self;

constexpr int completes_at_call = 0;
constexpr int shares_memory = 0;
inline bool moves_device_memory() { return mpi::World::here().moves_device_memory(); }
constexpr const char* runtime_name = "mpi";

}  // namespace bsplib

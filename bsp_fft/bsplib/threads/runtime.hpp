// What this runtime is, for the primitives that all runtimes share.
#pragma once

#include "bsp_fft/bsplib/threads/process.hpp"

namespace bsplib {

using threads::current;
using threads::Process;
using threads::self;

constexpr int completes_at_call = 1;
constexpr int shares_memory = 1;
constexpr bool moves_device_memory() { return false; }
constexpr const char* runtime_name = "threads";

}  // namespace bsplib

// The vector code of the lanes kernel; the best instruction set of the machine is chosen at run time.
#pragma once

#include <string>
#include <vector>

#include "bsp_fft/kernel/lanes/lanes_tasks.hpp"

namespace bspfft::simd {

/// All passes over a tile. Tiles are as wide as a cache line; short transforms, and very long ones, have narrower ones,
/// of 4 lanes or 1.
void run_wide(const TileWork<float>& work);
void run_wide(const TileWork<double>& work);
void run_narrow(const TileWork<float>& work);
void run_narrow(const TileWork<double>& work);
/// Rows out of the cache buffer: transposed in groups of `lanes` rows, or as they are.
void pack(const PackTask<float>& work);
void pack(const PackTask<double>& work);

/// Separate and join the transforms of the two real columns of a lane.
void split_half(const HalfSplit<float>& work);
void split_half(const HalfSplit<double>& work);
void join_half(const HalfJoin<float>& work);
void join_half(const HalfJoin<double>& work);

/// The instruction set in use, and all that this build has and this machine can run, by Highway's names.
std::string target();
std::vector<std::string> targets();

/// Uses this one from now on, or the best for "auto"; throws Error(not_available) if it cannot.
void force_target(const std::string& name);

}  // namespace bspfft::simd

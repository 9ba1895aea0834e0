// The vector code of the lanes kernel; the best instruction set of the machine is chosen at run time. It is a library
// of its own, libbspfft-vectors, which exports these functions and short_code().
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bsp_fft/kernel/lanes/lanes_tasks.hpp"
#include "bspfft/version.h"

namespace bspfft::simd {

/// The code for all passes over a tile, of the instruction set in use. Tiles are as wide as a cache line; short
/// transforms, and very long ones, have narrower ones, of 4 lanes or 1.
BSPFFT_API TileCode<float> wide_code(const float*);
BSPFFT_API TileCode<double> wide_code(const double*);
BSPFFT_API TileCode<float> narrow_code(Index lanes, const float*);
BSPFFT_API TileCode<double> narrow_code(Index lanes, const double*);
/// Rows out of the cache buffer: transposed in groups of `lanes` rows, or as they are.
BSPFFT_API void pack(const PackTask<float>& work);
BSPFFT_API void pack(const PackTask<double>& work);

/// Separate and join the transforms of the two real columns of a lane.
BSPFFT_API void split_half(const HalfSplit<float>& work);
BSPFFT_API void split_half(const HalfSplit<double>& work);
BSPFFT_API void join_half(const HalfJoin<float>& work);
BSPFFT_API void join_half(const HalfJoin<double>& work);
/// Likewise where neighbours in one real vector are the two.
BSPFFT_API void convert_pairs(const HalfPairs<float>& work);
BSPFFT_API void convert_pairs(const HalfPairs<double>& work);

/// The instruction set in use, and all that this build has and this machine can run, by Highway's names.
BSPFFT_API std::string target();
BSPFFT_API std::vector<std::string> targets();

/// A sentence for a processor that has none of them; empty otherwise.
BSPFFT_API std::string why_no_target();

/// Uses this one from now on, the best for "auto", or none, as on an old processor, for "none"; throws
/// Error(not_available) if it cannot.
BSPFFT_API void force_target(const std::string& name);

/// Those of this build, as Highway's bits.
std::int64_t generated_targets(const float*);
std::int64_t generated_targets(const double*);

}  // namespace bspfft::simd

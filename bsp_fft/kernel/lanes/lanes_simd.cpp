// Compiled for each type of numbers, BSPFFT_REAL, and for wide and for narrow tiles, BSPFFT_WIDE: in one file it would
// take minutes.
#include "bsp_fft/kernel/lanes/lanes_simd.hpp"

#include <type_traits>
#include <utility>

#include "bsp_fft/kernel/vectors/instruction_sets.hpp"
#include "bsp_fft/schedule/radices.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bsp_fft/kernel/lanes/lanes_simd.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace bspfft::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#include "bsp_fft/kernel/vectors/butterflies-inl.hpp"
#include "bsp_fft/kernel/lanes/row_kinds-inl.hpp"
#include "bsp_fft/kernel/vectors/small_transforms-inl.hpp"
#include "bsp_fft/kernel/lanes/lane_blocks-inl.hpp"
#include "bsp_fft/kernel/lanes/row_moves-inl.hpp"
#include "bsp_fft/kernel/lanes/special_rows-inl.hpp"
#include "bsp_fft/kernel/lanes/tile_rows-inl.hpp"
#include "bsp_fft/kernel/lanes/tile_passes-inl.hpp"
#include "bsp_fft/kernel/lanes/tile_runs-inl.hpp"

using Real = BSPFFT_REAL;

// Emulated vectors have one lane: with more, compilers take four times as long, for processors that are rare.
template <size_t lanes>
using Vectors = hn::CappedTag<Real, HWY_TARGET == HWY_EMU128 ? 1 : lanes>;

#if BSPFFT_WIDE

void run_widest(const TileWork<Real>& work)
{
    constexpr size_t widest = 64 / sizeof(Real);
    run_tile<widest>(Vectors<widest>(), work);
}
TileCode<Real> wide_code_here(const Real*) { return run_widest; }

void pack_any(const PackTask<Real>& work) { pack_transposed(work); }

#else

void run_four(const TileWork<Real>& work) { run_tile<4>(Vectors<4>(), work); }
void run_one(const TileWork<Real>& work) { run_tile<1>(Vectors<1>(), work); }
TileCode<Real> narrow_code_here(Index lanes, const Real*) { return lanes == 4 ? run_four : run_one; }

#endif

}  // namespace HWY_NAMESPACE
}  // namespace bspfft::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace bspfft::simd {

#if BSPFFT_WIDE
HWY_EXPORT(wide_code_here);
HWY_EXPORT(pack_any);

TileCode<BSPFFT_REAL> wide_code(const BSPFFT_REAL* type) { return HWY_DYNAMIC_DISPATCH(wide_code_here)(type); }
void pack(const PackTask<BSPFFT_REAL>& work) { HWY_DYNAMIC_DISPATCH(pack_any)(work); }
std::int64_t generated_targets(const BSPFFT_REAL*) { return HWY_TARGETS; }
#else
HWY_EXPORT(narrow_code_here);

TileCode<BSPFFT_REAL> narrow_code(Index lanes, const BSPFFT_REAL* type)
{
    return HWY_DYNAMIC_DISPATCH(narrow_code_here)(lanes, type);
}
#endif

}  // namespace bspfft::simd

#endif

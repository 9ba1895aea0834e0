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

void pack_any(const PackTask<Real>& work) { pack_transposed(work); }

#else

void run_narrower(const TileWork<Real>& work)
{
    if (work.task.lanes == 4) {
        run_tile<4>(Vectors<4>(), work);
    } else {
        run_tile<1>(Vectors<1>(), work);
    }
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace bspfft::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace bspfft::simd {

#if BSPFFT_WIDE
HWY_EXPORT(run_widest);
HWY_EXPORT(pack_any);

void run_wide(const TileWork<BSPFFT_REAL>& work) { HWY_DYNAMIC_DISPATCH(run_widest)(work); }
void pack(const PackTask<BSPFFT_REAL>& work) { HWY_DYNAMIC_DISPATCH(pack_any)(work); }
std::int64_t generated_targets(const BSPFFT_REAL*) { return HWY_TARGETS; }
#else
HWY_EXPORT(run_narrower);

void run_narrow(const TileWork<BSPFFT_REAL>& work) { HWY_DYNAMIC_DISPATCH(run_narrower)(work); }
#endif

}  // namespace bspfft::simd

#endif

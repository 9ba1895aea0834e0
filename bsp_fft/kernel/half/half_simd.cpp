// Compiled for each type of numbers, BSPFFT_REAL.
#include "bsp_fft/kernel/lanes/lanes_simd.hpp"

#include <type_traits>
#include <utility>

#include "bsp_fft/kernel/vectors/instruction_sets.hpp"
#include "bsp_fft/schedule/radices.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bsp_fft/kernel/half/half_simd.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace bspfft::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#include "bsp_fft/kernel/vectors/butterflies-inl.hpp"
#include "bsp_fft/kernel/lanes/row_kinds-inl.hpp"
#include "bsp_fft/kernel/lanes/lane_blocks-inl.hpp"
#include "bsp_fft/kernel/lanes/row_moves-inl.hpp"
#include "bsp_fft/kernel/lanes/special_rows-inl.hpp"
#include "bsp_fft/kernel/lanes/tile_rows-inl.hpp"
#include "bsp_fft/kernel/half/half_rows-inl.hpp"

using Real = BSPFFT_REAL;
constexpr size_t widest = 64 / sizeof(Real);

void split_any(const HalfSplit<Real>& work)
{
    if (work.lanes == static_cast<Index>(widest)) return split_half<widest>(hn::CappedTag<Real, widest>(), work);
    if (work.lanes == 4) return split_half<4>(hn::CappedTag<Real, 4>(), work);
    split_half<1>(hn::CappedTag<Real, 1>(), work);
}

void join_any(const HalfJoin<Real>& work)
{
    if (work.lanes == static_cast<Index>(widest)) return join_half<widest>(hn::CappedTag<Real, widest>(), work);
    if (work.lanes == 4) return join_half<4>(hn::CappedTag<Real, 4>(), work);
    join_half<1>(hn::CappedTag<Real, 1>(), work);
}

}  // namespace HWY_NAMESPACE
}  // namespace bspfft::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace bspfft::simd {

HWY_EXPORT(split_any);
HWY_EXPORT(join_any);

void split_half(const HalfSplit<BSPFFT_REAL>& work) { HWY_DYNAMIC_DISPATCH(split_any)(work); }
void join_half(const HalfJoin<BSPFFT_REAL>& work) { HWY_DYNAMIC_DISPATCH(join_any)(work); }

}  // namespace bspfft::simd

#endif

// Compiled for each type of numbers, BSPFFT_REAL.
#include "bsp_fft/kernel/short/short_tasks.hpp"

#include <type_traits>
#include <utility>

#include "bsp_fft/kernel/vectors/instruction_sets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bsp_fft/kernel/short/short_simd.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace bspfft::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#include "bsp_fft/kernel/vectors/butterflies-inl.hpp"
#include "bsp_fft/kernel/short/short_radices-inl.hpp"
#include "bsp_fft/kernel/short/short_rows-inl.hpp"

using Real = BSPFFT_REAL;

ShortCode<Real> short_code_here(ShortKind kind, Index radix, Index lanes, const Real*)
{
    return code_of<Real, most_short_lanes>(kind, radix, lanes);
}

}  // namespace HWY_NAMESPACE
}  // namespace bspfft::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace bspfft::simd {

HWY_EXPORT(short_code_here);

ShortCode<BSPFFT_REAL> short_code(ShortKind kind, Index radix, Index lanes, const BSPFFT_REAL* type)
{
    return HWY_DYNAMIC_DISPATCH(short_code_here)(kind, radix, lanes, type);
}

}  // namespace bspfft::simd

#endif

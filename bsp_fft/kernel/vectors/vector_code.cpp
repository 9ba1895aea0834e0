// The vector code. Compiled for each type of numbers, BSPFFT_REAL, and for each of its parts, wide and narrow tiles,
// half spectra, short vectors: in one file it would take minutes.
#include <type_traits>
#include <utility>

#include "bsp_fft/kernel/dense/dense_tasks.hpp"
#include "bsp_fft/kernel/lanes/lanes_simd.hpp"
#include "bsp_fft/kernel/short/short_tasks.hpp"
#include "bsp_fft/kernel/vectors/instruction_sets.hpp"
#include "bsp_fft/schedule/radices.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bsp_fft/kernel/vectors/vector_code.cpp"
#include <hwy/foreach_target.h>

#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace bspfft::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#include "bsp_fft/kernel/vectors/butterflies-inl.hpp"
#include "bsp_fft/kernel/lanes/row_kinds-inl.hpp"
#include "bsp_fft/kernel/lanes/row_moves-inl.hpp"
#include "bsp_fft/kernel/lanes/lane_blocks-inl.hpp"
#include "bsp_fft/kernel/lanes/special_rows-inl.hpp"
#include "bsp_fft/kernel/lanes/tile_rows-inl.hpp"
#include "bsp_fft/kernel/vectors/small_transforms-inl.hpp"
#include "bsp_fft/kernel/lanes/tile_passes-inl.hpp"
#include "bsp_fft/kernel/lanes/tile_runs-inl.hpp"
#include "bsp_fft/kernel/half/half_rows-inl.hpp"
#include "bsp_fft/kernel/half/half_pairs-inl.hpp"
#include "bsp_fft/kernel/short/short_radices-inl.hpp"
#include "bsp_fft/kernel/short/short_rows-inl.hpp"
#include "bsp_fft/kernel/short/short_lines-inl.hpp"
#include "bsp_fft/kernel/short/short_codes-inl.hpp"
#include "bsp_fft/kernel/dense/dense_rows-inl.hpp"

using Real = BSPFFT_REAL;
constexpr size_t widest = 64 / sizeof(Real);

// Emulated vectors have one lane: with more, compilers take four times as long, for processors that are rare.
template <size_t lanes>
using Vectors = hn::CappedTag<Real, HWY_TARGET == HWY_EMU128 ? 1 : lanes>;

template <size_t lanes>
void run(const TileWork<Real>& work)
{
    run_tile<lanes>(Vectors<lanes>(), work);
}

#if defined(BSPFFT_WIDE)
TileCode<Real> wide_code_here(const Real*) { return run<widest>; }
void pack_any(const PackTask<Real>& work) { pack_transposed(work); }
#elif defined(BSPFFT_NARROW)
TileCode<Real> narrow_code_here(Index lanes, const Real*) { return lanes == 4 ? run<4> : run<1>; }
#elif defined(BSPFFT_HALF)
void split_any(const HalfSplit<Real>& work)
{
    if (work.lanes == static_cast<Index>(widest)) return split_half<widest>(Vectors<widest>(), work);
    if (work.lanes == 4) return split_half<4>(Vectors<4>(), work);
    split_half<1>(Vectors<1>(), work);
}
void join_any(const HalfJoin<Real>& work)
{
    if (work.lanes == static_cast<Index>(widest)) return join_half<widest>(Vectors<widest>(), work);
    if (work.lanes == 4) return join_half<4>(Vectors<4>(), work);
    join_half<1>(Vectors<1>(), work);
}
void convert_pairs_any(const HalfPairs<Real>& work) { convert_half<widest>(work); }
#elif defined(BSPFFT_SHORT)
ShortCode<Real> short_code_here(ShortKind kind, Index radix, Index lanes, const Real*)
{
    return code_of<Real, most_short_lanes>(kind, radix, lanes);
}
DenseCode<Real> dense_code_here(const DenseShape& shape, const Real*)
{
    return dense_code_of<Vectors<32 / sizeof(Real)>>(shape);
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace bspfft::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace bspfft::simd {

using Real = BSPFFT_REAL;

#if defined(BSPFFT_WIDE)
HWY_EXPORT(wide_code_here);
HWY_EXPORT(pack_any);
TileCode<Real> wide_code(const Real* type) { return HWY_DYNAMIC_DISPATCH(wide_code_here)(type); }
void pack(const PackTask<Real>& work) { HWY_DYNAMIC_DISPATCH(pack_any)(work); }
std::int64_t generated_targets(const Real*) { return HWY_TARGETS; }
#elif defined(BSPFFT_NARROW)
HWY_EXPORT(narrow_code_here);
TileCode<Real> narrow_code(Index lanes, const Real* type)
{
    return HWY_DYNAMIC_DISPATCH(narrow_code_here)(lanes, type);
}
#elif defined(BSPFFT_HALF)
HWY_EXPORT(split_any);
HWY_EXPORT(join_any);
HWY_EXPORT(convert_pairs_any);
void split_half(const HalfSplit<Real>& work) { HWY_DYNAMIC_DISPATCH(split_any)(work); }
void join_half(const HalfJoin<Real>& work) { HWY_DYNAMIC_DISPATCH(join_any)(work); }
void convert_pairs(const HalfPairs<Real>& work) { HWY_DYNAMIC_DISPATCH(convert_pairs_any)(work); }
#elif defined(BSPFFT_SHORT)
HWY_EXPORT(short_code_here);
ShortCode<Real> short_code(ShortKind kind, Index radix, Index lanes, const Real* type)
{
    return HWY_DYNAMIC_DISPATCH(short_code_here)(kind, radix, lanes, type);
}
HWY_EXPORT(dense_code_here);
DenseCode<Real> dense_code(const DenseShape& shape, const Real* type)
{
    return HWY_DYNAMIC_DISPATCH(dense_code_here)(shape, type);
}
#endif

}  // namespace bspfft::simd

#endif

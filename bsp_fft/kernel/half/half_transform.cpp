#include "bsp_fft/kernel/half/half_transform.hpp"

#include <utility>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/refusal.hpp"
#include "bsp_fft/kernel/lanes/lanes_simd.hpp"

namespace bspfft {

namespace {

Index half_rows_of(std::vector<Index> axes, std::size_t half_axis)
{
    if (half_axis >= axes.size())
        throw refusal("the half axis is ", half_axis, ": a transform of ", axes.size(), " axes has 0 to ",
                      axes.size() - 1);
    axes[half_axis] = axes[half_axis] / 2 + 1;
    return product_of(axes);
}

/// A half row, and the row at its negated index.
struct RowPair {
    Index row;
    Index mirror;
    Index mirror_half;  ///< the half row that the mirror is, or -1
};

RowPair row_pair(const std::vector<Index>& axes, std::size_t half_axis, Index half_row)
{
    RowPair pair{0, 0, 0};
    Index weight = 1, half_weight = 1;
    for (std::size_t l = axes.size(); l-- > 0;) {
        const Index count = l == half_axis ? axes[l] / 2 + 1 : axes[l];
        const Index k = half_row % count, negated = (axes[l] - k) % axes[l];
        half_row /= count;
        pair.row += k * weight;
        pair.mirror += negated * weight;
        if (negated >= count) pair.mirror_half = -1;
        if (pair.mirror_half >= 0) pair.mirror_half += negated * half_weight;
        weight *= axes[l];
        half_weight *= count;
    }
    return pair;
}

HalfMerge merge_of(const RowPair& pair, Index half_row)
{
    if (pair.mirror_half < 0) return HalfMerge::both;
    if (pair.mirror_half == half_row) return HalfMerge::alone;
    return half_row < pair.mirror_half ? HalfMerge::first : HalfMerge::second;
}

}  // namespace

template <class Real>
HalfTransform<Real>::HalfTransform(std::vector<Index> axes, std::size_t half_axis, Index lanes, Arena& arena)
    : transform_(std::move(axes), lanes, arena),
      results_(arena.take<HalfResult>(half_rows_of(transform_.axes(), half_axis))),
      inputs_(arena.take<HalfInput>(results_.size()))
{
    if (arena.only_counts()) return;
    const ColumnPasses<Real>& passes = *transform_.passes();
    const Index reals = 2 * lanes;
    for (Index half_row = 0; half_row < half_rows(); ++half_row) {
        const RowPair pair = row_pair(transform_.axes(), half_axis, half_row);
        const Index order = passes.order(pair.row);
        results_[half_row] = {transform_.position(pair.row) * reals, transform_.position(pair.mirror) * reals,
                              order / passes.last_radix() * reals, order % passes.last_radix() * reals};
        inputs_[half_row] = {passes.natural_place(pair.row) * reals, passes.natural_place(pair.mirror) * reals,
                             merge_of(pair, half_row)};
    }
}

template <class Real>
void HalfTransform<Real>::pack(Index part, const Index* half_rows, Index count, Index width,
                               const typename LaneTwiddles<Real>::Tables& twiddles, Real* to) const
{
    simd::split_half(HalfSplit<Real>{transform_.lanes(), transform_.cache(), results_.data(), part, half_rows, count,
                                     width, twiddles.by_prefix.data(), twiddles.by_digit.data(), to, nullptr});
}

template <class Real>
void HalfTransform<Real>::write(Index part, const TileTarget<Real>& out) const
{
    simd::split_half(HalfSplit<Real>{transform_.lanes(), transform_.cache(), results_.data(), part, nullptr,
                                     half_rows(), out.width, nullptr, nullptr, nullptr, &out});
}

template <class Real>
void HalfTransform<Real>::run_back(const TileSource<Real>& first, const TileSource<Real>* second,
                                   const TileTarget<Real>& out) const
{
    simd::join_half(
        HalfJoin<Real>{transform_.lanes(), transform_.cache(), inputs_.data(), half_rows(), &first, second});
    // the parts of a lane were joined in reversed order
    TileTarget<Real> target = out;
    target.swap = !out.swap;
    transform_.run_in_cache(target);
}

template class HalfTransform<float>;
template class HalfTransform<double>;

}  // namespace bspfft

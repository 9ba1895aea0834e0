#include "bsp_fft/kernel/lanes/lane_transform.hpp"

#include <utility>

#include "bsp_fft/base/refusal.hpp"
#include "bsp_fft/base/roots.hpp"
#include "bsp_fft/kernel/lanes/lanes_simd.hpp"
#include "bsp_fft/schedule/radices.hpp"

namespace bspfft {

namespace {

Index checked_lanes(Index lanes, Index widest)
{
    if (lanes != widest && lanes != 4 && lanes != 1)
        throw refusal("tiles of ", lanes, " lanes: there is vector code for ", widest, ", 4 and 1");
    return lanes;
}

std::vector<Index> checked_axes(std::vector<Index> axes)
{
    if (axes.empty()) throw refusal("a transform has at least one axis, maybe of length 1");
    for (const Index length : axes) {
        if (length < 1) throw refusal("an axis of length ", length, ": lengths are at least 1");
    }
    return axes;
}

}  // namespace

template <class Real>
BackPasses<Real>::BackPasses(const ColumnPasses<Real>& forward, Arena& arena)
{
    const std::vector<PassTask<Real>>& passes = forward.passes();
    tables_.resize(passes.size());
    for (std::size_t i = 1; i < passes.size(); ++i) {
        const PassTask<Real>& pass = passes[i];
        const Index before = passes[i - 1].radix, order = before * pass.radix * pass.step;
        tables_[i] = arena.table<Real>(2 * order, [&](Real* table) {
            for (Index k = 0; k < before; ++k) {
                for (Index after = 0; after < pass.step; ++after) {
                    for (Index j = 0; j < pass.radix; ++j)
                        set_complex(table, (k * pass.step + after) * pass.radix + pass.slot_of(j),
                            root_of_unity((j * pass.step + after) * k % order, order));
                }
            }
        });
    }
    for (const Buffer<Real>& table : tables_) twiddles_.push_back(table.data());
}

template <class Real>
LaneTransform<Real>::LaneTransform(std::vector<Index> axes, Index lanes, Arena& arena, Index begin)
    : passes_(std::make_shared<ColumnPasses<Real>>(checked_axes(std::move(axes)), arena)),
      lanes_(checked_lanes(lanes, widest)),
      code_(lanes == widest ? simd::wide_code(static_cast<const Real*>(nullptr))
                            : simd::narrow_code(lanes, static_cast<const Real*>(nullptr))),
      task_(passes_->task(lanes, arena.workspace<Real>(cache_reals(), begin)))
{}

template <class Real>
void LaneTransform<Real>::pack(const Index* positions, Index rows, Index width, Real* to, Index column_step) const
{
    simd::pack(PackTask<Real>{lanes_, positions, rows, width, task_.cache, to, column_step});
}

template class BackPasses<float>;
template class BackPasses<double>;
template class LaneTransform<float>;
template class LaneTransform<double>;

}  // namespace bspfft

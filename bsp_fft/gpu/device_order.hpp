// The order of rows in the work arrays of a device.
#pragma once

#include <numeric>
#include <vector>

#include "bsp_fft/kernel/lanes/tile_kernels.hpp"
#include "bsp_fft/layout/grid_cut.hpp"

namespace bspfft {

inline std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// The axes of a pass's transforms. Numbers of rows are over the axes in the order of the cut; the work has the halved
/// axis last, as transforms of real data need it.
class WorkOrder {
public:
    explicit WorkOrder(const Pass& pass)
    {
        const TilePass& tiles = *pass.tiles;
        for (const AxisCut& axis : tiles.axes) {
            if (!axis.transformed) continue;
            if (is_half(pass) && axis.half != AxisCut::Half::none) half_ = static_cast<Index>(lengths_.size());
            lengths_.push_back(tiles.from ? axis.b : axis.a);
        }
        order_.resize(lengths_.size());
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        if (half_ >= 0) {
            order_.erase(order_.begin() + half_);
            order_.push_back(at(half_));
        }
    }

    std::vector<Index> lengths() const { return ordered(lengths_); }
    template <class T>
    std::vector<T> ordered(const std::vector<T>& by_axis) const
    {
        std::vector<T> result;
        for (const std::size_t l : order_) result.push_back(by_axis[l]);
        return result;
    }

    /// The numbers of all rows, or of half of them, in the order of the work.
    std::vector<Index> rows(bool half) const
    {
        std::vector<Index> lengths = lengths_, weights(lengths_.size(), 1);
        if (half && half_ >= 0) lengths[at(half_)] = lengths[at(half_)] / 2 + 1;
        for (std::size_t l = lengths.size(); l-- > 1;) weights[l - 1] = weights[l] * lengths[l];
        std::vector<Index> numbers{0};
        for (const std::size_t l : order_) {
            std::vector<Index> longer;
            longer.reserve(numbers.size() * at(lengths[l]));
            for (const Index number : numbers) {
                for (Index i = 0; i < lengths[l]; ++i) longer.push_back(number + i * weights[l]);
            }
            numbers = std::move(longer);
        }
        return numbers;
    }

private:
    std::vector<Index> lengths_;
    std::vector<std::size_t> order_;
    Index half_ = -1;
};

}  // namespace bspfft

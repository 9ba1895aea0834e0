// Layouts of all kinds, the same in every run: uneven parts, any order of axes in memory, gaps.
#pragma once

#include <algorithm>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "bsp_fft/layout/axis_parts.hpp"
#include "bspfft/layout.hpp"

class RandomLayouts {
public:
    using Index = bspfft::Index;
    using Shape = std::vector<Index>;

    explicit RandomLayouts(unsigned seed) : random_(seed) {}

    Index number(Index least, Index most)
    {
        return least + static_cast<Index>(random_() % static_cast<unsigned>(most - least + 1));
    }
    bool one_in(Index times) { return number(1, times) == 1; }

    Shape shape()
    {
        Shape lengths(static_cast<std::size_t>(number(1, 4)));
        for (Index& length : lengths) length = one_in(4) ? number(1, 3) : number(1, lengths.size() > 2 ? 7 : 24);
        return lengths;
    }

    bspfft::Layout layout(const Shape& shape, Index p)
    {
        const Shape grid = random_grid(shape.size(), p);
        std::vector<bspfft::AxisLayout> axes;
        for (std::size_t l = 0; l < shape.size(); ++l) axes.push_back(axis(shape[l], grid[l]));
        bspfft::Layout result = bspfft::Layout::grid(shape, grid, axes);
        if (one_in(2)) result = result.with_axes_in_memory(any_order(shape.size()));
        const auto fastest = static_cast<std::size_t>(result.axes_in_memory().back());
        if (one_in(4)) return result.with_leading_dimension(result.axes()[fastest].largest() + number(0, 3));
        const bool power = (p & (p - 1)) == 0;
        return power && result.has_digits() && one_in(4) ? result.with_processes_bit_reversed() : result;
    }

    /// Two layouts of one array, mostly with the same axes.
    std::pair<bspfft::Layout, bspfft::Layout> change(Index p)
    {
        const Shape lengths = shape();
        const Index n = std::accumulate(lengths.begin(), lengths.end(), Index{1}, std::multiplies<>());
        bspfft::Layout from = layout(lengths, p), to = layout(one_in(5) ? Shape{n} : lengths, p);
        return {std::move(from), std::move(to)};
    }

private:
    Index divisor(Index n)
    {
        Index d = number(1, n);
        while (n % d != 0) --d;
        return d;
    }
    Shape random_grid(std::size_t axes, Index p)
    {
        Shape grid(axes, 1);
        for (std::size_t l = 0; l + 1 < axes; ++l) {
            grid[l] = divisor(p);
            p /= grid[l];
        }
        grid.back() = p;
        std::shuffle(grid.begin(), grid.end(), random_);
        return grid;
    }
    Shape any_order(std::size_t axes)
    {
        Shape order(axes);
        std::iota(order.begin(), order.end(), Index{0});
        std::shuffle(order.begin(), order.end(), random_);
        return order;
    }
    bspfft::AxisLayout axis(Index length, Index parts)
    {
        using bspfft::AxisLayout;
        switch (number(0, 7)) {
            case 0: return AxisLayout::block();
            case 1: return AxisLayout::residue_cyclic(divisor(length));
            case 2:
                if (length % parts == 0) return AxisLayout::group_cyclic(divisor(parts));
                return AxisLayout::cyclic();
            case 3: return AxisLayout::zig_zag();
            case 4: return AxisLayout::zig_zag(number(1, 2 * length + 2));
            case 5: return AxisLayout::folded();
            case 6: return AxisLayout::zig_zag_from_one(number(0, 1) * number(1, 2 * length + 2));
            default: return AxisLayout::cyclic();
        }
    }

    std::mt19937 random_;
};

// Layouts by name: block, cyclic and group-cyclic, in one axis or in several.
#include <algorithm>
#include <numeric>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/layout/axis_parts.hpp"
#include "bspfft/layout.hpp"

namespace bspfft {

namespace {

/// Weight of the last element of each axis in the index of the whole array.
std::vector<Index> axis_weights(const std::vector<Index>& shape)
{
    std::vector<Index> weights(shape.size());
    Index weight = 1;
    for (std::size_t l = shape.size(); l-- > 0;) {
        weights[l] = weight;
        weight = checked_product(weight, shape[l]);
    }
    return weights;
}

/// The part of a digit that counts between two weights, one of which divides the other; radix 1 if there is none.
Digit part_within(const Digit& digit, Index from, Index to)
{
    const Index low = std::max(digit.weight, from), high = std::min(digit.weight * digit.radix, to);
    return low < high ? Digit{high / low, low} : Digit{1, low};
}

std::vector<Index> natural_order(std::size_t axes)
{
    std::vector<Index> order(axes);
    std::iota(order.begin(), order.end(), Index{0});
    return order;
}

void require_axes(const char* what, std::size_t axes, const std::vector<Index>& shape)
{
    if (axes != shape.size())
        throw Error(Status::invalid_argument, text("a ", what, " of ", axes, " axes for an array of ", shape.size()));
}

}  // namespace

Layout Layout::grid(const std::vector<Index>& shape, const std::vector<Index>& grid,
                    const std::vector<AxisLayout>& axes)
{
    require_axes("grid", grid.size(), shape);
    require_axes("list", axes.size(), shape);
    if (shape.empty()) throw Error(Status::invalid_argument, "an array of no axes; at least one is needed");
    std::vector<AxisParts> parts;
    for (std::size_t l = 0; l < shape.size(); ++l) parts.emplace_back(shape[l], grid[l], axes[l]);
    return {shape, std::move(parts), natural_order(shape.size()), 0};
}

Layout Layout::block(Index n, Index p) { return grid({n}, {p}, {AxisLayout::block()}); }
Layout Layout::cyclic(Index n, Index p) { return grid({n}, {p}, {AxisLayout::cyclic()}); }
Layout Layout::group_cyclic(Index n, Index p, Index c) { return grid({n}, {p}, {AxisLayout::group_cyclic(c)}); }
Layout Layout::residue_cyclic(Index n, Index p, Index b) { return grid({n}, {p}, {AxisLayout::residue_cyclic(b)}); }

Layout Layout::block_cyclic(Index n, Index p, Index b)
{
    if (p < 1 || b < 1 || n < 1 || n % checked_product(p, b) != 0)
        throw Error(Status::invalid_argument,
                    text("blocks of ", b, " cyclic over p = ", p, " need a multiple of both, not n = ", n));
    if (p == 1 || b == 1) return cyclic(n, p);
    return {{n}, {{p, b}}, {{n / p / b, p * b}, {b, 1}}};
}

Layout Layout::blocks(const std::vector<Index>& shape, const std::vector<Index>& grid)
{
    return Layout::grid(shape, grid, std::vector<AxisLayout>(shape.size(), AxisLayout::block()));
}

Layout Layout::slabs(const std::vector<Index>& shape, Index p)
{
    std::vector<Index> grid(shape.size(), 1);
    if (!grid.empty()) grid[0] = p;
    return blocks(shape, grid);
}

Layout Layout::pencils(const std::vector<Index>& shape, Index p1, Index p2)
{
    if (shape.size() < 2)
        throw Error(Status::invalid_argument, text("pencils need two axes or more, not ", shape.size()));
    std::vector<Index> grid(shape.size(), 1);
    grid[0] = p1;
    grid[1] = p2;
    return blocks(shape, grid);
}

Layout Layout::cyclic_grid(const std::vector<Index>& shape, const std::vector<Index>& grid)
{
    return Layout::grid(shape, grid, std::vector<AxisLayout>(shape.size(), AxisLayout::cyclic()));
}

Layout Layout::batch(Index count, const Layout& one)
{
    std::vector<Index> shape = one.shape_;
    shape.insert(shape.begin(), count);
    if (one.is_product()) {
        std::vector<AxisParts> axes = one.axes_;
        axes.insert(axes.begin(), AxisParts(count, 1, AxisLayout::block()));
        std::vector<Index> order{0};
        for (const Index axis : one.order_) order.push_back(axis + 1);
        return {shape, std::move(axes), std::move(order), one.leading_};
    }
    std::vector<Digit> local = one.local_;
    local.insert(local.begin(), {count, one.n_});
    return {shape, one.process_, local};
}

Layout Layout::with_processes_bit_reversed() const
{
    if (!is_power_of_two(p_))
        throw Error(Status::invalid_argument, text("bit-reversed numbering needs p = 2^q, not p = ", p_));
    if (!has_digits_)
        throw Error(Status::invalid_argument,
                    text("bit-reversed numbering needs equal parts without gaps, not n = ", n_, " over p = ", p_));
    std::vector<Digit> bits;
    for (const Digit& digit : process_) {
        for (Index half = digit.radix / 2; half >= 1; half /= 2) bits.push_back({2, digit.weight * half});
    }
    std::reverse(bits.begin(), bits.end());
    return {shape_, bits, local_};
}

Layout Layout::with_axes_in_memory(const std::vector<Index>& order) const
{
    const std::vector<Index> axes = natural_order(shape_.size());
    if (!std::is_permutation(order.begin(), order.end(), axes.begin(), axes.end()))
        throw Error(Status::invalid_argument,
                    text("the order of axes in memory must name each of the ", shape_.size(), " axes once"));
    if (is_product()) return {shape_, axes_, order, leading_};
    const std::vector<Index> weights = axis_weights(shape_);
    std::vector<Digit> local;
    for (const Index axis : order) {
        const auto l = static_cast<std::size_t>(axis);
        for (const Digit& digit : local_) {
            const Digit part = part_within(digit, weights[l], weights[l] * shape_[l]);
            if (part.radix > 1) local.push_back(part);
        }
    }
    return {shape_, process_, local};
}

Layout Layout::with_leading_dimension(Index places) const
{
    if (!is_product())
        throw Error(Status::invalid_argument, "a leading dimension needs a layout that divides each axis by itself");
    const AxisParts& fastest = axes_[static_cast<std::size_t>(order_.back())];
    if (places < fastest.largest())
        throw Error(Status::invalid_argument, text("a leading dimension of ", places, " places for ",
                                                   fastest.largest(), " elements; at least as many are needed"));
    const bool gaps = places > fastest.largest() || !fastest.is_even();
    return {shape_, axes_, order_, gaps ? places : 0};
}

}  // namespace bspfft

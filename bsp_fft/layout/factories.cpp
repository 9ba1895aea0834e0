// Layouts by name: block, cyclic and group-cyclic, in one axis or in several; and how they are described.
#include <algorithm>
#include <numeric>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/layout/axis_parts.hpp"

namespace bspfft {

namespace {

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

void require_same_axes(const char* what, std::size_t axes, const std::vector<Index>& shape)
{
    if (axes != shape.size()) throw refusal("a ", what, " of ", axes, " axes for an array of ", shape.size());
}

std::string name_of(const AxisLayout& axis)
{
    switch (axis.kind) {
        case AxisLayout::Kind::block: return "blocks";
        case AxisLayout::Kind::cyclic: return "cyclic";
        case AxisLayout::Kind::residue_cyclic: return text("residue-cyclic (b = ", axis.parameter, ")");
        case AxisLayout::Kind::group_cyclic: return text("group-cyclic (c = ", axis.parameter, ")");
        case AxisLayout::Kind::zig_zag:
            return axis.parameter == 0 ? "zig-zag cyclic" : text("residue zig-zag (a = ", axis.parameter, ")");
        case AxisLayout::Kind::zig_zag_from_one: return name_of(AxisLayout::zig_zag(axis.parameter)) + " from 1";
        case AxisLayout::Kind::folded: return "folded cyclic";
    }
    return {};
}

// The names of the axes that are divided or out of order: none, one if all have the same, otherwise all of them.
std::string names_of(const std::vector<AxisParts>& axes)
{
    std::vector<std::string> names;
    for (const AxisParts& axis : axes) {
        if (axis.parts() > 1 || axis.is_folded()) names.push_back(name_of(axis.kind()));
    }
    if (names.empty()) return {};
    std::string words = names.front();
    if (std::all_of(names.begin(), names.end(), [&](const std::string& name) { return name == words; })) return words;
    for (std::size_t l = 1; l < names.size(); ++l) words += ", " + names[l];
    return words;
}

}  // namespace

std::string shape_text(const std::vector<Index>& shape)
{
    std::string result;
    for (const Index n : shape) result += text(result.empty() ? "" : " x ", n);
    return result;
}

Layout Layout::grid(const std::vector<Index>& shape, const std::vector<Index>& grid,
                    const std::vector<AxisLayout>& axes)
{
    require_same_axes("grid", grid.size(), shape);
    require_same_axes("list", axes.size(), shape);
    if (shape.empty()) throw refusal("an array of no axes; at least one is needed");
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
        throw refusal("blocks of ", b, " cyclic over p = ", p, " need a multiple of both, not n = ", n);
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
    if (shape.size() < 2) throw refusal("pencils need two axes or more, not ", shape.size());
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
    if (!is_power_of_two(p_)) throw refusal("bit-reversed numbering needs p = 2^q, not p = ", p_);
    if (!has_digits_)
        throw refusal("bit-reversed numbering needs equal parts without gaps, not n = ", n_, " over p = ", p_);
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
        throw refusal("the order of axes in memory must name each of the ", shape_.size(), " axes once");
    if (is_product()) return {shape_, axes_, order, leading_};
    std::vector<Digit> local;
    for (const Index axis : order) {
        const auto l = static_cast<std::size_t>(axis);
        for (const Digit& digit : local_) {
            const Digit part = part_within(digit, weights_[l], weights_[l] * shape_[l]);
            if (part.radix > 1) local.push_back(part);
        }
    }
    return {shape_, process_, local};
}

Layout Layout::with_leading_dimension(Index places) const
{
    if (!is_product()) throw refusal("a leading dimension needs a layout that divides each axis by itself");
    const AxisParts& fastest = axes_[static_cast<std::size_t>(order_.back())];
    if (places < fastest.largest())
        throw refusal("a leading dimension of ", places, " places for ", fastest.largest(),
                      " elements; at least as many are needed");
    const bool gaps = places > fastest.largest() || !fastest.is_even();
    return {shape_, axes_, order_, gaps ? places : 0};
}

std::string Layout::description() const
{
    if (p_ == 1 && !is_product()) return "on one process";
    std::string words;
    if (!is_product()) {
        const Index c = cycle();
        const bool named = n_ % p_ == 0 && p_ % c == 0 && *this == group_cyclic(n_, p_, c);
        // one digit of the process, with the block below it
        const Index b = process_.size() == 1 ? process_.front().weight : n_;
        const bool in_blocks = n_ / p_ % b == 0 && *this == block_cyclic(n_, p_, b);
        words = named       ? group_cyclic(n_, p_, c).description()
                : in_blocks ? text("cyclic in blocks of ", b, " over ", p_)
                            : text("digits of the index over ", p_);
    } else {
        words = names_of(axes_);
        words = words.empty() ? "on one process" : words + " over " + shape_text(grid_);
    }
    if (!std::is_sorted(order_.begin(), order_.end())) {
        words += ", axes in memory";
        for (const Index axis : order_) words += text(' ', axis);
    }
    if (leading_ > 0) words += text(", leading dimension ", leading_);
    return words;
}

}  // namespace bspfft

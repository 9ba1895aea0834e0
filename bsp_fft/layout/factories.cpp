// Layouts by name: block, cyclic and group-cyclic, in one axis or in several.
#include <algorithm>
#include <numeric>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/powers.hpp"
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

void require_parts(Index n, Index p)
{
    if (p < 1 || n < p || n % p != 0)
        throw Error(Status::invalid_argument,
                    text("n = ", n, " cannot be distributed evenly over p = ", p, " processes; p must divide n"));
}

void require_grid(const std::vector<Index>& shape, const std::vector<Index>& grid)
{
    if (grid.size() != shape.size())
        throw Error(Status::invalid_argument, text("a grid of ", grid.size(), " axes for an array of ", shape.size()));
    for (std::size_t l = 0; l < shape.size(); ++l) require_parts(shape[l], grid[l]);
}

}  // namespace

Layout Layout::block(Index n, Index p) { return group_cyclic(n, p, 1); }
Layout Layout::cyclic(Index n, Index p) { return group_cyclic(n, p, p); }

Layout Layout::group_cyclic(Index n, Index p, Index c)
{
    require_parts(n, p);
    if (c < 1 || p % c != 0)
        throw Error(Status::invalid_argument, text("cycle c = ", c, " does not divide p = ", p));
    return {{n}, {{p / c, c * (n / p)}, {c, 1}}, {{n / p, c}}};
}

Layout Layout::blocks(const std::vector<Index>& shape, const std::vector<Index>& grid)
{
    require_grid(shape, grid);
    const std::vector<Index> weights = axis_weights(shape);
    std::vector<Digit> process, local;
    for (std::size_t l = 0; l < shape.size(); ++l) {
        const Index part = shape[l] / grid[l];
        process.push_back({grid[l], weights[l] * part});
        local.push_back({part, weights[l]});
    }
    return {shape, process, local};
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
    require_grid(shape, grid);
    const std::vector<Index> weights = axis_weights(shape);
    std::vector<Digit> process, local;
    for (std::size_t l = 0; l < shape.size(); ++l) {
        process.push_back({grid[l], weights[l]});
        local.push_back({shape[l] / grid[l], weights[l] * grid[l]});
    }
    return {shape, process, local};
}

Layout Layout::batch(Index count, const Layout& one)
{
    std::vector<Index> shape = one.shape_;
    shape.insert(shape.begin(), count);
    std::vector<Digit> local = one.local_;
    local.insert(local.begin(), {count, one.n_});
    return {shape, one.process_, local};
}

Layout Layout::with_processes_bit_reversed() const
{
    if (!is_power_of_two(p_))
        throw Error(Status::invalid_argument, text("bit-reversed numbering needs p = 2^q, not p = ", p_));
    std::vector<Digit> bits;
    for (const Digit& digit : process_) {
        for (Index half = digit.radix / 2; half >= 1; half /= 2) bits.push_back({2, digit.weight * half});
    }
    std::reverse(bits.begin(), bits.end());
    return {shape_, bits, local_};
}

Layout Layout::with_axes_in_memory(const std::vector<Index>& order) const
{
    std::vector<Index> axes(shape_.size());
    std::iota(axes.begin(), axes.end(), Index{0});
    if (!std::is_permutation(order.begin(), order.end(), axes.begin(), axes.end()))
        throw Error(Status::invalid_argument,
                    text("the order of axes in memory must name each of the ", shape_.size(), " axes once"));
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

}  // namespace bspfft

#include "bsp_fft/papers/binary_permutation.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/send_order.hpp"
#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

namespace {

// Whether the values are those of first .. first + size - 1, in an order that is binary.
bool is_binary_from(std::span<const Index> values, Index first)
{
    const auto size = static_cast<Index>(values.size());
    if (size == 1) return values[0] == first;
    const Index half = size / 2;
    const Index middle = first + half;
    const bool right_first = values[0] >= middle;
    return is_binary_from(values.first(half), right_first ? middle : first) &&
           is_binary_from(values.last(half), right_first ? first : middle);
}

void visit(const std::vector<bool>& right_first, Index node, Index first, Index size, Permutation& order)
{
    if (size == 1) {
        order.push_back(first);
        return;
    }
    const bool swapped = right_first[node - 1];
    for (const bool right : {swapped, !swapped})
        visit(right_first, 2 * node + right, first + (right ? size / 2 : 0), size / 2, order);
}

void require_binary(const Permutation& permutation, const char* what)
{
    if (!is_binary(permutation))
        throw Error(Status::invalid_argument,
                    text(what, " is not a binary permutation: at some node of the tree the leaves of its two "
                               "subtrees are mixed"));
}

}  // namespace

bool is_binary(const Permutation& permutation)
{
    return is_power_of_two(std::ssize(permutation)) && is_binary_from(permutation, 0);
}

Permutation binary_permutation(const std::vector<bool>& right_first)
{
    const Index size = std::ssize(right_first) + 1;
    if (!is_power_of_two(size))
        throw Error(Status::invalid_argument,
                    text(size - 1,
                         " choices do not make a full binary tree; it has 2^i - 1 inner nodes, such as ",
                         power_of_two_below(size) - 1, " or ", 2 * power_of_two_below(size) - 1));
    Permutation order;
    order.reserve(size);
    visit(right_first, 1, 0, size, order);
    return order;
}

Permutation compose(const Permutation& outer, const std::vector<Permutation>& inner)
{
    require_binary(outer, "the order of the blocks");
    if (inner.size() != outer.size())
        throw Error(Status::invalid_argument, text(outer.size(), " blocks need ", outer.size(),
                                                   " orders within them, and there are ", inner.size()));
    Permutation order;
    for (std::size_t k = 0; k < outer.size(); ++k) {
        require_binary(inner[k], "the order within a block");
        if (inner[k].size() != inner[0].size())
            throw Error(Status::invalid_argument, text("blocks must have one length, and there are ",
                                                       inner[0].size(), " and ", inner[k].size()));
        for (const Index value : inner[k]) order.push_back(outer[k] * std::ssize(inner[k]) + value);
    }
    return order;
}

Decomposition decompose(const Permutation& permutation, Index blocks)
{
    require_binary(permutation, "what is to be decomposed");
    const Index size = std::ssize(permutation);
    if (!is_power_of_two(blocks) || blocks > size)
        throw Error(Status::invalid_argument, text(blocks, " blocks do not divide ", size,
                                                   " values; take a power of two up to ", size));
    const Index length = size / blocks;
    Decomposition parts;
    for (Index k = 0; k < blocks; ++k) {
        parts.outer.push_back(permutation[k * length] / length);
        Permutation& within = parts.inner.emplace_back();
        for (Index j = 0; j < length; ++j) within.push_back(permutation[k * length + j] % length);
    }
    return parts;
}

Permutation output_order(Index i, Index processors, Index outputs)
{
    if (!is_power_of_two(processors) || !is_power_of_two(outputs) || processors > outputs)
        throw Error(Status::invalid_argument, text("P = ", processors, " processors and m = ", outputs,
                                                   " outputs; both must be powers of two, and P <= m"));
    if (i < 0 || i >= processors)
        throw Error(Status::invalid_argument,
                    text("there is no processor ", i, "; they are 0 to ", processors - 1));
    Permutation destinations, increasing(outputs / processors);
    for (Index j = 0; j < processors; ++j) destinations.push_back(destination_in_order(i, j, processors));
    std::iota(increasing.begin(), increasing.end(), Index{0});
    return compose(destinations, std::vector<Permutation>(processors, increasing));
}

}  // namespace bspfft

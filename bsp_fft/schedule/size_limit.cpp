#include "bsp_fft/schedule/size_limit.hpp"

#include <algorithm>
#include <optional>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/schedule/shape_text.hpp"
#include "bspfft/error.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

namespace {

// Nothing if there are more than can be counted.
std::optional<Index> elements_of(const std::vector<Index>& shape)
{
    Index n = 1;
    for (const Index length : shape) {
        if (length > longest_transform / n) return std::nullopt;
        n *= length;
    }
    return n;
}

// With its longest axis shortened, and to a power of two if it was one.
std::string nearest(std::vector<Index> shape)
{
    Index& longest = *std::max_element(shape.begin(), shape.end());
    const bool power = is_power_of_two(longest);
    longest = 1;
    const std::optional<Index> others = elements_of(shape);
    if (!others) return "take shorter axes";
    longest = longest_transform / *others;
    if (power) longest = power_of_two_below(longest);
    return text("the nearest is ", shape_text(shape));
}

[[noreturn]] void refuse(const std::string& what, const std::string& nearest)
{
    throw Error(Status::invalid_argument,
                text(what, " is too large: its flops and bytes would not fit in 64 bits; the most elements are 2^",
                     log2_exact(longest_transform), ", ", nearest));
}

}  // namespace

void require_axes(Index count, Index least)
{
    if (count >= least && count <= most_axes) return;
    throw Error(Status::invalid_argument,
                text("an array of ", count, " axes; there may be ", least, " to ", most_axes));
}

void require_countable(const std::vector<Index>& shape, Index batch)
{
    const std::optional<Index> n = elements_of(shape);
    if (!n) refuse("the shape " + shape_text(shape), nearest(shape));
    if (batch > longest_transform / *n)
        refuse(text("a batch of ", batch, " arrays of ", shape_text(shape)),
               text("the largest batch is ", longest_transform / *n));
}

}  // namespace bspfft

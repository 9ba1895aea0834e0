// The sizes of a convolution: of what is asked for, and of the arrays that are transformed for it.
#include "tools/commands/convolve.hpp"

#include <algorithm>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/schedule/builders.hpp"
#include "bsp_fft/schedule/radices.hpp"
#include "tools/terminal/refusal.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

const std::map<std::string, ConvolutionMode> convolution_modes{
    {"full", ConvolutionMode::full},
    {"same", ConvolutionMode::same},
    {"valid", ConvolutionMode::valid},
};

Window::Window(std::vector<Index> shape, std::vector<Index> start, std::vector<Index> larger)
    : shape_(std::move(shape)), start_(std::move(start)), larger_(std::move(larger)), n_(product_of(shape_))
{}

Index Window::place(Index element) const
{
    Index place = 0, weight = 1;
    for (std::size_t l = shape_.size(); l-- > 0; element /= shape_[l]) {
        place += weight * (start_[l] + element % shape_[l]);
        weight *= larger_[l];
    }
    return place;
}

Index Window::before(Index place) const
{
    Index behind = product_of(larger_), elements = n_, count = 0;
    if (place >= behind) return n_;
    for (std::size_t l = 0; l < shape_.size(); ++l) {
        behind /= larger_[l];
        elements /= shape_[l];
        const Index at = place / behind % larger_[l] - start_[l];
        count += std::clamp(at, Index{0}, shape_[l]) * elements;
        if (at < 0 || at >= shape_[l]) break;
    }
    return count;
}

namespace {

/// One axis: the part of the n + m - 1 sums, and the least length at which those do not wrap round into it.
struct Part {
    Index start;
    Index size;
    Index least;
};

Part part_of(Index n, Index m, ConvolutionMode mode)
{
    const Index all = n + m - 1;
    switch (mode) {
    case ConvolutionMode::same:
        return {(m - 1) / 2, n, std::max(m, all - (m - 1) / 2)};
    case ConvolutionMode::valid:
        return {std::min(n, m) - 1, all - 2 * (std::min(n, m) - 1), std::max(n, m)};
    case ConvolutionMode::full:
        break;
    }
    return {0, all, all};
}

// The next length without prime factors above 7.
Index next_smooth(Index n)
{
    while (!is_smooth(n)) ++n;
    return n;
}

// A multiple has an even cut over p processes; not where it would be much longer.
Index padded_length(Index least, Index multiple)
{
    const Index length = multiple * next_smooth((least + multiple - 1) / multiple);
    return multiple > 1 && length > least + least / 4 ? next_smooth(least) : length;
}

// The only axis: without a cut it would be padded to more than twice its length, by Bluestein's algorithm.
Index padded_alone(Index least, Index p)
{
    const Index first = padded_length(least, p == 1 ? 1 : checked_product(2, checked_product(p, p)));
    Index length = first;
    while (!has_free_cut(length, p) && length < checked_product(3, least)) length = next_smooth(length + 1);
    return has_free_cut(length, p) ? length : first;
}

// The axis that p processes share: the longest of several, but for the last, which is halved where data are real.
std::size_t shared_axis(const std::vector<Index>& lengths)
{
    if (lengths.size() == 1) return 0;
    return static_cast<std::size_t>(std::max_element(lengths.begin(), lengths.end() - 1) - lengths.begin());
}

void require_inside(const std::vector<Index>& input, const std::vector<Index>& kernel, const std::string& input_name,
                    const std::string& kernel_name)
{
    bool longer = false, shorter = false;
    for (std::size_t l = 0; l < input.size(); ++l) {
        longer = longer || kernel[l] > input[l];
        shorter = shorter || kernel[l] < input[l];
    }
    if (longer && shorter)
        refuse("mode valid needs one array inside the other, but ", input_name, " is ", shape_text(input), " and ",
               kernel_name, " is ", shape_text(kernel), "; take mode full or same");
}

}  // namespace

ConvolutionSizes convolution_sizes(const std::vector<Index>& input, const std::vector<Index>& kernel,
                                   ConvolutionMode mode, Index p, const std::string& input_name,
                                   const std::string& kernel_name)
{
    if (mode == ConvolutionMode::valid) require_inside(input, kernel, input_name, kernel_name);
    std::vector<Index> start, size, padded;
    for (std::size_t l = 0; l < input.size(); ++l) {
        const Part part = part_of(input[l], kernel[l], mode);
        start.push_back(part.start);
        size.push_back(part.size);
        padded.push_back(part.least);
    }
    const std::size_t shared = shared_axis(padded);
    const Index even = checked_product(p, p);
    for (std::size_t l = 0; l < padded.size(); ++l)
        padded[l] = padded.size() == 1 ? padded_alone(padded[l], p) : padded_length(padded[l], l == shared ? even : 1);
    const std::vector<Index> origin(input.size(), 0);
    return {Window(input, origin, padded), Window(kernel, origin, padded), Window(size, start, padded), padded};
}

}  // namespace bspfft::tools

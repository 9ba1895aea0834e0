#include "tools/bench/task.hpp"

#include <algorithm>

#include "bsp_fft/base/roots.hpp"
#include "bsp_fft/base/text.hpp"

namespace bspfft::tools {

std::string Task::name() const
{
    if (operation == Operation::poisson) return "poisson";
    if (is_trigonometric()) return text(sine ? "dst-" : "dct-", type);
    const char* const data = real ? "real" : "complex";
    return is_fft() ? data : text(data, " convolution");
}

std::complex<double> factor_at(const Task& task, const std::vector<Index>& shape, const Index* k)
{
    std::complex<double> shifted = 1;
    double squares = 0;
    for (std::size_t l = 0; l < shape.size(); ++l) {
        const auto frequency = static_cast<double>(std::min(k[l], shape[l] - k[l]));
        squares += frequency * frequency;
        if (task.operation == Task::Operation::convolution) shifted *= root_of_unity(k[l], shape[l]);
    }
    if (task.operation == Task::Operation::poisson) return squares > 0 ? -1 / squares : 0;
    return 0.5 + 0.25 * shifted;
}

}  // namespace bspfft::tools

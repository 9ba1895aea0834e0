#include "tools/bench/samples.hpp"

#include <algorithm>
#include <cmath>

namespace bspfft::tools {

double minimum(const Samples& samples) { return *std::min_element(samples.begin(), samples.end()); }

double maximum(const Samples& samples) { return *std::max_element(samples.begin(), samples.end()); }

double fft_rate(Index n, double seconds)
{
    const auto length = static_cast<double>(n);
    return 5 * length * std::log2(length) / seconds / 1e9;
}

}  // namespace bspfft::tools

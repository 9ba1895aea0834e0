#include "bsp_fft/measure/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace bspfft {

namespace {

double median_of_sorted(const std::vector<double>& sorted)
{
    const std::size_t half = sorted.size() / 2;
    return sorted.size() % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

// The median lies outside of [x_k, x_(n-1-k)] with probability 2 P(at most k heads of n coins).
std::size_t order_of_interval(std::size_t n)
{
    double probability = std::exp2(-static_cast<double>(n));
    double outside = 2 * probability;
    std::size_t k = 0;
    while (k + 1 < n / 2) {
        probability *= static_cast<double>(n - k) / static_cast<double>(k + 1);
        if (outside + 2 * probability > 0.05) break;
        outside += 2 * probability;
        ++k;
    }
    return k;
}

}  // namespace

double median(std::vector<double> samples)
{
    std::sort(samples.begin(), samples.end());
    return median_of_sorted(samples);
}

Estimate estimate(std::vector<double> samples)
{
    std::sort(samples.begin(), samples.end());
    const std::size_t k = order_of_interval(samples.size());
    return {median_of_sorted(samples), samples[k], samples[samples.size() - 1 - k]};
}

Line fit_line(const std::vector<double>& x, const std::vector<double>& y)
{
    const auto n = static_cast<double>(x.size());
    double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0, sum_yy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        sum_x += x[i];
        sum_y += y[i];
        sum_xx += x[i] * x[i];
        sum_xy += x[i] * y[i];
        sum_yy += y[i] * y[i];
    }
    const double slope = (n * sum_xy - sum_x * sum_y) / (n * sum_xx - sum_x * sum_x);
    const double intercept = (sum_y - slope * sum_x) / n;
    const double total = sum_yy - sum_y * sum_y / n;
    const double residual = sum_yy - intercept * sum_y - slope * sum_xy;
    return {slope, intercept, total > 0 ? 1 - residual / total : 1};
}

}  // namespace bspfft

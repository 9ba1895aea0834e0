#include "bsp_fft/measure/statistics.hpp"

#include <algorithm>

#include "bsp_fft/machine/estimate.hpp"

namespace bspfft {

namespace {

constexpr double disturbed_from = 1.2;  // times the median of the fastest quarter
constexpr std::size_t fewest = 3;        // samples that have an interval

// Between the two nearest of sorted samples.
double quantile(const Samples& sorted, double fraction)
{
    const double place = fraction * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

Estimate estimate_of_sorted(const Samples& sorted)
{
    if (sorted.size() < fewest || sorted.front() == sorted.back()) return without_interval(quantile(sorted, 0.5));
    return {quantile(sorted, 0.5), quantile(sorted, 0.25), quantile(sorted, 0.75)};
}

}  // namespace

double median(Samples samples)
{
    std::ranges::sort(samples);
    return quantile(samples, 0.5);
}

Estimate estimate(Samples samples)
{
    std::ranges::sort(samples);
    return estimate_of_sorted(samples);
}

Estimate estimate_of_times(Samples samples)
{
    std::ranges::sort(samples);
    const auto quarter = static_cast<std::ptrdiff_t>((samples.size() + 3) / 4);
    const double limit = disturbed_from * quantile(Samples(samples.begin(), samples.begin() + quarter), 0.5);
    const Samples undisturbed(samples.begin(), std::ranges::upper_bound(samples, limit));
    if (undisturbed.size() >= fewest || samples.size() < fewest) return estimate_of_sorted(undisturbed);
    return {quantile(undisturbed, 0.5), samples.front(), quantile(samples, 0.75)};
}

double spread(Samples samples)
{
    std::ranges::sort(samples);
    return (quantile(samples, 0.75) - quantile(samples, 0.25)) / quantile(samples, 0.5);
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

#include "bsp_fft/papers/projection.hpp"

#include "bsp_fft/papers/domain.hpp"

namespace bspfft {

namespace {

constexpr double bytes_per_word = 16;
// Bounds of all values: products and powers of them are finite.
constexpr double most = 1e30, least = 1 / most;

void require_possible(const char* what, double value, double lowest = least)
{
    require(value >= lowest && value <= most, what, std::isfinite(value) ? text(" is ", value) : " cannot be expressed",
            "; it must be from ", lowest, " to ", most);
}

}  // namespace

void ProjectedSystem::require_valid() const
{
    require_possible("the number of processors", processors);
    require_possible("the peak", peak);
    require_possible("the memory bandwidth", memory_bandwidth);
    // a pass over fast memory of one word would never end
    require_possible("the fast memory", fast_memory, 2 * bytes_per_word);
    require_possible("the link bandwidth", link_bandwidth);
    require_possible("the cache constant", cache_constant);
    if (pcie_bandwidth) require_possible("the PCIe bandwidth", *pcie_bandwidth);
}

ProjectedSystem ProjectedSystem::with_processors(double count) const
{
    ProjectedSystem changed = *this;
    changed.processors = count;
    changed.peak = peak * (count / processors);
    return changed;
}

ProjectedNetwork ProjectedNetwork::torus(int dimensions)
{
    require_positive("the dimensions of the torus", dimensions);
    return {1 - 1.0 / dimensions};
}

ProjectedTimes project(double n, const ProjectedSystem& system, const ProjectedNetwork& network)
{
    system.require_valid();
    require(n >= 2, "n = ", n, " points a side; the smallest cube has 2");
    const double points = n * n * n, P = system.processors;
    const double memory = system.memory_bandwidth / bytes_per_word, link = system.link_bandwidth / bytes_per_word;
    // every point is loaded and stored at least once
    const double passes = std::max(1.0, std::log(n) / std::log(system.fast_memory / bytes_per_word));
    ProjectedTimes times{};
    times.flops = flops_3d(n) / system.peak;
    times.memory = 3 * system.cache_constant * points * passes / (P * memory);
    times.network = 2 * points / (std::pow(P, network.kappa) * link);
    times.shuffle = 4 * points / (P * memory);
    if (system.pcie_bandwidth) times.pcie = 3 * 2 * points / (P * (*system.pcie_bandwidth / bytes_per_word));
    return times;
}

// All times fall as P grows; halving an interval of its logarithm until nothing is left of it.
ProjectedSystem match(double n, const ProjectedSystem& system, const ProjectedNetwork& network, Overlap overlap,
                      double seconds)
{
    require_positive("the time to match", seconds);
    const auto too_slow = [&](double P) {
        return total(project(n, system.with_processors(P), network), overlap) > seconds;
    };
    double fewest = 1, most = 1;
    while (too_slow(most)) most *= 2;
    while (!too_slow(fewest)) fewest /= 2;
    for (int i = 0; i < 200 && fewest < most; ++i) {
        const double middle = std::sqrt(fewest * most);
        (too_slow(middle) ? fewest : most) = middle;
    }
    return system.with_processors(most);
}

ProjectedSystem grown(const ProjectedSystem& system, const TechnologyTrend& trend, double years)
{
    ProjectedSystem later = system;
    later.peak *= trend.peak.after(years);
    later.processors *= trend.peak.after(years) / trend.processor_peak.after(years);
    later.memory_bandwidth *= trend.memory_bandwidth.after(years);
    later.fast_memory *= trend.fast_memory.after(years);
    later.link_bandwidth *= trend.link_bandwidth.after(years);
    try {
        later.require_valid();
    } catch (const Error& e) {
        throw Error(Status::invalid_argument, text("after ", years, " years ", e.what(), "; take fewer years"));
    }
    return later;
}

}  // namespace bspfft

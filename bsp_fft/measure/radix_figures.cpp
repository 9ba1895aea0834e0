#include "bsp_fft/measure/radix_figures.hpp"

#include <algorithm>
#include <map>

#include "bsp_fft/machine/measurements.hpp"

namespace bspfft {

namespace {

constexpr double nanoseconds = 1e9;

/// Of a pass, by its radix.
std::map<Index, double> passes_of(const Machine& machine)
{
    std::map<Index, double> passes;
    Index fewest = 0;
    for (const RadixPoint& point : machine.radices)
        fewest = fewest == 0 ? point.active : std::min(fewest, point.active);
    for (const RadixPoint& point : machine.radices) {
        if (point.active == fewest) passes[point.radix] = point.seconds.value * nanoseconds;
    }
    return passes;
}

}  // namespace

RadixCosts measured_costs(const Machine& machine)
{
    RadixCosts costs = radix_costs;
    const std::map<Index, double> passes = passes_of(machine);
    if (!passes.contains(2)) return costs;
    const double scale = passes.at(2) / (radix_costs.sweep + radix_costs.butterfly[2]);
    for (double* const each : {&costs.sweep, &costs.halves, &costs.generic, &costs.chirp, &costs.unbalanced})
        *each *= scale;
    for (double& butterfly : costs.butterfly) butterfly *= scale;
    constexpr double least = 1e-3;  // 0 would mean that there is no butterfly
    double halves = 0, composites = 0;
    for (const auto& [radix, cost] : passes) {
        const Radix kind = radices_of(radix).front();
        if (kind.kind == SmallKind::registers) {
            costs.butterfly[radix] = std::max(least, cost - costs.sweep);
        } else if (kind.kind == SmallKind::generic) {
            costs.generic = std::max(least, cost - costs.sweep) / static_cast<double>(radix);
        }
    }
    for (const auto& [radix, cost] : passes) {
        const Radix kind = radices_of(radix).front();
        if (kind.kind != SmallKind::two || kind.length != radix) continue;
        halves += cost - costs.sweep - costs.butterfly[kind.first] - costs.butterfly[kind.second];
        ++composites;
    }
    if (composites > 0) costs.halves = std::max(0.0, halves / composites);
    return costs;
}

}  // namespace bspfft

#include "bsp_fft/measure/pass_parts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/bsp/gather.hpp"
#include "bsp_fft/kernel/lanes/tile_places.hpp"
#include "bsp_fft/kernel/kernels.hpp"
#include "bsp_fft/machine/interpolation.hpp"
#include "bsp_fft/measure/laboratory.hpp"
#include "bsp_fft/measure/resident_tile.hpp"
#include "bsp_fft/schedule/radices.hpp"

namespace bspfft {

namespace {

// Half of the smallest nearest caches that there are, and a bit: tables and tile.
constexpr Index nearest_bytes = Index{32} << 10;
constexpr double shortest_block = 5e-4;
constexpr int blocks = 8;

// Seconds for each complex number of a tile.
template <class Real>
double seconds_of_tile(Port& port, const std::vector<Index>& axes, Index lanes)
{
    const ResidentTile<Real> tile(axes, lanes);
    const auto block = [&](Index count) {
        const double start = steady_seconds();
        for (Index i = 0; i < count; ++i) tile.run();
        return steady_seconds() - start;
    };
    Index count = 1;
    while (largest_over_processes(port, block(count)) < shortest_block) count *= 2;
    double least = std::numeric_limits<double>::infinity();
    port.sync();
    for (int i = 0; i < blocks; ++i) least = std::min(least, block(count) / static_cast<double>(count));
    return largest_over_processes(port, least) / static_cast<double>(tile.elements());
}

// Those with at most these rows: products of successive radices of an axis, two neighbouring axes; all, if nothing is
// short enough.
std::set<std::vector<Index>> short_parts(const std::vector<Index>& axes, Index most)
{
    constexpr Index shortest = 8;
    std::set<std::vector<Index>> parts;
    for (std::size_t l = 0; l < axes.size(); ++l) {
        const std::vector<Radix> radices = radices_of(axes[l]);
        for (std::size_t first = 0; first < radices.size(); ++first) {
            Index length = 1;
            for (std::size_t i = first; i < radices.size(); ++i) {
                length *= radices[i].length;
                if (length >= shortest && length <= most) parts.insert({length});
            }
        }
        if (l > 0 && axes[l - 1] > 1 && axes[l] > 1 && axes[l - 1] * axes[l] <= most)
            parts.insert({axes[l - 1], axes[l]});
    }
    if (product_of(axes) <= most || parts.empty()) parts.insert(axes);
    return parts;
}

// Seconds for each complex number of a tile, if all of its stages ran at the best rate of those of its parts that fit
// in the nearest cache.
template <class Real>
double seconds_in_nearest_cache(Port& port, const std::vector<Index>& axes, Index lanes)
{
    double least = std::numeric_limits<double>::infinity();
    const Index most = nearest_bytes / (2 * lanes * static_cast<Index>(sizeof(Real)));
    for (const std::vector<Index>& part : short_parts(axes, most))
        least = std::min(least, seconds_of_tile<Real>(port, part, lanes) / log2_of(product_of(part)));
    return least * log2_of(product_of(axes));
}

}  // namespace

template <class Real>
std::optional<KernelLimits> kernel_limits(Port& port, const Schedule& schedule)
{
    if (!has_two_tile_passes(schedule, port.s())) return std::nullopt;
    const std::vector<Pass> passes = passes_of(schedule, port.s());
    const double lanes_of_element = schedule.problem().data == Data::complex ? 1 : 0.5;
    const double elements = lanes_of_element * static_cast<double>(schedule.n()) / static_cast<double>(schedule.p());
    KernelLimits found;
    for (const Pass& pass : passes) {
        const std::vector<Index> axes = lengths_of(*pass.tiles, &pass == &passes[0] ? &AxisCut::a : &AxisCut::b);
        if (product_of(axes) == 1) continue;
        found.in_tile += elements * seconds_of_tile<Real>(port, axes, pass.tiles->lanes);
        found.nearest += elements * seconds_in_nearest_cache<Real>(port, axes, pass.tiles->lanes);
    }
    return found;
}

template std::optional<KernelLimits> kernel_limits<float>(Port&, const Schedule&);
template std::optional<KernelLimits> kernel_limits<double>(Port&, const Schedule&);

}  // namespace bspfft

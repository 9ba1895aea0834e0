#include "bsp_fft/measure/pass_parts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/bsp/gather.hpp"
#include "bsp_fft/kernel/kernels.hpp"
#include "bsp_fft/kernel/lanes/tile_places.hpp"
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

template <class Real>
class Limits {
public:
    explicit Limits(Port& port) : port_(port) {}

    /// Seconds for each complex number of a tile.
    double of_tile(const std::vector<Index>& axes, Index lanes)
    {
        const ResidentTile<Real> tile(axes, lanes);
        return least_seconds(tile) / static_cast<double>(tile.elements());
    }

    /// Seconds for each complex number of a tile, if all of its stages ran at the best rate of those of its parts that
    /// fit in the nearest cache.
    double nearest(const std::vector<Index>& axes, Index lanes)
    {
        double least = std::numeric_limits<double>::infinity();
        for (const std::vector<Index>& part : parts_in_nearest_cache(axes, lanes))
            least = std::min(least, of_tile(part, lanes) / log2_of(product_of(part)));
        return least * log2_of(product_of(axes));
    }

private:
    // Products of successive radices of an axis, two neighbouring axes; all, if nothing is short enough.
    static std::set<std::vector<Index>> parts_in_nearest_cache(const std::vector<Index>& axes, Index lanes)
    {
        constexpr Index shortest = 8;
        const Index most = nearest_bytes / (2 * lanes * static_cast<Index>(sizeof(Real)));
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

    double least_seconds(const ResidentTile<Real>& tile)
    {
        const auto block = [&](Index count) {
            const double start = Bench::now();
            for (Index i = 0; i < count; ++i) tile.run();
            return Bench::now() - start;
        };
        Index count = 1;
        while (largest_over_processes(port_, block(count)) < shortest_block) count *= 2;
        double least = std::numeric_limits<double>::infinity();
        port_.sync();
        for (int i = 0; i < blocks; ++i) least = std::min(least, block(count) / static_cast<double>(count));
        return largest_over_processes(port_, least);
    }

    Port& port_;
};

}  // namespace

template <class Real>
std::optional<KernelLimits> kernel_limits(Port& port, const Schedule& schedule)
{
    if (!has_two_tile_passes(schedule, port.s())) return std::nullopt;
    const std::vector<Pass> passes = passes_of(schedule, port.s());
    Limits<Real> limits(port);
    const double lanes_of_element = schedule.problem().data == Data::complex ? 1 : 0.5;
    const double elements = lanes_of_element * static_cast<double>(schedule.n()) / static_cast<double>(schedule.p());
    KernelLimits found;
    for (const Pass& pass : passes) {
        const std::vector<Index> axes = lengths_of(*pass.tiles, &pass == &passes[0] ? &AxisCut::a : &AxisCut::b);
        if (product_of(axes) == 1) continue;
        found.in_tile += elements * limits.of_tile(axes, pass.tiles->lanes);
        found.nearest += elements * limits.nearest(axes, pass.tiles->lanes);
    }
    return found;
}

template std::optional<KernelLimits> kernel_limits<float>(Port&, const Schedule&);
template std::optional<KernelLimits> kernel_limits<double>(Port&, const Schedule&);

}  // namespace bspfft

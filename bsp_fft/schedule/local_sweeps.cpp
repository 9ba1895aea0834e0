// Several axes transformed where they are, in sweeps over some of them each, where no process shares them: tiles have
// whole lines of memory, nothing lands in a second array, and two sweeps may go block by block through the caches.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>
#include <vector>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/schedule/building.hpp"
#include "bsp_fft/schedule/cut_choice.hpp"
#include "bsp_fft/schedule/vector_prices.hpp"

namespace bspfft {

namespace {

// Sweeps over the array in place, each of which transforms some of the axes, the last ones first. Arrays that all
// processes see are distributed anew for each sweep.
class LocalSweeps {
public:
    LocalSweeps(const FreeCut& cut, const ScheduleOptions& options) : cut_(cut), options_(options)
    {
        for (std::size_t l = 0; l < cut.axes.size(); ++l) {
            if (cut.axes[l].transformed && cut.axes[l].n > 1) transformed_.push_back(l);
        }
    }

    /// Nothing where one sweep does it all, or where the cut has a lower price.
    std::vector<Step> steps()
    {
        const auto is_possible = [&](const AxisCut& axis) {
            return !axis.transformed || ((axis.p == 1 || options_.shared) && axis.input.all() && axis.output.all());
        };
        if (transformed_.size() < 2 || !(cut_.input == cut_.output) || half_axis_of(cut_.axes) ||
            !std::ranges::all_of(cut_.axes, is_possible) || (options_.shared && !has_one_order()))
            return {};
        best_.assign(transformed_.size() + 1, {});
        best_.back().price = 0;
        for (std::size_t first = transformed_.size(); first-- > 0;) {
            for (std::size_t end = first + 1; end < best_.size(); ++end) consider(first, end);
        }
        if (best_.front().end == transformed_.size() || best_.front().price >= price_of_cut()) return {};
        return collected();
    }

private:
    // The cheapest sweeps over all axes from one on: the last of them is over those before number `end`.
    struct Best {
        double price = std::numeric_limits<double>::infinity();
        std::size_t end = 0;
        std::vector<AxisCut> axes = {};
        bool by_blocks = false;
    };

    // Columns that are neighbours in the shared input are neighbours in the output.
    bool has_one_order() const
    {
        const auto is_not_slower = [&](const AxisCut& one, const AxisCut& next) {
            const std::vector<Index>& distances = options_.shared->out;
            return std::abs(distances[size_of(one.axis)]) <= std::abs(distances[size_of(next.axis)]);
        };
        return std::ranges::adjacent_find(cut_.axes, is_not_slower) == cut_.axes.end();
    }

    // Transforms over the axes from number `first` of those that are transformed to before number `end`; nothing if no
    // other axis has a part for each process.
    std::vector<AxisCut> sweep_over(std::size_t first, std::size_t end) const
    {
        std::vector<AxisCut> axes = cut_.axes;
        Index p = 1;
        for (std::size_t l = 0; l < axes.size(); ++l) {
            AxisCut& axis = axes[l];
            axis.transformed = axis.transformed && l >= transformed_[first] && l <= transformed_[end - 1];
            axis.a = axis.transformed ? axis.n : 1;
            axis.b = 1;
            if (axis.transformed) p *= std::exchange(axis.p, 1);
        }
        if (p == 1) return axes;
        const auto is_free = [p](const AxisCut& axis) { return !axis.transformed && axis.p == 1 && axis.n >= p; };
        const auto other = std::ranges::find_if(axes, is_free);
        const auto is_distributed = [](const AxisCut& axis) { return axis.p > 1; };
        if (other == axes.end() || std::ranges::any_of(axes, is_distributed)) return {};
        other->p = p;
        other->process_weight = 1;
        other->in_blocks = true;
        return axes;
    }

    void consider(std::size_t first, std::size_t end)
    {
        std::vector<AxisCut> axes = sweep_over(first, end);
        if (axes.empty() || std::isinf(best_[end].price)) return;
        const bool is_short = has_short_vectors(axes, options_);
        if (!is_short && !needs_no_cut(axes, options_)) return;
        const ArrayPass pass = pass_of(axes, Access::in_place, is_short ? 0 : lanes_);
        const Index numbers = tile_elements(axes, Access::in_place, 0);
        const bool by_blocks = have_blocks_in_cache(best_[end].axes, axes);
        const double seconds = pricing_.of(pass, numbers_at_once(axes, by_blocks, numbers)).sum();
        const double price = best_[end].price + real(numbers) * seconds +
                             (end < transformed_.size() && !are_alike(best_[end].axes, axes) ? sync_ : 0);
        if (price < best_[first].price) best_[first] = {price, end, std::move(axes), by_blocks};
    }

    // Whether each process has the same part for both sweeps.
    static bool are_alike(const std::vector<AxisCut>& one, const std::vector<AxisCut>& other)
    {
        return std::ranges::equal(one, other, {}, &AxisCut::p, &AxisCut::p);
    }

    // Whether blocks of whole tiles stay in the cache while one sweep and the next go through them, on all processes.
    bool have_blocks_in_cache(const std::vector<AxisCut>& before, const std::vector<AxisCut>& axes) const
    {
        if (!are_alike(before, axes)) return false;
        const auto first = std::ranges::find_if(axes, &AxisCut::transformed);
        const auto is_uneven = [](const AxisCut& axis) { return axis.n % axis.p != 0; };
        if (std::any_of(first, axes.end(), is_uneven)) return false;
        const Index blocks = blocks_of(axes, 0), numbers = tile_elements(axes, Access::in_place, 0) / blocks;
        const auto has_whole_tiles = [&](const std::vector<AxisCut>& sweep) {
            return has_short_vectors(sweep, options_) || numbers / columns_length(sweep) % lanes_ == 0;
        };
        return blocks > 1 && has_whole_tiles(before) && has_whole_tiles(axes) &&
               numbers * 2 * options_.bytes_per_real <= prices_.cache_bytes[1];
    }

    double price_of_cut()
    {
        const Index lanes = lanes_for(cut_.axes, options_.bytes_per_real);
        const auto price = [&](Access access) {
            const Index numbers = tile_elements(cut_.axes, access, 0);
            return real(numbers) * pricing_.of(pass_of(cut_.axes, access, lanes), numbers).sum();
        };
        if (cut_.whole) return price(Access::in_place);
        const double sync = moving_processes(cut_.axes) > 1 ? sync_ : 0;
        return price(Access::to_packets) + sync + price(Access::from_packets);
    }

    std::vector<Step> collected() const
    {
        std::vector<Step> steps;
        for (const Best* best = &best_.front(); best != &best_.back(); best = &best_[best->end]) {
            const Best& before = best_[best->end];
            Compute sweep = local_transforms(best->axes, cut_.input, cut_.output, options_);
            sweep.by_blocks = best->by_blocks;
            if (sweep.by_blocks) sweep.sweeps = 0;  // its blocks are in the cache
            steps.insert(steps.begin(), Step{std::move(sweep)});
            if (best->end < transformed_.size() && !are_alike(before.axes, best->axes))
                steps.insert(steps.begin(), Step{Sync{}});
        }
        return steps;
    }

    static constexpr Index vector_bytes = 16;  // of the built-in machine

    const FreeCut& cut_;
    const ScheduleOptions& options_;
    const Index lanes_ = line_bytes / options_.bytes_per_real;
    const VectorPrices& prices_ = built_in_prices(options_.bytes_per_real);
    const double sync_ = built_in_sync(processes_of(cut_.axes), vector_bytes);
    Pricing pricing_{prices_};
    std::vector<std::size_t> transformed_;
    std::vector<Best> best_;
};

}  // namespace

std::vector<Step> local_sweeps(const FreeCut& cut, const ScheduleOptions& options)
{
    return LocalSweeps(cut, options).steps();
}

}  // namespace bspfft

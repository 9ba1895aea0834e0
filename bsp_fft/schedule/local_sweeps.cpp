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

// Sweeps over the array in place, each of which transforms some of the axes, the last ones first, or from half a
// spectrum the first ones first: real numbers are transformed first, and made last. Arrays that all processes see are
// distributed anew for each sweep.
class LocalSweeps {
public:
    LocalSweeps(const FreeCut& cut, const ScheduleOptions& options)
        : cut_(cut), options_(options), half_(half_axis_of(cut.axes))
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
        if (transformed_.size() < 2 || !stay_in_their_places() || !std::ranges::all_of(cut_.axes, is_possible) ||
            (options_.shared && !has_one_order()))
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

    bool makes_reals() const { return half_ && half_->half == AxisCut::Half::columns; }

    // Real numbers and half a spectrum have two arrays, whose axes are in the same order; the halved one is the last.
    bool stay_in_their_places() const
    {
        if (!half_) return cut_.input == cut_.output;
        // half a spectrum becomes real numbers through an array that a process has to itself, and which is row by row
        if (options_.shared && makes_reals() &&
            (processes_of(cut_.axes) > 1 || !std::ranges::is_sorted(cut_.axes, {}, &AxisCut::axis)))
            return false;
        const bool is_last = half_ == &cut_.axes[transformed_.back()];
        return is_last && cut_.input.axes_in_memory() == cut_.output.axes_in_memory();
    }

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
            if (!axis.transformed && axis.half != AxisCut::Half::none) {
                axis.half = AxisCut::Half::none;
                axis.n = axis.n / 2 + 1;
            }
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
        const Index numbers = numbers_of_pass(axes, Access::in_place);
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

    // Whether blocks stay in the cache while one sweep and the next go through them, on all processes.
    bool have_blocks_in_cache(const std::vector<AxisCut>& before, const std::vector<AxisCut>& axes) const
    {
        if (!are_alike(before, axes)) return false;
        const auto first = std::ranges::find_if(axes, &AxisCut::transformed);
        const auto is_uneven = [](const AxisCut& axis) { return axis.n % axis.p != 0; };
        if (std::any_of(first, axes.end(), is_uneven)) return false;
        const Index blocks = blocks_of(axes, 0), numbers = numbers_of_pass(axes, Access::in_place) / blocks;
        return blocks > 1 && numbers * 2 * options_.bytes_per_real <= prices_.cache_bytes[1];
    }

    // That of the way to the spectrum, also for the way back: both are the same.
    double price_of_cut()
    {
        const std::vector<AxisCut> axes = makes_reals() ? turned_back(cut_).axes : cut_.axes;
        const Index lanes = lanes_for(axes, options_.bytes_per_real);
        if (cut_.whole) return price_of_pass(axes, Access::in_place, lanes, pricing_);
        const double sync = moving_processes(axes) > 1 ? sync_ : 0;
        return price_of_pass(axes, Access::to_packets, lanes, pricing_) + sync +
               price_of_pass(axes, Access::from_packets, lanes, pricing_);
    }

    std::vector<Step> collected() const
    {
        std::vector<Step> steps;
        const auto next = [&] { return makes_reals() ? steps.end() : steps.begin(); };
        bool follows_by_blocks = false;
        for (const Best* best = &best_.front(); best != &best_.back(); best = &best_[best->end]) {
            const bool by_blocks = makes_reals() ? follows_by_blocks : best->by_blocks;
            steps.insert(next(), Step{sweep_of(best->axes, by_blocks)});
            follows_by_blocks = best->by_blocks;
            if (best->end < transformed_.size() && !are_alike(best_[best->end].axes, best->axes))
                steps.insert(next(), Step{Sync{}});
        }
        return steps;
    }

    Compute sweep_of(const std::vector<AxisCut>& axes, bool by_blocks) const
    {
        const bool is_half = half_axis_of(axes);
        Compute sweep = local_transforms(axes, is_half || makes_reals() ? cut_.input : cut_.output,
                                         is_half || !makes_reals() ? cut_.output : cut_.input, options_);
        sweep.by_blocks = by_blocks;
        if (by_blocks) sweep.sweeps = 0;  // its blocks are in the cache
        return sweep;
    }

    static constexpr Index vector_bytes = 16;  // of the built-in machine

    const FreeCut& cut_;
    const ScheduleOptions& options_;
    const AxisCut* const half_;
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

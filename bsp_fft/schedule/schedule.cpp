#include "bspfft/schedule.hpp"

#include <algorithm>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/schedule/mirror_counts.hpp"
#include "bsp_fft/schedule/move_counts.hpp"
#include "bsp_fft/schedule/size_limit.hpp"
#include "bsp_fft/schedule/tile_counts.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

namespace {

std::string nearest_powers(Index n)
{
    const Index below = power_of_two_below(n);
    return text("the nearest are ", below, " and ", 2 * below);
}

const TransformStep& transform_of(const Superstep& superstep)
{
    for (const Step& step : superstep.steps) {
        if (const auto* transform = std::get_if<TransformStep>(&step)) return *transform;
    }
    throw Error(Status::invalid_argument, text("the superstep \"", superstep.name, "\" transforms nothing"));
}

template <class Value>
Index sum_over(const std::vector<Superstep>& supersteps, Value value)
{
    Index sum = 0;
    for (const Superstep& step : supersteps) sum += value(step);
    return sum;
}

Index syncs_of(const Superstep& superstep)
{
    return std::count_if(superstep.steps.begin(), superstep.steps.end(),
                         [](const Step& step) { return std::holds_alternative<SyncStep>(step); });
}

}  // namespace

void require_powers_of_two(Index n, Index p)
{
    if (n < 2) throw Error(Status::invalid_argument, text("n = ", n, " is too short; the smallest length is 2"));
    require_countable({n});
    if (!is_power_of_two(n))
        throw Error(Status::invalid_argument, text("n = ", n, " is not a power of two; ", nearest_powers(n)));
    if (p < 1) throw Error(Status::invalid_argument, text("p = ", p, " processes; at least 1 is needed"));
    if (!is_power_of_two(p))
        throw Error(Status::invalid_argument, text("p = ", p, " is not a power of two; ", nearest_powers(p)));
    if (p > n / 2)
        throw Error(Status::invalid_argument,
                    text("p = ", p, " is more than n/2 = ", n / 2,
                         ", and every process needs two elements; take p <= ", n / 2));
}

Index Superstep::first_stage() const { return 2 * transform_of(*this).digit.weight; }

Index Superstep::last_stage() const
{
    const Digit& digit = transform_of(*this).digit;
    return digit.weight * digit.radix;
}

Schedule::Schedule(Algorithm algorithm, Problem problem, Layout input, Layout output, const ScheduleOptions& options,
                   std::vector<Superstep> supersteps)
    : algorithm_(algorithm),
      problem_(std::move(problem)),
      input_(std::move(input)),
      output_(std::move(output)),
      options_(options),
      supersteps_(std::move(supersteps))
{}

std::vector<Index> Schedule::radices() const
{
    std::vector<Index> radices;
    for (const Superstep& step : supersteps_) {
        if (step.computes() && !step.find<SeparateStep>()) radices.push_back(step.radix);
    }
    return radices;
}

Index Schedule::lanes() const
{
    const auto computation = std::find_if(supersteps_.begin(), supersteps_.end(),
                                          [](const Superstep& step) { return step.computes(); });
    return computation->lanes;
}

std::vector<AxisCut> Schedule::cut() const
{
    for (const Superstep& step : supersteps_) {
        if (!step.cut.empty()) return step.cut;
    }
    return {};
}

Index Schedule::redistributions() const
{
    return sum_over(supersteps_, [](const Superstep& step) { return step.computes() ? 0 : 1; });
}

Index Schedule::flops() const
{
    return sum_over(supersteps_, [](const Superstep& step) { return step.flops; });
}

Index Schedule::words() const
{
    return sum_over(supersteps_, [](const Superstep& step) { return step.h(); });
}

Index Schedule::sweeps() const
{
    return sum_over(supersteps_, [](const Superstep& step) { return step.sweeps; });
}

Index Schedule::synchronisations() const { return sum_over(supersteps_, syncs_of); }

std::vector<Index> Schedule::synchronisations_by_superstep() const
{
    std::vector<Index> counts(supersteps_.size());
    for (std::size_t i = 0; i < supersteps_.size(); ++i) {
        const Superstep& step = supersteps_[i];
        const bool sends = step.computes() && (step.cut.empty() || step.access == Access::to_packets ||
                                               step.access == Access::between_packets);
        const bool moves_next = i + 1 < supersteps_.size() && !supersteps_[i + 1].computes();
        counts[sends && moves_next ? i + 1 : i] += syncs_of(step);
    }
    return counts;
}

bool Schedule::opens_with_sync() const
{
    return std::holds_alternative<SyncStep>(supersteps_.front().steps.front());
}

MoveCounts Schedule::counts(const Superstep& move, Index s) const
{
    for (const Step& step : move.steps) {
        if (const auto* tiles = std::get_if<TileMoveStep>(&step)) return tile_counts(tiles->packets, s);
        if (const auto* to = std::get_if<MoveStep>(&step))
            return move_counts(move.before, to->to, to->landing, s, to->words_per_element);
        if (const auto* mirror = std::get_if<MirrorStep>(&step)) return mirror_counts(*mirror, move.before, s);
    }
    throw Error(Status::invalid_argument, text("the superstep \"", move.name, "\" moves nothing"));
}

}  // namespace bspfft

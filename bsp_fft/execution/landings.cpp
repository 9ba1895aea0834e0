#include "bsp_fft/execution/landings.hpp"

#include <algorithm>

#include "bsp_fft/execution/mirror.hpp"
#include "bsp_fft/layout/grid_cut.hpp"

namespace bspfft {

std::vector<ArrayRoute> routes_of(const std::vector<Pass>& passes, bool hpput)
{
    std::vector<ArrayRoute> routes;
    bool in_output = true;
    for (const Pass& pass : passes) {
        if (!pass.move) continue;
        const bool spreads = pass.move->landing.spreads;
        const bool in_place = !hpput && !spreads && pass.after.p() > 1;
        ArrayRoute route{in_place ? in_output : !in_output, in_place, in_output};
        if (!spreads) route.ends_in_output = route.lands_in_output;
        in_output = route.ends_in_output;
        routes.push_back(route);
    }
    return routes;
}

bool is_alone(const Schedule& schedule, std::size_t i)
{
    const auto& supersteps = schedule.supersteps();
    if (supersteps[i].computes() || !supersteps[i].find<MoveStep>()) return false;
    return !is_sent_by_pass(schedule, i);
}

bool turns_back(const Schedule& schedule)
{
    const auto& supersteps = schedule.supersteps();
    return std::any_of(supersteps.begin(), supersteps.end(), [](const Superstep& step) {
        return step.computes() && step.access == Access::between_packets;
    });
}

Landings landings_of(const Schedule& schedule, const std::vector<Pass>& passes, bool hpput)
{
    Landings landings;
    const std::vector<ArrayRoute> routes = routes_of(passes, hpput);
    std::size_t route = 0;
    for (const Pass& pass : passes) {
        if (!pass.move) continue;
        if (!routes[route++].lands_in_output) landings.size.length = std::max(landings.size.length, pass.size());
    }
    Index alone = 0, tiles = 0;
    const auto& supersteps = schedule.supersteps();
    for (std::size_t i = 0; i < supersteps.size(); ++i) {
        if (const auto* move = supersteps[i].find<TileMoveStep>()) {
            ++tiles;
            landings.size.length = std::max(landings.size.length, TileLanding(move->packets, 0).length());
            landings.size.arrays = std::max(landings.size.arrays, move->packets.arrays);
        } else if (is_alone(schedule, i)) {
            ++alone;
            const Superstep& step = supersteps[i];
            const Index reals = step.find<MoveStep>()->words_per_element * step.after.largest_local_size();
            landings.size.length = std::max(landings.size.length, (reals + 1) / 2);
        }
    }
    landings.in_turns = tiles == 1 && alone == 0 && landings.size.arrays > 1;
    if (landings.in_turns) return landings;
    // by hpput the next move's packets could reach an array that is still being read; so do those that a process keeps,
    // if they are made of such
    const bool moves_meet = alone > 0 && alone + tiles + static_cast<Index>(routes.size()) > 1;
    const bool several = turns_back(schedule) || (hpput && moves_meet);
    landings.size.arrays = several ? 2 : 1;
    landings.moves_alternate = several && routes.empty();
    landings.alone = several && !routes.empty() ? 1 : 0;
    landings.mirrored = add_mirrored_landing(schedule, landings.size);
    return landings;
}

std::size_t stages_apart(const Schedule& schedule)
{
    const auto& supersteps = schedule.supersteps();
    for (std::size_t i = 0; i < supersteps.size(); ++i) {
        if (supersteps[i].computes() && supersteps[i].access == Access::in_place && half_axis_of(supersteps[i].cut))
            return i;
    }
    return 0;
}

Index apart_size(const Schedule& schedule, Index s)
{
    Index size = 0;
    for (std::size_t i = 0; i < stages_apart(schedule); ++i)
        size = std::max(size, schedule.supersteps()[i].after.local_span(s));
    return size;
}

Index padded_length(const Schedule& schedule)
{
    return schedule.algorithm() == Algorithm::bluestein ? schedule.cut().front().n : 0;
}

}  // namespace bspfft

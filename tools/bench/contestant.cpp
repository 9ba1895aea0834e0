#include "tools/bench/contestant.hpp"

#include <algorithm>

namespace bspfft::tools {

void Way::add(const Way& round)
{
    seconds.insert(seconds.end(), round.seconds.begin(), round.seconds.end());
    const auto keep_least = [](std::optional<double>& kept, const std::optional<double>& found) {
        if (found) kept = kept ? std::min(*kept, *found) : found;
    };
    keep_least(planning, round.planning);
    keep_least(zeroing, round.zeroing);
    keep_least(huge, round.huge);
    keep_least(in_tile, round.in_tile);
    if (round.error) error = error ? std::max(*error, *round.error) : round.error;
}

void Contestant::add(const std::vector<Way>& found)
{
    for (const Way& way : found) {
        const auto known =
            std::find_if(ways_.begin(), ways_.end(), [&](const Way& old) { return old.name == way.name; });
        known == ways_.end() ? ways_.push_back(way) : known->add(way);
    }
}

}  // namespace bspfft::tools

// The stages of one short vector, instead of the passes over a tile.
#include <cmath>
#include <map>

#include "bsp_fft/schedule/radices.hpp"

namespace bspfft {

namespace {

// Nanoseconds for each element, in the cache, with two lanes: only their ratios matter. A last stage has no twiddles,
// so that a butterfly of 16 spills fewer registers.
constexpr double stage_costs[] = {0, 0, 0.35, 0.69, 0.56, 0.84, 0.80, 1.01, 0.74, 1.13, 1.03, 1.55, 0.98, 1.71};
constexpr double last_costs[] = {0,    0,    0.55, 0.82, 0.73, 0.87, 0.84, 0.97, 0.74,
                                 1.20, 0.95, 1.51, 0.90, 1.80, 0,    0,    1.05};

// A longer one of a long vector writes to too many places that share cache sets.
bool is_last_radix(Index radix, Index n) { return n <= 8192 ? radix <= longest_radix : is_stage_radix(radix); }

// What fewer lanes cost.
double lane_factor(Index first, Index groups)
{
    // elements apart are loaded best by longer butterflies
    double factor = first % 8 == 0 ? 1 : 1.2;
    for (Index lanes = 8; lanes > 1 && (first % lanes != 0 || groups < lanes); lanes /= 2)
        factor *= lanes == 8 ? 1.05 : lanes == 4 ? 1.3 : 1.6;
    return factor;
}

/// Stages between the first and the last: their least cost, and one of their radices.
struct Middle {
    double cost;
    Index radix;
};

// Each length once.
const Middle& middle_of(Index n, std::map<Index, Middle>& known)
{
    const auto found = known.find(n);
    if (found != known.end()) return found->second;
    Middle best{n == 1 ? 0 : HUGE_VAL, 1};
    for (Index radix = 2; is_stage_radix(radix); ++radix) {
        if (n % radix != 0) continue;
        const double cost = stage_costs[radix] + middle_of(n / radix, known).cost;
        if (cost < best.cost) best = {cost, radix};
    }
    return known[n] = best;
}

}  // namespace

std::vector<Index> short_radices(Index n)
{
    if (n < longest_radix) return {n};
    std::map<Index, Middle> known;
    double least = HUGE_VAL;
    std::vector<Index> best;
    for (Index first = 2; is_stage_radix(first); ++first) {
        for (Index last = 2; is_last_radix(last, n); ++last) {
            if (n % (first * last) != 0 || last_costs[last] == 0) continue;
            const double cost = lane_factor(first, n / first) *
                                (stage_costs[first] + last_costs[last] + middle_of(n / first / last, known).cost);
            if (cost >= least) continue;
            least = cost;
            best = {first, last};
        }
    }
    for (Index rest = n / best[0] / best[1]; rest > 1; rest /= middle_of(rest, known).radix)
        best.insert(best.begin() + 1, middle_of(rest, known).radix);
    return best;
}

Index short_lanes(Index first, Index n)
{
    Index lanes = most_short_lanes;
    while (first % lanes != 0 || n / first < lanes) lanes /= 2;
    return lanes;
}

}  // namespace bspfft

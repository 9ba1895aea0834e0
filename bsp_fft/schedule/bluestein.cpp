// Bluestein's algorithm over all processes  [Swarztrauber et al. 1991]: with the chirp c_j = w_(2n)^(j^2)
//
//     y_k = c_k sum over j of (x_j c_j) conj(c_(k-j))
//
// is a cyclic convolution of any length N >= 2n - 1. N = p^2 m with m smooth has an even free cut. The owner j mod p of
// an element does not depend on the length, so that padding, chirps, product and truncation are local, and two moves of
// the convolution are all.
#include <algorithm>
#include <cmath>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/schedule/cut_choice.hpp"
#include "bsp_fft/schedule/tiles.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

namespace {

// The work of a transform of this length, about; infinite with a prime factor above 7. Thousands of lengths are asked
// for, and to find all factors of a long one takes a second.
double work_of(Index length)
{
    double stages = 0;
    Index rest = length;
    for (const Index q : {2, 3, 5, 7}) {
        for (; rest % q == 0; rest /= q) stages += (q == 2 ? 1 : 1.2) * std::log2(static_cast<double>(q));
    }
    return rest == 1 ? stages * static_cast<double>(length) : HUGE_VAL;
}

// The least number from this one on that has no prime factor above 7.
Index smooth_from(Index least)
{
    Index best = 1;
    while (best < least) best *= 2;
    for (Index sevens = 1; sevens < best; sevens *= 7) {
        for (Index fives = sevens; fives < best; fives *= 5) {
            for (Index threes = fives; threes < best; threes *= 3) {
                Index number = threes;
                while (number < least) number *= 2;
                best = std::min(best, number);
            }
        }
    }
    return best;
}

// The length p^2 m with the least work, from 2n - 1 to 4/3 of it.
Index convolution_length(Index n, Index p)
{
    const Index square = p * p, least = (2 * n - 1 + square - 1) / square;
    Index best = 0;
    double least_work = HUGE_VAL;
    for (Index m = least; m <= least + least / 3 && m <= least + 4096; ++m) {
        const double work = work_of(m) + std::log2(static_cast<double>(square)) * static_cast<double>(m);
        if (work >= least_work) continue;
        least_work = work;
        best = m;
    }
    return square * (best > 0 ? best : smooth_from(least));
}

// Reproducible, the length has the factor L^2 with L by n alone, and the cut is even for every p that divides L.
Index common_multiple(Index n)
{
    for (const Index multiple : {240, 48, 16, 8, 4, 2}) {
        // so that few of the elements are padding
        if (3 * multiple * multiple <= 2 * n - 1) return multiple;
    }
    return 1;
}

void require_divisor(Index n, Index p, Index multiple)
{
    if (multiple % p == 0) return;
    Index fewer = p, more = p;
    while (multiple % fewer != 0) --fewer;
    while (more < multiple && multiple % more != 0) ++more;
    throw Error(Status::invalid_argument,
                text("p = ", p, " has no reproducible convolution for n = ", n, ", whose cut is for p that divide ",
                     multiple, "; the nearest ", more > p ? text("are ", fewer, " and ", more) : text("is ", fewer)));
}

// The cut of the convolution, by n alone.
Index reproducible_cut_of(Index length, Index multiple, ScheduleOptions options)
{
    options.reproducible = false;
    options.grid = {multiple};
    return choose_cut(Problem{{length}, {true}}, multiple, options, {0}).front().a;
}

// So many products of complex numbers, of the process that has the most.
Superstep with_step(Superstep superstep, const std::string& name, MultiplyStep::By by, Index products, bool first)
{
    superstep.name = name;
    superstep.steps.insert(first ? superstep.steps.begin() : superstep.steps.end(), MultiplyStep{by});
    superstep.flops += 6 * products;
    superstep.sweeps += 1;
    return superstep;
}

void require_one_axis(const Problem& problem, Index p)
{
    if (problem.shape.size() > 1) {
        throw Error(Status::invalid_argument,
                    text("the algorithm bluestein has one axis, the array has ", problem.shape.size(),
                         "; take the algorithm fast or pencils"));
    }
    constexpr Index most = Index{1} << 26;
    static_assert(most * most == longest_transform);
    if (p > most)
        throw Error(Status::invalid_argument,
                    text("p = ", p, " is too large for the algorithm bluestein, which pads to a multiple of p^2; take ",
                         "p <= ", most));
}

}  // namespace

Schedule bluestein_schedule(const Problem& problem, Index p, ScheduleOptions options)
{
    require_resolved(options.exchange);
    require_all_elements(problem, "algorithm bluestein");
    require_one_axis(problem, p);
    if (options.kernel != Kernel::cuda) options.kernel = Kernel::simd;
    options.order = BlockOrder::tiles;
    const Index n = problem.n(), multiple = common_multiple(n);
    if (options.reproducible) require_divisor(n, p, multiple);
    const Index length = convolution_length(n, options.reproducible ? multiple : p);
    ScheduleOptions inner = options;
    inner.input.reset();
    inner.output.reset();
    inner.grid = {p};
    inner.whole_axes = false;  // both halves are cut, also on one process
    if (options.reproducible) inner.cut = {reproducible_cut_of(length, multiple, inner)};
    const Problem padded{{length}, {true}};
    const std::vector<AxisCut> axes = choose_cut(padded, p, inner, {0});
    const Layout cyclic = Layout::cyclic(length, p);
    const std::vector<Superstep> there = free_cut_supersteps(axes, cyclic, cyclic, inner);

    std::vector<Superstep> supersteps = there;
    const Index chirps = Layout::cyclic(n, p).largest_local_size();
    supersteps.front() =
        with_step(there.front(), "chirp, " + there.front().name, MultiplyStep::By::chirp, chirps, true);
    supersteps.back() = with_step(there.back(), there.back().name + ", spectrum", MultiplyStep::By::spectrum,
                                  length / p, false);
    const std::size_t middle = supersteps.size();
    supersteps.insert(supersteps.end(), there.begin(), there.end());
    for (std::size_t i = middle; i < supersteps.size(); ++i) {
        supersteps[i].inverse = true;
        if (supersteps[i].computes()) supersteps[i].name += ", inverse";
    }
    Superstep& last = supersteps.back();
    last = with_step(last, last.name + ", chirp", MultiplyStep::By::chirp, chirps, false);
    // packets of the way back could reach an array that is still being read
    if (p > 1 && options.exchange == Exchange::hpput) {
        std::vector<Step>& steps = supersteps[middle].steps;
        steps.insert(steps.begin(), SyncStep{});
    }
    return between_layouts(Algorithm::bluestein, problem, Layout::cyclic(problem.input_shape().front(), p),
                           Layout::cyclic(problem.output_shape().front(), p), options, std::move(supersteps));
}

}  // namespace bspfft

// Bluestein's algorithm over all processes  [Swarztrauber et al. 1991]: with the chirp c_j = w_(2n)^(j^2)
//
//     y_k = c_k sum over j of (x_j c_j) conj(c_(k-j))
//
// is a cyclic convolution of any length N >= 2n - 1. N = p^2 m with m smooth has an even free cut. The owner j mod p of
// an element does not depend on the length, so that padding, chirps, product and truncation are local, and two moves of
// the convolution are all.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/schedule/building.hpp"
#include "bsp_fft/schedule/cut_choice.hpp"

namespace bspfft {

namespace {

// The work of a transform of this length, about, which has no prime factor above 7.
double work_of(Index length)
{
    double stages = 0;
    Index rest = length;
    for (const Index q : {2, 3, 5, 7}) {
        for (; rest % q == 0; rest /= q) stages += (q == 2 ? 1 : 1.2) * std::log2(static_cast<double>(q));
    }
    return stages * static_cast<double>(length);
}

// The length p^2 m, where m has no prime factor above 7, with the least work: from 2n - 1 to 4/3 of it, and if there is
// none the next one. Each product of 3, 5 and 7 has one power of two that makes it long enough, and not twice as long.
// Rows and columns of long ones are whole cache lines: in odd rows passes take 1.1 to 1.4 times as long.
Index convolution_length(Index n, Index p)
{
    constexpr Index line = line_bytes / static_cast<Index>(sizeof(double)), many = 16;
    const bool has_lines = many * p * p * line * line <= n;
    const Index square = p * p * (has_lines ? line * line : 1), least = (2 * n - 1 + square - 1) / square;
    const Index longest = least + std::min(least / 3, Index{4096});
    std::tuple best{true, 0.0, 2 * least};  // whether it is too long, its work if not, and m
    for (Index sevens = 1; sevens < 2 * least; sevens *= 7) {
        for (Index fives = sevens; fives < 2 * least; fives *= 5) {
            for (Index threes = fives; threes < 2 * least; threes *= 3) {
                Index m = threes;
                while (m < least) m *= 2;
                const double work = work_of(m) + std::log2(static_cast<double>(square)) * static_cast<double>(m);
                best = std::min(best, std::tuple{m > longest, m > longest ? 0 : work, m});
            }
        }
    }
    return square * std::get<Index>(best);
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
    throw refusal("p = ", p, " has no reproducible convolution for n = ", n, ", whose cut is for p that divide ",
                  multiple, "; the nearest ", more > p ? text("are ", fewer, " and ", more) : text("is ", fewer));
}

void require_one_axis(const Problem& problem, Index p)
{
    if (problem.shape.size() > 1)
        throw refusal("the algorithm bluestein has one axis, the array has ", problem.shape.size(),
                      "; take the algorithm fast or pencils");
    constexpr Index most = Index{1} << 26;
    static_assert(most * most == longest_transform);
    if (p > most)
        throw refusal("p = ", p, " is too large for the algorithm bluestein, which pads to a multiple of p^2; take ",
                      "p <= ", most);
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
    inner.whole_axes = false;  // both halves are cut, also on one process
    const Problem padded{{length}, {true}};
    if (options.reproducible) {  // by n alone
        inner.grid = {multiple};
        inner.reproducible = false;
        inner.cut = {choose_cut(padded, multiple, inner, {0}).front().a};
        inner.reproducible = true;
    }
    inner.grid = {p};
    const Layout cyclic = Layout::cyclic(length, p), signal = Layout::cyclic(n, p);
    const std::vector<Step> forward = free_cut_steps({choose_cut(padded, p, inner, {0}), cyclic, cyclic, false}, inner);
    std::vector<Step> inverse = forward;
    for (Step& step : inverse) {
        auto* const compute = std::get_if<Compute>(&step.is);
        if (!compute) continue;
        compute->inverse = true;
        compute->name += ", inverse";
    }
    std::vector<Step> steps{{products("chirp", signal, MultiplyStep::By::chirp_first, cyclic)}};
    steps.insert(steps.end(), forward.begin(), forward.end());
    steps.push_back({products("spectrum", cyclic, MultiplyStep::By::spectrum, cyclic)});
    // packets of the inverse transform could reach an array that is still being read
    if (p > 1 && options.exchange == Exchange::hpput) steps.push_back({Sync{}});
    steps.insert(steps.end(), inverse.begin(), inverse.end());
    steps.push_back({products("chirp", signal, MultiplyStep::By::chirp_last, cyclic)});
    return between_layouts(Algorithm::bluestein, problem, Layout::cyclic(problem.input_shape().front(), p),
                           Layout::cyclic(problem.output_shape().front(), p), options, std::move(steps));
}

}  // namespace bspfft

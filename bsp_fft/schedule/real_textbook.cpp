// The classical packing: real data in pairs, z_j = x_2j + i x_(2j+1), through the textbook's complex algorithm.
//
// With Z the spectrum of z, of length m = n/2, and M = Z_(m-k), Z_m = Z_0:
//
//     Y_k = (Z_k + conj M)/2 - i/2 w_n^k (Z_k - conj M),    k = 0 .. m
//
// k and m - k are on processes s and -s mod p, so that whole parts are exchanged; two of the processes, and with that
// all of p = 2, have both. The inverse is the reverse, with the same exchange of Y.
#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/schedule/building.hpp"

namespace bspfft {

namespace {

Move mirror(const Layout& layout, Index pairs)
{
    Move step{{}, "every part to the mirrored process", layout, layout, MirrorStep{layout.p(), pairs}};
    // as on all processes but the two that have their own; 0 is one of these, and the only one with more elements
    step.raise_to(step.counts(1));
    step.sweeps = 1;
    step.working_set = 2 * layout.local_size(1);
    step.synchronises = true;
    return step;
}

Compute separation(const Layout& before, const Layout& after, const SeparateStep& what, const ScheduleOptions& options)
{
    Compute step{what.back ? "join pairs" : "separate pairs", before, after, {what}};
    step.flops = what.flops() * after.largest_local_size();
    step.working_set = 2 * after.largest_local_size();
    step.sweeps = 2;  // its part, and once more to read the mirrored one and the weights
    step.kernel = options.kernel;
    return step;
}

void remove_opening_sync(std::vector<Step>& steps)
{
    if (steps.front().is_sync()) steps.erase(steps.begin());
}

// After the transform of the pairs, or before it for the way back.
std::vector<Step> with_separation(std::vector<Step> transform, const Layout& pairs, const Layout& half, bool back,
                                  const ScheduleOptions& options)
{
    const Layout& before = back ? half : pairs;
    std::vector<Step> steps;
    if (pairs.p() > 2) steps.push_back({mirror(before, pairs.local_size(0))});
    steps.push_back({separation(before, back ? pairs : half, {back, 2 * pairs.n(), pairs.p()}, options)});
    if (back) remove_opening_sync(transform);
    steps.insert(back ? steps.end() : steps.begin(), transform.begin(), transform.end());
    // the mirrored part of the transform before could still be read, and for p = 2 what its last computation reads
    if (back && pairs.p() > 1 && options.exchange == Exchange::hpput) open_with_sync(steps);
    return steps;
}

void require_real_axis(const Problem& problem)
{
    if (problem.data != Data::complex && problem.shape.size() == 1) return;
    throw refusal("pairs are of real data on one axis, and this is ",
                  problem.data == Data::complex ? "complex" : "real", " data on ", problem.shape.size(),
                  "; take another algorithm than the textbook's for several axes");
}

}  // namespace

void require_powers_of_two_in_pairs(Index n, Index p)
{
    if (n < 4) throw refusal("n = ", n, " is too short for real numbers in pairs; the smallest length is 4");
    require_powers_of_two(n, p);
    if (p > n / 4)
        throw refusal("p = ", p, " is more than n/4 = ", n / 4,
                      ", and every process needs two pairs of real numbers; take p <= ", n / 4);
}

Schedule real_textbook_schedule(const Problem& problem, Index p, ScheduleOptions options)
{
    require_real_axis(problem);
    const Index n = problem.n();
    require_powers_of_two_in_pairs(n, p);
    const Layout real = Layout::block_cyclic(n, p, 2), half = Layout::cyclic(n / 2 + 1, p);
    const bool to_reals = problem.data == Data::half_spectrum;
    std::vector<Step> transform = textbook_steps(n / 2, p, options);
    std::vector<Step> steps = with_separation(std::move(transform), Layout::cyclic(n / 2, p), half, to_reals, options);
    const Layout& input = to_reals ? half : real;
    const Layout& output = to_reals ? real : half;
    const bool own = options.input.value_or(input) == input && options.output.value_or(output) == output;
    if (own) return scheduled(Algorithm::textbook, problem, input, output, options, std::move(steps));
    remove_opening_sync(steps);  // it will be before the first of all moves
    return between_layouts(Algorithm::textbook, problem, input, output, options, std::move(steps));
}

}  // namespace bspfft

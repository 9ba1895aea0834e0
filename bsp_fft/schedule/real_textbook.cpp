// The classical packing: real data in pairs, z_j = x_2j + i x_(2j+1), through the textbook's complex algorithm.
//
// With Z the spectrum of z, of length m = n/2, and M = Z_(m-k), Z_m = Z_0:
//
//     Y_k = (Z_k + conj M)/2 - i/2 w_n^k (Z_k - conj M),    k = 0 .. m
//
// k and m - k are on processes s and -s mod p, so that whole parts are exchanged; two of the processes, and with that
// all of p = 2, have both. The way back is the reverse, with the same exchange of Y.
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/schedule/mirror_counts.hpp"
#include "bsp_fft/schedule/tiles.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

namespace {

Superstep mirror(const Layout& layout)
{
    const MirrorStep step{layout.p()};
    Superstep superstep{Superstep::Kind::move, "move, every part to the mirrored process", layout, layout,
                        {step, SyncStep{}}};
    // as of all processes but the two that have their own; 0 is one of these, and the only one with more elements
    const MoveCounts most = mirror_counts(step, layout, 1);
    superstep.words_sent = most.words_sent;
    superstep.words_received = most.words_received;
    superstep.messages = most.messages_sent;
    superstep.partners = 1;
    superstep.sweeps = 1;
    superstep.working_set = 2 * layout.local_size(1);
    return superstep;
}

Superstep separation(const Layout& before, const Layout& after, const SeparateStep& step,
                     const ScheduleOptions& options)
{
    Superstep superstep{Superstep::Kind::compute, step.back ? "join pairs" : "separate pairs", before, after, {step}};
    superstep.radix = 1;
    superstep.flops = step.flops() * after.largest_local_size();
    superstep.working_set = 2 * after.largest_local_size();
    superstep.sweeps = 2;  // its part, and once more to read the mirrored one and the weights
    superstep.kernel = options.kernel;
    return superstep;
}

void remove_opening_sync(std::vector<Superstep>& supersteps)
{
    std::vector<Step>& steps = supersteps.front().steps;
    if (std::holds_alternative<SyncStep>(steps.front())) steps.erase(steps.begin());
}

std::vector<Superstep> there(std::vector<Superstep> transform, const Layout& pairs, const Layout& half,
                             const ScheduleOptions& options)
{
    if (pairs.p() > 2) transform.push_back(mirror(pairs));
    transform.push_back(separation(pairs, half, {false}, options));
    return transform;
}

std::vector<Superstep> back(std::vector<Superstep> transform, const Layout& pairs, const Layout& half,
                            const ScheduleOptions& options)
{
    std::vector<Superstep> supersteps;
    if (pairs.p() > 2) supersteps.push_back(mirror(half));
    supersteps.push_back(separation(half, pairs, {true}, options));
    remove_opening_sync(transform);
    supersteps.insert(supersteps.end(), transform.begin(), transform.end());
    // the mirrored part of the transform before could still be read, and of p = 2 what its last computation reads
    if (pairs.p() > 1 && options.exchange == Exchange::hpput) open_with_sync(supersteps);
    return supersteps;
}

void require_real_axis(const Problem& problem)
{
    if (problem.data != Data::complex && problem.shape.size() == 1) return;
    throw Error(Status::invalid_argument,
                text("pairs are of real data on one axis, and this is ",
                     problem.data == Data::complex ? "complex" : "real", " data on ", problem.shape.size(),
                     "; take another algorithm than the textbook's for several axes"));
}

}  // namespace

void require_powers_of_two_in_pairs(Index n, Index p)
{
    if (n < 4)
        throw Error(Status::invalid_argument,
                    text("n = ", n, " is too short for real numbers in pairs; the smallest length is 4"));
    require_powers_of_two(n, p);
    if (p > n / 4)
        throw Error(Status::invalid_argument,
                    text("p = ", p, " is more than n/4 = ", n / 4,
                         ", and every process needs two pairs of real numbers; take p <= ", n / 4));
}

Schedule real_textbook_schedule(const Problem& problem, Index p, ScheduleOptions options)
{
    require_real_axis(problem);
    const Index n = problem.n();
    require_powers_of_two_in_pairs(n, p);
    ScheduleOptions inner = options;
    inner.input.reset();
    inner.output.reset();
    const Schedule transform = textbook_schedule(n / 2, p, inner);
    options.kernel = transform.kernel();
    const Layout real = Layout::block_cyclic(n, p, 2), half = Layout::cyclic(n / 2 + 1, p);
    const Layout& pairs = transform.input();
    const bool goes_back = problem.data == Data::half_spectrum;
    std::vector<Superstep> supersteps = goes_back ? back(transform.supersteps(), pairs, half, options)
                                                  : there(transform.supersteps(), pairs, half, options);
    const Layout& input = goes_back ? half : real;
    const Layout& output = goes_back ? real : half;
    const bool own = options.input.value_or(input) == input && options.output.value_or(output) == output;
    if (own) return {Algorithm::textbook, problem, input, output, options, std::move(supersteps)};
    remove_opening_sync(supersteps);  // it will be before the first of all moves
    return between_layouts(Algorithm::textbook, problem, input, output, options, std::move(supersteps));
}

}  // namespace bspfft

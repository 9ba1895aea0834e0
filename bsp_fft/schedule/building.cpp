#include "bsp_fft/schedule/building.hpp"

#include <cmath>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/layout/landing.hpp"
#include "bsp_fft/schedule/move_counts.hpp"

namespace bspfft {

Compute computation(std::string name, Layout before, Layout after, Digit digit, std::vector<LocalStep> steps)
{
    Compute step{std::move(name), std::move(before), std::move(after), std::move(steps)};
    const Index local = step.before.largest_local_size();
    step.radix = digit.radix;
    step.flops = flops_of(local, digit.radix);
    step.working_set = 2 * local;
    return step;
}

Index flops_of(Index elements, Index radix)
{
    if (is_power_of_two(radix)) return 5 * elements * log2_exact(radix);
    return std::llround(5 * static_cast<double>(elements) * std::log2(static_cast<double>(radix)));
}

Move layout_move(const Layout& from, const Layout& to, Index words_per_element)
{
    Landing landing;
    landing.spreads = true;  // so that elements may come back to the array that they have left
    Move step = move(text(from.description(), " to ", to.description()), from, {to, landing, words_per_element});
    step.sweeps = 2;
    return step;
}

Move move(std::string name, const Layout& from, MoveStep to)
{
    Move step{std::move(name), from, to.to, to};
    step.synchronises = from.p() > 1;
    const ChangeCount most = most_counts(from, to.to, to.landing);
    const MoveCounts counts = move_counts(most, to.words_per_element);
    step.words_sent = counts.words_sent;
    step.words_received = counts.words_received;
    step.messages = counts.messages_sent;
    step.partners = most.partners;
    step.working_set = to.words_per_element * from.largest_local_size();  // twice the part, in complex numbers
    return step;
}

Index sweeps_of(const Compute& computation, BlockOrder order, bool first)
{
    if (order == BlockOrder::tiles) return 1;
    const bool twiddled = computation.find<TwiddleStep>();
    if (order == BlockOrder::natural) return twiddled ? 3 : 2;
    // twiddles before the transform are part of the butterflies' own weights
    return log2_exact(computation.radix) + (first ? 1 : 0) + (first && twiddled ? 1 : 0);
}

void open_with_sync(std::vector<Step>& steps)
{
    if (!steps.front().is_sync()) steps.insert(steps.begin(), Step{Sync{}});
}

void require_resolved(Exchange exchange)
{
    if (exchange == Exchange::automatic)
        throw Error(Status::invalid_argument, "a schedule is for one exchange: put or hpput");
}

void require_all_elements(const Problem& problem, const std::string& who)
{
    if (!problem.is_partial()) return;
    throw Error(Status::invalid_argument,
                text("the ", who, " has all modes and the full extent of an array; the algorithm fast with the kernel ",
                     "simd can have fewer"));
}

std::vector<Digit> bit_reversed(Digit digit)
{
    std::vector<Digit> bits;
    for (Index bit = 1; bit < digit.radix; bit *= 2) bits.push_back({2, digit.weight * bit});
    return bits;
}

}  // namespace bspfft

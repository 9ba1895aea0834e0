#include "bspfft/schedule.hpp"

#include <algorithm>

#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/schedule/cut_shape.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

namespace {

constexpr Index words_per_complex = 2;

// Up to this size the fast algorithm's middle array is doubled: transforms use the two in turn, and none must
// wait until all have left the one before.
constexpr Index small_middle_bytes = Index{256} << 10;

std::string neighbours(Index n)
{
    const Index below = power_of_two_below(n);
    return text("the nearest are ", below, " and ", 2 * below);
}

}  // namespace

void require_powers_of_two(Index n, Index p)
{
    if (n < 2)
        throw Error(Status::invalid_argument, text("n = ", n, " is too short; the smallest length is 2"));
    if (!is_power_of_two(n))
        throw Error(Status::invalid_argument, text("n = ", n, " is not a power of two; ", neighbours(n)));
    if (p < 1) throw Error(Status::invalid_argument, text("p = ", p, " processes; at least 1 is needed"));
    if (!is_power_of_two(p))
        throw Error(Status::invalid_argument, text("p = ", p, " is not a power of two; ", neighbours(p)));
    if (p > n / 2)
        throw Error(Status::invalid_argument,
                    text("p = ", p, " is more than n/2 = ", n / 2,
                         ", and every process needs two elements; take p <= ", n / 2));
}

// While the cycle is c the stages up to k = N c are local; then the cycle grows to N c, or to p at the last.
Schedule Schedule::textbook(Index n, Index p)
{
    require_powers_of_two(n, p);
    Schedule schedule(n, p);
    const Index local = n / p;
    Index cycle = 1;
    Index done = 1;  // the last stage so far
    for (;;) {
        schedule.compute(cycle, 2 * done, local * cycle);
        done = local * cycle;
        if (cycle == p) return schedule;
        // min(N c, p) without overflow
        const Index next = cycle > p / local ? p : local * cycle;
        schedule.move(cycle, next, cycle == 1);
        cycle = next;
    }
}

Schedule Schedule::fast(Index n, Index p, Index n1, Index bytes_per_complex)
{
    const CutShape shape = choose_cut(n, p, 0, n1, bytes_per_complex);
    Schedule schedule(n, p);
    schedule.cut_ = shape.n1;
    schedule.bytes_per_complex_ = bytes_per_complex;
    schedule.transform("columns", shape.n1);
    if (p > 1) {
        Superstep step{};
        step.kind = Superstep::Kind::move;
        step.cycle = step.from_cycle = p;
        step.working_set = 2 * (n / p);
        step.name = text("move, cyclic to cyclic");
        step.words_sent = step.words_received = words_per_complex * (n / p - n / p / p);
        step.messages = (p - 1) * shape.column_blocks() * shape.puts_a_packet();
        schedule.supersteps_.push_back(step);
    }
    schedule.transform("rows", shape.n2);
    return schedule;
}

void Schedule::transform(const std::string& what, Index length)
{
    Superstep step{};
    step.kind = Superstep::Kind::compute;
    step.cycle = p_;
    step.radix = length;
    step.first_stage = what == "columns" ? 2 : 2 * cut_;
    step.last_stage = what == "columns" ? cut_ : n_;
    step.flops = 5 * (n_ / p_) * log2_exact(length);
    step.working_set = 2 * (n_ / p_);
    step.name = text(what, " of length ", length);
    supersteps_.push_back(step);
}

// The textbook's butterflies go through all of the data in every stage, and so do the bit reversal and each
// move.
Index Schedule::sweeps() const
{
    if (cut_ > 0) return 2;
    return log2_exact(n_) + 1 + redistributions();
}

void Schedule::compute(Index cycle, Index first_stage, Index last_stage)
{
    Superstep step{};
    step.kind = Superstep::Kind::compute;
    step.cycle = cycle;
    step.first_stage = first_stage;
    step.last_stage = last_stage;
    step.radix = 2 * (last_stage / first_stage);
    const Index local = n_ / p_;
    // n/(2p) butterflies of ten flops in each stage
    step.flops = 5 * local * log2_exact(step.radix);
    step.working_set = 2 * local;
    step.name = text("compute, cycle ", cycle, ", radix ", step.radix);
    supersteps_.push_back(step);
}

void Schedule::move(Index from_cycle, Index to_cycle, bool from_bit_reversed)
{
    Superstep step{};
    step.kind = Superstep::Kind::move;
    step.cycle = to_cycle;
    step.from_cycle = from_cycle;
    step.from_bit_reversed = from_bit_reversed;
    step.working_set = 2 * (n_ / p_);
    step.name = text("move, cycle ", from_cycle, " to ", to_cycle);
    // Where processes differ at all, process 1 is one of those that keep nothing: for p > sqrt(n) its
    // reversed number lies in another group (formulas, section 2).
    const MoveCounts most = counts(step, p_ > 1 ? 1 : 0);
    step.words_sent = most.words_sent;
    step.words_received = most.words_received;
    step.messages = most.messages_sent;
    supersteps_.push_back(step);
}

// Each process splits its N elements evenly over c1/c0 partners, itself among them; with bit-reversed
// numbering only if it stays in its own group. It receives as it sends.
MoveCounts Schedule::counts(const Superstep& move, Index s) const
{
    if (cut_ > 0) return {move.words_sent, move.words_received, move.messages};
    const Index local = n_ / p_;
    const Index partners = std::min(local, move.cycle / move.from_cycle);
    bool keeps = true;
    if (move.from_bit_reversed) keeps = s / move.cycle == reverse_bits(s, log2_exact(p_)) / move.cycle;
    const Index others = keeps ? partners - 1 : partners;
    const Index words = words_per_complex * (local / partners) * others;
    return {words, words, others};
}

Index Schedule::redistributions() const
{
    return std::count_if(supersteps_.begin(), supersteps_.end(),
                         [](const Superstep& s) { return !s.computes(); });
}

// The textbook's redistributions change between two arrays, and the last computation reads the second if
// their number is odd.
bool Schedule::opens_with_sync(Exchange exchange) const
{
    if (p_ == 1 || exchange != Exchange::hpput) return false;
    if (cut_ == 0) return redistributions() % 2 == 1;
    return n_ / p_ * bytes_per_complex_ > small_middle_bytes;
}

Index Schedule::synchronisations(Exchange exchange) const
{
    return redistributions() + Index{opens_with_sync(exchange)};
}

Index Schedule::flops() const
{
    Index sum = 0;
    for (const Superstep& step : supersteps_) sum += step.flops;
    return sum;
}

Index Schedule::words() const
{
    Index sum = 0;
    for (const Superstep& step : supersteps_) sum += step.h();
    return sum;
}

}  // namespace bspfft

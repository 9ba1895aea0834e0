// The closed forms, as corrected by comparing them with the simulator, to the integer.
#include "bsp_fft/papers/hidden_communication.hpp"

#include <algorithm>
#include <cmath>

#include "bsp_fft/papers/domain.hpp"

namespace bspfft {

namespace {

// What t_a has more than t_0: the sum over the set bits i of a of (i + 1) 2^i.
double work_of_bits(Index a)
{
    double sum = 0;
    for (; a != 0; a &= a - 1) {
        const int bit = lowest_bit(a);
        sum += std::ldexp(bit + 1, bit);
    }
    return sum;
}

// Outputs are made g apart or slower at multiples of this, B = 2^(ceil(g) - 1); at most m.
Index batch(const HidingProblem& problem, double gap)
{
    const double exponent = std::ceil(gap) - 1;
    return exponent >= log2_exact(problem.m) ? problem.m : Index{1} << static_cast<int>(exponent);
}

// The largest s_a - d a of a dyadic interval of a's, first .. first + 2^bits - 1.
double largest_of_interval(const HidingProblem& problem, double gap, double d, Index first, int bits)
{
    const int low = log2_exact(batch(problem, gap));
    const Index fixed = first >> std::max(bits, low) << std::max(bits, low);
    double largest = real(problem.m - 1) + work_of_bits(fixed) - d * real(fixed);
    for (int i = low; i < bits; ++i) largest += std::max(0.0, std::ldexp(i + 1 - d, i));
    const Index within = first - fixed;  // 0 unless the interval is smaller than a batch
    const Index last = within + (Index{1} << std::min(bits, low)) - 1;
    return largest + std::max((gap - d) * real(within), (gap - d) * real(last));
}

// The largest s_a - d a for first <= a < end, which is cut into dyadic intervals.
double largest_of_range(const HidingProblem& problem, double gap, double d, Index first, Index end)
{
    double largest = -HUGE_VAL;
    while (first < end) {
        int bits = first == 0 ? 62 : lowest_bit(first);
        while ((Index{1} << bits) > end - first) --bits;
        largest = std::max(largest, largest_of_interval(problem, gap, d, first, bits));
        first += Index{1} << bits;
    }
    return largest;
}

// When the input-driven phase II would end if it never lacked work before the input that holds it up most:
// the largest s_a + R_(a+l), where R_i are the nodes that inputs i and later release. Between i = m (1 -
// 2^-j) and m (1 - 2^-(j+1)) every input releases as many.
double held_up_until(const HidingProblem& problem, double gap)
{
    double largest = -HUGE_VAL, later = 0;  // nodes that later ranges release
    Index end = problem.m;
    for (int j = log2_exact(problem.processors); j >= 0; --j) {
        const Index first = j == log2_exact(problem.processors) ? problem.m - problem.l : problem.m - (problem.m >> j);
        const double d = nodes_released(problem, first);
        // R_(a+l) = later + (end - l - a) d, for the a that are messages: a + l >= l
        const Index from = std::max(first, problem.l) - problem.l, to = end - problem.l;
        if (from < to) largest = std::max(largest, later + real(to) * d + largest_of_range(problem, gap, d, from, to));
        later += real(end - first) * d;
        end = first;
    }
    return largest;
}

// When the last message of a schedule leaves that waits for all of them before phase II.
double last_sent(const HidingProblem& problem, double gap, MessageSchedule schedule)
{
    const double messages = real(problem.m - problem.l);
    switch (schedule) {
    case MessageSchedule::simple:
        return problem.phase_1() + (messages - 1) * gap;
    case MessageSchedule::eager:
        return problem.phase_1() - real(problem.m) + 1 + (messages - 1) * std::max(gap, 1.0);
    case MessageSchedule::column_blocked: {
        const double blocks = real(problem.column_blocks());
        const double work = real(problem.m) / blocks * log2_exact(problem.columns.length);
        // either the last block's messages wait for it, or all wait for the first's
        return std::max(blocks * work + (messages / blocks - 1) * gap, work + (messages - 1) * gap);
    }
    default:
        return last_output_sent(problem, gap);
    }
}

double first_phase(const HidingProblem& problem, MessageSchedule schedule)
{
    if (schedule != MessageSchedule::column_blocked) return problem.phase_1();
    problem.require_columns();
    return real(problem.m) * log2_exact(problem.columns.length);
}

std::string source_of(const HidingProblem& problem, double gap, MessageSchedule schedule)
{
    switch (schedule) {
    case MessageSchedule::simple:
        return "Theorem 3.1";
    case MessageSchedule::eager:
        return "max{m (log m - 1) + 1 + (m - l - 1) max{g, 1} + L, m log m} + m log P";
    case MessageSchedule::output_driven: {
        const int regime = send_regime(problem, gap);
        return text("Theorem 4.1 (", regime, ")", regime == 3 ? ", corrected: printed without - g" : "");
    }
    case MessageSchedule::input_driven:
        return "max{m log n, L + max of s_a + R_(a+l)}, from Lemmas 4.1, 4.2 and Facts 5.1, 5.2";
    case MessageSchedule::column_blocked:
        return "the last message leaves after its block, or g after the one before";
    }
    return "";
}

// Why there is no closed form, or nothing.
std::string outside(const HidingProblem& problem, const LogP& machine)
{
    if (machine.overhead > 0) return text("the theorems leave out the overhead, and o = ", machine.overhead);
    if (problem.processors == 1) return "one processor sends no messages";
    return "";
}

template <class Formula>
ClosedForm within_domain(const std::string& problem, const std::string& source, Formula formula)
{
    if (!problem.empty()) return {{}, source, problem};
    return {formula(), source, ""};
}

}  // namespace

HidingProblem::HidingProblem(Index n_, Index processors_) : n(n_), processors(processors_), m(0), l(0)
{
    require_power_of_two("n", n, 2);
    require_power_of_two("P", processors, 1);
    require(processors <= n / processors, "n = ", n, " is less than P^2 for P = ", processors,
            ", and one exchange needs n >= P^2; take P <= ", Index{1} << log2_exact(n) / 2);
    m = n / processors;
    l = m / processors;
}

void HidingProblem::require_columns() const
{
    const Index length = columns.length, lanes = columns.lanes;
    require(is_power_of_two(length) && length >= processors && length <= m && lanes >= 1 && m / length % lanes == 0,
            "columns of length ", length, ", ", lanes, " at a time, do not cut n = ", n, " for P = ", processors,
            "; take a power of two from P to n/P = ", m, ", and a divisor of n/P/length");
}

Index HidingProblem::column_blocks() const
{
    require_columns();
    return m / columns.length / columns.lanes;
}

double output_made(const HidingProblem& problem, Index a) { return real(problem.m - 1) + work_of_bits(a); }

double output_sent(const HidingProblem& problem, double gap, Index a)
{
    const Index a0 = a - a % batch(problem, gap);
    return output_made(problem, a0) + real(a - a0) * gap;
}

int send_regime(const HidingProblem& problem, double gap)
{
    if (gap >= log2_exact(problem.m)) return 1;
    return std::ceil(gap) > log2_exact(problem.l) + 1 ? 2 : 3;
}

double last_output_sent(const HidingProblem& problem, double gap)
{
    require(problem.processors >= 2, "P = 1 processor sends no messages; take P >= 2");
    return output_sent(problem, gap, problem.m - problem.l - 1);
}

double nodes_released(const HidingProblem& problem, Index i)
{
    // 2^j for j leading ones among log P bits
    const Index block = i / problem.l, P = problem.processors;
    Index groups = 1;
    while (groups < P && (block & (P / (2 * groups))) != 0) groups *= 2;
    return real(2 * (groups - 1));
}

ClosedForm completion(const HidingProblem& problem, const LogP& machine, MessageSchedule schedule)
{
    machine.require_valid();
    const double gap = machine.gap;
    return within_domain(outside(problem, machine), source_of(problem, gap, schedule), [&] {
        if (schedule == MessageSchedule::input_driven)
            return std::max(problem.work(), machine.latency + held_up_until(problem, gap));
        const double first = first_phase(problem, schedule);
        return std::max(last_sent(problem, gap, schedule) + machine.latency, first) + problem.work() - first;
    });
}

ClosedForm theorem_5_1(const HidingProblem& problem, const LogP& machine, Reading reading)
{
    machine.require_valid();
    const double gap = machine.gap, m = real(problem.m), P = real(problem.processors);
    std::string why = outside(problem, machine);
    if (why.empty() && gap < log2_exact(problem.m))
        why = text("it needs g >= log m = ", log2_exact(problem.m), ", and g = ", gap);
    const char* source = reading == Reading::corrected ? "Theorem 5.1, corrected: R is printed wrong for j* >= 2"
                                                       : "Theorem 5.1 as printed";
    return within_domain(why, source, [&] {
        int j = 0;
        while (std::ldexp(1, j + 1) < gap + 2) ++j;
        const double shift = reading == Reading::corrected ? 2 : 3;
        const bool never_enough = gap > 2 * P - 2;
        const double last = never_enough ? m - 1 : m - std::ldexp(m, -j);
        const double rest = never_enough
                                ? 2 * P - 2
                                : problem.phase_2() - m * (j - shift + std::ldexp(1, static_cast<int>(shift) - 1 - j));
        return std::max(problem.work(), m - 1 + machine.latency + (last - real(problem.l)) * gap + rest);
    });
}

ClosedForm free_latency(const HidingProblem& problem, const LogP& machine, MessageSchedule schedule)
{
    machine.require_valid();
    return within_domain(outside(problem, machine), source_of(problem, machine.gap, schedule), [&] {
        if (schedule == MessageSchedule::input_driven) return problem.work() - held_up_until(problem, machine.gap);
        return first_phase(problem, schedule) - last_sent(problem, machine.gap, schedule);
    });
}

}  // namespace bspfft

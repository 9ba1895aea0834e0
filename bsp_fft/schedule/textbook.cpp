// Bisseling's algorithm  [PSC 3.4]: local stages, then a move to a larger cycle, until it is p.
//
// Superstep i transforms the digit (R_i, K_i): R_1 = N = n/p and R_(i+1) = c_i/c_(i-1), where the cycle grows from
// c_(i-1) to c_i = min(N c_(i-1), p). While it is c, the digits of k below K_i are distributed cyclically (weights
// below c are the process's), and so are, from the top, the digits that are still to be transformed: in bit-reversed
// order, which replaces the swap of bit reversal.
//
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

class Textbook {
public:
    Textbook(Index n, Index p, const ScheduleOptions& options) : n_(n), p_(p), options_(options)
    {
        digits_.push_back({n / p, 1});
        for (Index cycle = 1; cycle < p;) {
            const Index next = cycle > p / (n / p) ? p : n / p * cycle;  // min(N c, p) without overflow
            digits_.push_back({next / cycle, n / p * cycle});
            cycle = next;
        }
    }

    std::vector<Step> steps() const
    {
        std::vector<Step> result{{compute(0)}};
        for (std::size_t i = 1; i < digits_.size(); ++i) {
            result.push_back({grow(i)});
            result.push_back({compute(i)});
        }
        // Moves by hpput alternate between two arrays; the last computation reads the second if their number is odd.
        const bool odd = result.size() / 2 % 2 == 1;
        if (odd && options_.exchange == Exchange::hpput) open_with_sync(result);
        return result;
    }

private:
    /// While digit i is being transformed.
    Index cycle(std::size_t i) const { return i == 0 ? 1 : digits_[i].weight / (n_ / p_) * digits_[i].radix; }

    /// While digit i is being transformed, before or after; only in memory is there a difference.
    Layout layout(std::size_t i, bool transformed) const
    {
        std::vector<Digit> process, local;
        // before the first move processes are numbered as the input is: by the digits to come, in natural order
        if (i == 0) process.assign(digits_.begin() + 1, digits_.end());
        for (std::size_t later = digits_.size(); i > 0 && --later > i;) {
            const std::vector<Digit> bits = bit_reversed(digits_[later]);
            process.insert(process.end(), bits.begin(), bits.end());
        }
        process.push_back({cycle(i), 1});
        const Digit& digit = digits_[i];
        const bool in_bits = i > 0 && !transformed && options_.order == BlockOrder::bit_reversed;
        local = in_bits ? bit_reversed(digit) : std::vector<Digit>{digit};
        local.push_back({digit.weight / cycle(i), cycle(i)});
        return {{n_}, process, local};
    }

    Compute compute(std::size_t i) const
    {
        const Digit& digit = digits_[i];
        std::vector<LocalStep> steps{TransformStep{digit}};
        if (i > 0) steps.insert(steps.begin(), TwiddleStep{digit});
        Compute step = computation(text("cycle ", cycle(i), ", radix ", digit.radix), layout(i, false), layout(i, true),
                                   digit, steps);
        step.kernel = options_.kernel;
        step.sends = i + 1 < digits_.size();
        step.sweeps = sweeps_of(step, options_.order, i == 0);
        return step;
    }

    Move grow(std::size_t i) const
    {
        Move step = move(text("cycle ", cycle(i - 1), " to ", cycle(i)), layout(i - 1, true),
                         MoveStep{layout(i, false), Landing{}});
        step.sweeps = 1;
        step.sent_by_computation = true;
        return step;
    }

    Index n_;
    Index p_;
    const ScheduleOptions& options_;
    std::vector<Digit> digits_;
};

// An automatic kernel is resolved.
std::vector<Step> textbook_steps(Index n, Index p, ScheduleOptions& options)
{
    require_powers_of_two(n, p);
    require_resolved(options.exchange);
    if (options.kernel == Kernel::automatic) {
        options.kernel = Kernel::radix2;
        options.order = BlockOrder::bit_reversed;
    }
    return Textbook(n, p, options).steps();
}

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

}  // namespace

Schedule textbook_schedule(Index n, Index p, ScheduleOptions options)
{
    std::vector<Step> steps = textbook_steps(n, p, options);
    const Layout cyclic = Layout::cyclic(n, p);
    const bool own = options.input.value_or(cyclic) == cyclic && options.output.value_or(cyclic) == cyclic;
    const Problem problem{{n}, {true}};
    if (own) return scheduled(Algorithm::textbook, problem, cyclic, cyclic, options, std::move(steps));
    return between_layouts(Algorithm::textbook, problem, cyclic, cyclic, options, std::move(steps));
}

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
    if (problem.data == Data::complex || problem.shape.size() > 1)
        throw refusal("pairs are of real data on one axis, and this is ",
                      problem.data == Data::complex ? "complex" : "real", " data on ", problem.shape.size(),
                      "; take another algorithm than the textbook's for several axes");
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

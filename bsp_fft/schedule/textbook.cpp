// Bisseling's algorithm  [PSC 3.4]: local stages, then a move to a larger cycle, until it is p.
//
// Superstep i transforms the digit (R_i, K_i): R_1 = N = n/p and R_(i+1) = c_i/c_(i-1), where the cycle grows from
// c_(i-1) to c_i = min(N c_(i-1), p). While it is c, the digits of k below K_i are distributed cyclically (weights
// below c are the process's), and so are, from the top, the digits that are still to be transformed: in bit-reversed
// order, which replaces the swap of bit reversal.
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/schedule/building.hpp"

namespace bspfft {

namespace {

class Textbook {
public:
    Textbook(Index n, Index p, const ScheduleOptions& options) : n_(n), p_(p), options_(options)
    {
        digits_.push_back({n / p, 1});
        for (Index cycle = 1; cycle < p;) {
            const Index next = next_cycle(cycle);
            digits_.push_back({next / cycle, n / p * cycle});
            cycle = next;
        }
    }

    std::vector<Step> steps() const
    {
        std::vector<Step> result;
        Index cycle = 1;
        for (std::size_t i = 0;; ++i) {
            result.push_back({compute(i, cycle)});
            if (cycle == p_) break;
            const Index next = next_cycle(cycle);
            result.push_back({grow(i, cycle, next)});
            cycle = next;
        }
        // Moves by hpput alternate between two arrays; the last computation reads the second if their number is odd.
        const bool odd = result.size() / 2 % 2 == 1;
        if (odd && options_.exchange == Exchange::hpput) open_with_sync(result);
        return result;
    }

private:
    // min(N c, p) without overflow
    Index next_cycle(Index cycle) const { return cycle > p_ / (n_ / p_) ? p_ : n_ / p_ * cycle; }

    /// While digit i is being transformed, before or after; only in memory is there a difference.
    Layout layout(std::size_t i, Index cycle, bool transformed) const
    {
        std::vector<Digit> process, local;
        // before the first move processes are numbered as the input is: by the digits to come, in natural order
        if (i == 0) process.assign(digits_.begin() + 1, digits_.end());
        for (std::size_t later = digits_.size(); i > 0 && --later > i;) {
            const std::vector<Digit> bits = bit_reversed(digits_[later]);
            process.insert(process.end(), bits.begin(), bits.end());
        }
        process.push_back({cycle, 1});
        const Digit& digit = digits_[i];
        if (i > 0 && !transformed && options_.order == BlockOrder::bit_reversed) {
            local = bit_reversed(digit);
        } else {
            local = {digit};
        }
        local.push_back({digit.weight / cycle, cycle});
        return {{n_}, process, local};
    }

    Compute compute(std::size_t i, Index cycle) const
    {
        const Digit& digit = digits_[i];
        std::vector<LocalStep> steps{TransformStep{digit}};
        if (i > 0) steps.insert(steps.begin(), TwiddleStep{digit});
        Compute step = computation(text("cycle ", cycle, ", radix ", digit.radix), layout(i, cycle, false),
                                   layout(i, cycle, true), digit, steps);
        step.kernel = options_.kernel;
        step.sends = cycle < p_;
        step.sweeps = sweeps_of(step, options_.order, i == 0);
        return step;
    }

    Move grow(std::size_t i, Index cycle, Index next) const
    {
        Move step = move(text("cycle ", cycle, " to ", next), layout(i, cycle, true),
                         MoveStep{layout(i + 1, next, false), Landing{}});
        step.sweeps = 1;
        step.sent_by_computation = true;
        return step;
    }

    Index n_;
    Index p_;
    const ScheduleOptions& options_;
    std::vector<Digit> digits_;
};

}  // namespace

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

Schedule textbook_schedule(Index n, Index p, ScheduleOptions options)
{
    std::vector<Step> steps = textbook_steps(n, p, options);
    const Layout cyclic = Layout::cyclic(n, p);
    const bool own = options.input.value_or(cyclic) == cyclic && options.output.value_or(cyclic) == cyclic;
    const Problem problem{{n}, {true}};
    if (own) return scheduled(Algorithm::textbook, problem, cyclic, cyclic, options, std::move(steps));
    return between_layouts(Algorithm::textbook, problem, cyclic, cyclic, options, std::move(steps));
}

}  // namespace bspfft

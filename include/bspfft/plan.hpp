// The parallel FFT: plan once, transform any number of times, inside the caller's own SPMD section.
#pragma once

#include <complex>
#include <memory>
#include <string>

#include "bspfft/error.hpp"
#include "bspfft/export.hpp"
#include "bspfft/layout.hpp"
#include "bspfft/ledger.hpp"
#include "bspfft/options.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

/// What a plan's transforms have moved on this process, since it was made.
struct PlanTraffic {
    Index puts = 0;  ///< to other processes
    Index bytes = 0;
    Index synchronisations = 0;
};

/// A transform of n complex numbers over the p processes of the section, in place; Real is float or double.
///
/// Input and output are both cyclic: x_j is on process j mod p, at place j div p.
///
/// Every member function but the getters is collective: all processes call it, with equal arguments, in the
/// same order. Any number of plans may exist. A failure on one process is thrown by all, with one status
/// and message. A plan should be destroyed before its section ends.
template <class Real>
class BSPFFT_API Plan {
public:
    using Complex = std::complex<Real>;

    /// Plans for an array of its own (zeros at first; see data()).
    ///
    /// Requires n = 2^m and p = 2^q with 1 <= p <= n/2; otherwise throws Error(invalid_argument).
    /// Throws Error(out_of_memory), before it allocates, if the plans of all processes would not fit.
    /// Cost: a few supersteps, with h = 0.
    explicit Plan(Index n, const PlanOptions& options = {});

    /// Plans for the caller's array of n/p elements on each process, which must outlive the plan. It
    /// need not be registered, and its contents are kept.
    Plan(Index n, Complex* x, const PlanOptions& options = {});

    Plan(Plan&&) noexcept;
    Plan& operator=(Plan&&) noexcept;
    ~Plan();

    /// This process's part of the vector: x_(s + p i) at place i.
    Complex* data();
    const Complex* data() const;
    Index local_size() const;

    /// Transforms the vector in place.
    /// Cost: flops + h g + synchronisations() l, with flops and h as schedule() lists them.
    void execute(Direction direction);
    void forward() { execute(Direction::forward); }
    void inverse() { execute(Direction::inverse); }

    /// Starts a new ledger: with seconds from now on, or without. Without, it costs nothing; with, two
    /// readings of the clock a put, and one empty sync after each sync.
    void account(bool on);
    /// What the transforms since the last account(), or since the plan was made, cost on all processes; every
    /// process gets all of it. Collective. Cost: two supersteps, h about 10 p words a superstep of the
    /// schedule, and p times that with seconds.
    Ledger ledger() const;

    const Schedule& schedule() const;
    /// The layout before and after: cyclic.
    const Layout& layout() const;

    /// The options with every `automatic` resolved.
    const PlanOptions& options() const;
    std::string kernel_name() const;
    /// Bytes that the plan holds on this process: its arrays, buffers and twiddles.
    Index bytes() const;
    PlanTraffic traffic() const;
    /// Synchronisations of one transform: one a redistribution; by hpput one more where packets of the next
    /// transform could reach an array that is still being read.
    Index synchronisations() const;

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

extern template class BSPFFT_API Plan<float>;
extern template class BSPFFT_API Plan<double>;

}  // namespace bspfft

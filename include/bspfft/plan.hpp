// The parallel FFT: plan once, transform any number of times, inside the caller's own SPMD section.
#pragma once

#include <complex>
#include <memory>
#include <string>
#include <vector>

#include "bspfft/error.hpp"
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

/// A transform of an array of complex numbers, of one to sixteen axes and any lengths, over the p processes of the
/// section; Real is float or double. An array is numbered row by row: the last axis runs fastest.
///
/// Input and output are distributed as layout_in() and layout_out() say. The fast algorithm's own are cyclic in every
/// axis where p_l^2 divides n_l: x_j is on process coordinate j_l mod p_l.
///
/// Every member function but the getters is collective: all processes call it, with equal arguments, in the
/// same order. Any number of plans may exist. A failure on one process is thrown by all, with one status
/// and message, and so is an argument that differs between processes. A plan that outlives its section, on our own
/// BSPlibs, can be asked and destroyed, but no longer executed.
template <class Real>
class BSPFFT_API Plan {
public:
    using Complex = std::complex<Real>;

    /// Plans for arrays of its own (zeros at first; see input() and output()).
    ///
    /// Throws Error(invalid_argument) for a shape, a grid, a cut or a layout that is not possible, with the nearest one
    /// that is. Throws Error(out_of_memory), before it allocates, if the plans of all processes would not fit.
    /// Cost: a few supersteps, with h = 0.
    explicit Plan(std::vector<Index> shape, const PlanOptions& options = {});
    explicit Plan(Index n, const PlanOptions& options = {});

    /// Plans for the caller's array, in place: of at least span(shape, options) elements on each process. It must
    /// outlive the plan, need not be registered, and its contents are kept until the first transform.
    Plan(std::vector<Index> shape, Complex* x, const PlanOptions& options = {});
    Plan(Index n, Complex* x, const PlanOptions& options = {});

    /// Plans for the caller's two arrays, out of place.
    Plan(std::vector<Index> shape, Complex* in, Complex* out, const PlanOptions& options = {});

    Plan(Plan&&) noexcept;
    Plan& operator=(Plan&&) noexcept;
    ~Plan();

    /// This process's part of the input and of the output: element j at place layout_in().local(j). In place they are
    /// the same array.
    Complex* input();
    const Complex* input() const;
    Complex* output();
    const Complex* output() const;
    Complex* data() { return input(); }
    const Complex* data() const { return input(); }
    /// Elements of the input on this process.
    Index local_size() const;
    /// Elements that an array must have room for on this process; and the same before there is a plan.
    Index span() const;
    static Index span(const std::vector<Index>& shape, const PlanOptions& options = {});

    /// Forward from input() to output(), inverse back from output() to input(); the array that it comes from is kept
    /// if it is another.
    /// Cost: flops + h g + synchronisations() l, with flops and h as schedule() lists them.
    void execute(Direction direction);
    void forward() { execute(Direction::forward); }
    void inverse() { execute(Direction::inverse); }

    /// Starts a new ledger: with seconds from now on, or without. Without, it costs nothing; with, two
    /// readings of the clock a put, and one empty sync after each sync.
    void account(bool on);
    /// What the transforms since the last account(), or since the plan was made, cost; every process gets all of it.
    /// All throw, as account() does, if not all have executed equally many: some have executed another plan instead.
    /// Collective. Cost: a few supersteps, h about 10 p words for each of the schedule, and p times that with seconds.
    Ledger ledger() const;

    /// The supersteps of a transform, with their counts.
    const Schedule& schedule() const;
    /// Which elements of input() and output() each process has, and where; layout() is layout_in().
    const Layout& layout_in() const;
    const Layout& layout() const { return layout_in(); }
    const Layout& layout_out() const;
    /// The lengths of the axes.
    const std::vector<Index>& shape() const;

    /// The options with every `automatic` resolved.
    const PlanOptions& options() const;
    /// Of the kernel: simd, radix2 or fftw.
    std::string kernel_name() const;
    /// Bytes that the plan holds on this process: its arrays, buffers and twiddles.
    Index bytes() const;
    /// What was sent since the plan was made, on this process.
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

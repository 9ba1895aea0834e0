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

class PlanBody;
struct Machine;

/// The schedule of a plan with these options over p processes, which need not exist: nothing is run. Throws as a plan
/// does.
BSPFFT_API Schedule planned_schedule(const std::vector<Index>& shape, Index p, const PlanOptions& options = {},
                                     Index bytes_per_real = 8);

/// What the transforms of a plan have moved on this process, since it was made.
struct PlanTraffic {
    Index puts = 0;  ///< to other processes
    Index bytes = 0;
    Index synchronisations = 0;
};

/// What all plans have in common: Plan, RealPlan, TrigonometricPlan and SpectralOperator add constructors and the types
/// of their arrays. Each of them can be moved into an AnyPlan.
///
/// Every member function but the getters is collective: all processes call it, with equal arguments, in the
/// same order. Any number of plans may exist. A failure on one process is thrown by all, with one status
/// and message, and so is an argument that differs between processes. A plan that outlives its section, on our own
/// BSPlibs, can be asked and destroyed, but no longer executed.
class BSPFFT_API AnyPlan {
public:
    AnyPlan(AnyPlan&&) noexcept;
    AnyPlan& operator=(AnyPlan&&) noexcept;
    virtual ~AnyPlan();

    /// Forward from input() to output(), inverse from output() to input(). Where the two are different arrays, the
    /// source is kept; real data in arrays that share memory is overwritten.
    /// Cost: flops + h g + synchronisations() l, with flops and h as schedule() lists them.
    void execute(Direction direction);
    void forward() { execute(Direction::forward); }
    void inverse() { execute(Direction::inverse); }

    /// The same from and to other arrays of the plan's elements and layouts, of any alignment: FFTW's new-array
    /// execution. One array for both has room for either. The plans have typed ones, forward(x, y) and inverse(y, x).
    ///
    /// Cost: as for the plan's arrays. Two more copies of this process's elements, through the plan's arrays, which are
    /// overwritten: where x and y are one array but the plan's are two, or the other way round; where these need more
    /// room than the layouts; where packets land in the output (the textbook's algorithm); with the kernels fftw and
    /// cuda; and for cosines and sines. Throws Error(invalid_argument) for arrays on a device.
    void execute(Direction direction, const void* from, void* to);

    /// This process's part of the input and of the output: element j at place layout_in().local(j) of the input,
    /// element k at layout_out().local(k) of the output.
    void* input();
    const void* input() const;
    void* output();
    const void* output() const;

    /// Starts a new ledger: with seconds from now on, or without. Without, it costs nothing; with, two
    /// readings of the clock a put, and one empty sync after each sync.
    void account(bool on);
    /// What the transforms since the last account(), or since the plan was made, cost; every process gets all of it.
    /// Where the directions have different schedules, the ledger is that of the direction that ran last.
    /// All throw, as account() does, if not all have executed equally many: some have executed another plan instead.
    /// Collective. Cost: a few supersteps, h about 10 p words for each of the schedule, and p times that with seconds.
    Ledger ledger(Index transform = 0) const;

    /// The supersteps of a transform, with their counts.
    const Schedule& schedule(Direction direction = Direction::forward, Index transform = 0) const;
    /// Parts of the plan: one, or for cosines and sines a transform with its sweeps for each axis, and moves_between(),
    /// in the order of the forward transform.
    Index transforms() const;
    /// Moves of one execution between the layouts of two transforms inside, or between one of them and the caller's
    /// layout; the moves of the transforms themselves are not counted.
    Index moves_between() const;
    /// Floating-point operations of one execution on the process that has most, and words that it sends and receives.
    Index flops(Direction direction = Direction::forward) const;
    Index words(Direction direction = Direction::forward) const;
    /// Synchronisations of one execution: one a redistribution; by hpput one more where packets of the next
    /// transform could reach an array that is still being read.
    Index synchronisations(Direction direction = Direction::forward) const;

    /// Which elements of input() and output() each process has, and where; layout() is layout_in().
    const Layout& layout_in() const;
    const Layout& layout() const { return layout_in(); }
    const Layout& layout_out() const;
    /// Elements of the input on this process.
    Index local_size() const;
    /// The lengths of the axes.
    const std::vector<Index>& shape() const;
    /// The options with every `automatic` resolved; for cosines and sines those of the first transform inside.
    const PlanOptions& options() const;
    /// The kernel's name: simd, radix2, fftw or cuda.
    std::string kernel_name() const;
    /// Bytes that the plan holds on this process: its arrays, buffers and twiddles.
    Index bytes() const;
    /// What was sent since the plan was made, on this process.
    PlanTraffic traffic() const;

protected:
    explicit AnyPlan(std::unique_ptr<PlanBody> body);
    PlanBody& body() const { return *body_; }

private:
    std::unique_ptr<PlanBody> body_;
};

/// The types of the elements of input and output.
template <class In, class Out>
class BSPFFT_API TypedPlan : public AnyPlan {
public:
    /// This process's part of the input and of the output.
    In* input() { return static_cast<In*>(AnyPlan::input()); }
    const In* input() const { return static_cast<const In*>(AnyPlan::input()); }
    Out* output() { return static_cast<Out*>(AnyPlan::output()); }
    const Out* output() const { return static_cast<const Out*>(AnyPlan::output()); }

    /// From input() to output(), and back.
    using AnyPlan::forward;
    using AnyPlan::inverse;
    /// On other arrays, as execute() says.
    void forward(const In* x, Out* y) { execute(Direction::forward, x, y); }
    void inverse(const Out* y, In* x) { execute(Direction::inverse, y, x); }

protected:
    using AnyPlan::AnyPlan;
};

/// A transform of an array of complex numbers, of one to sixteen axes and any lengths, over the p processes of the
/// section; Real is float or double. An array is numbered row by row: the last axis runs fastest.
///
/// Input and output are distributed as layout_in() and layout_out() say. The fast algorithm's own are cyclic in every
/// axis where p_l^2 divides n_l: x_j is on process coordinate j_l mod p_l.
template <class Real>
class BSPFFT_API Plan : public TypedPlan<std::complex<Real>, std::complex<Real>> {
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

    /// The array of a plan in place.
    Complex* data() { return this->input(); }
    const Complex* data() const { return this->input(); }

    /// Elements that an array must have room for on this process; and the same before there is a plan.
    Index span() const;
    static Index span(const std::vector<Index>& shape, const PlanOptions& options = {});
};

/// A transform of an array of real numbers: half the flops, words and memory of the complex one. The last axis that is
/// transformed has in the spectrum the elements 0 .. n/2; the others are their conjugates. The inverse takes for
/// granted that elements which are their own conjugates are real.
///
/// On one axis the input is cyclic and the spectrum zig-zag cyclic (AxisLayout), where p divides well; on several axes
/// both are cyclic on the others, and the last is not distributed. The textbook's algorithm has an input that is cyclic
/// in pairs, and a cyclic spectrum. layout_in() and layout_out() say how it is.
template <class Real>
class BSPFFT_API RealPlan : public TypedPlan<Real, std::complex<Real>> {
public:
    using Complex = std::complex<Real>;

    /// Plans for arrays of its own (zeros at first). Input and spectrum share memory where they can, unless
    /// options.keep_input. Throws as Plan does.
    explicit RealPlan(std::vector<Index> shape, const PlanOptions& options = {});
    explicit RealPlan(Index n, const PlanOptions& options = {});

    /// Plans for the caller's two arrays, which do not overlap: of at least input_span(shape, options) real numbers and
    /// output_span(shape, options) complex ones. Both directions keep the array that they come from.
    RealPlan(std::vector<Index> shape, Real* in, Complex* out, const PlanOptions& options = {});

    /// The lengths of the axes of the half spectrum.
    std::vector<Index> spectrum_shape() const { return this->schedule().problem().output_shape(); }

    /// Numbers that the caller's arrays must have room for on this process: those of the layouts, and more where
    /// layouts that are not the algorithm's own were asked for.
    static Index input_span(const std::vector<Index>& shape, const PlanOptions& options = {});
    static Index output_span(const std::vector<Index>& shape, const PlanOptions& options = {});
};

/// The kinds, as FFTW's r2r (REDFT00, 10, 01, 11, RODFT00, 10, 01, 11) and scipy.fft.dct and dst define them. For n
/// elements, with sums over j = 0 .. n-1 and one y_k for each k = 0 .. n-1:
enum class Trigonometric {
    dct1,  ///< x_0 + (-1)^k x_(n-1) + 2 sum over 0 < j < n-1 of x_j cos(pi j k/(n-1)); n >= 2
    dct2,  ///< 2 sum x_j cos(pi (2j+1) k/2n)
    dct3,  ///< x_0 + 2 sum over j > 0 of x_j cos(pi j (2k+1)/2n)
    dct4,  ///< 2 sum x_j cos(pi (2j+1) (2k+1)/4n)
    dst1,  ///< 2 sum x_j sin(pi (j+1) (k+1)/(n+1))
    dst2,  ///< 2 sum x_j sin(pi (2j+1) (k+1)/2n)
    dst3,  ///< (-1)^k x_(n-1) + 2 sum over j < n-1 of x_j sin(pi (j+1) (2k+1)/2n)
    dst4,  ///< 2 sum x_j sin(pi (2j+1) (2k+1)/4n)
};

/// Its name for users, "DCT-II".
BSPFFT_API const char* trigonometric_name(Trigonometric kind);

/// The factor of a forward-inverse pair without any normalisation: 2n, for a DCT-I 2(n-1), for a DST-I 2(n+1). To the
/// normalisations it is what n is to the Fourier transform.
BSPFFT_API Index logical_length(Trigonometric kind, Index n);

/// Cosine or sine transforms of an array of real numbers, along one axis or several, each of its own kind.
///
/// Along one distributed axis everything is local but the one move of a real transform, in these layouts
/// (AxisLayout), where p divides well:
///   - II: input folded, output in zig-zag, for sines from one; III: the other way round;
///   - I: input cyclic, output in zig-zag, for sines from one;
///   - IV: both folded if 2p divides n, otherwise both cyclic.
/// Along several axes, one after the other is transformed where it is not distributed, with as few moves in between as
/// can be; then, and on one process, elements are in their natural order. options.input and options.output ask for
/// other layouts, each for one more move; a folded input of a II or output of a III on one process saves a sweep.
///
/// Normalisations: inverse, symmetric and forward are SciPy's "backward", "ortho" and "forward"; none has no factors
/// at all. Symmetric makes the matrix orthogonal: output 0 of a DCT-II, or n-1 of a DST-II, has another factor
/// 1/sqrt(2), the input of a III has sqrt(2) there, and the first and the last of a DCT-I have both. (SciPy 1.10
/// scales output 0 of a DST-II in place of n-1, which is not orthogonal.)
template <class Real>
class BSPFFT_API TrigonometricPlan : public TypedPlan<Real, Real> {
public:
    /// Plans for arrays of its own (zeros at first): one kind for all axes, or one for each of options.axes in its
    /// order, or of all axes. Input and output share memory unless options.keep_input.
    /// Throws as Plan does, and Error(invalid_argument) for a DCT-I of length 1 or a wrong number of kinds.
    explicit TrigonometricPlan(std::vector<Index> shape, Trigonometric kind, const PlanOptions& options = {});
    TrigonometricPlan(std::vector<Index> shape, std::vector<Trigonometric> kinds, const PlanOptions& options = {});

    /// What happens along each axis that is transformed.
    const std::vector<Trigonometric>& kinds() const;
};

/// All parts of such a plan over p processes as one schedule, in a direction, without running anything: as
/// planned_schedule() above.
BSPFFT_API Schedule planned_schedule(const std::vector<Index>& shape, const std::vector<Trigonometric>& kinds, Index p,
                                     const PlanOptions& options = {}, Index bytes_per_real = 8,
                                     Direction direction = Direction::forward);

/// A grid and a cut that were tried. Seconds are those of one transform, on the slowest process.
struct CutTrial {
    std::vector<Index> grid;  ///< as in PlanOptions
    std::vector<Index> cut;   ///< likewise; empty: without a cut
    double sampled = 0;  ///< from some tiles of both computations, without puts; 0: not sampled
    double seconds = 0;  ///< of whole transforms, the minimum; 0: not tried
};

/// What the trials have found.
struct MeasuredChoice {
    PlanOptions options;           ///< those given, with the best grid and cut
    std::vector<CutTrial> trials;  ///< the model's own first; the others by their samples
    std::size_t best = 0;          ///< which of them; the model's unless another is faster by a hundredth

    /// The trial of the model's own grid and cut, and the best one.
    const CutTrial& by_model() const { return trials.front(); }
    const CutTrial& winner() const { return trials[best]; }
    /// How many times faster the winner is than the model's own.
    double gain() const { return by_model().seconds / winner().seconds; }
};

/// The grid and the cut of the fast algorithm by trials, where the planner's model may miss the best:
///
///     Plan<double> plan(shape, measured_choice<double>(shape).options);
///
/// Samples cuts near the model's on every axis, and other grids, about two dozen; then whole transforms are timed: the
/// model's own, the two best others, and more while there is time. Grids, cuts or parts of a cut that the options name
/// stay as they are. For other algorithms than the fast one, and for other kernels than simd, the model's own is timed.
///
/// options.data is complex or real. Collective: all processes choose alike. Throws Error on all of them as a
/// plan does. Cost: that many seconds, and more if few transforms take longer; memory as for one plan at a time.
template <class Real>
BSPFFT_API MeasuredChoice measured_choice(const std::vector<Index>& shape, const PlanOptions& options = {},
                                          double seconds = 0.3);

/// Adds the winner of a choice on p processes to what the machine remembers.
BSPFFT_API void remember(Machine& machine, const std::vector<Index>& shape, const MeasuredChoice& choice,
                         Index bytes_per_real, Index p);

/// The options with the grid and the cut that a machine remembers for this, and the seconds of a transform with them;
/// as they are, and seconds unchanged, if it remembers none, or if they name a grid, a cut, another algorithm or
/// another kernel.
BSPFFT_API PlanOptions remembered_options(const Machine& machine, const std::vector<Index>& shape,
                                          const PlanOptions& options, Index bytes_per_real, Index p,
                                          double* seconds = nullptr);

extern template class BSPFFT_API Plan<float>;
extern template class BSPFFT_API Plan<double>;
extern template class BSPFFT_API RealPlan<float>;
extern template class BSPFFT_API RealPlan<double>;
extern template class BSPFFT_API TrigonometricPlan<float>;
extern template class BSPFFT_API TrigonometricPlan<double>;
extern template BSPFFT_API MeasuredChoice measured_choice<float>(const std::vector<Index>&, const PlanOptions&, double);
extern template BSPFFT_API MeasuredChoice measured_choice<double>(const std::vector<Index>&, const PlanOptions&,
                                                                  double);

}  // namespace bspfft

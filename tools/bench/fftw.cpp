#include "tools/bench/contestant.hpp"

#ifdef BSPFFT_HAVE_FFTW_THREADS

#include <algorithm>
#include <chrono>
#include <limits>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"
#include "tools/bench/exact_error.hpp"
#include "tools/bench/fftw_plans.hpp"
#include "tools/bench/protocol.hpp"
#include "tools/bench/spread_threads.hpp"
#include "bsp_fft/measure/signal.hpp"
#include "bsp_fft/measure/verification.hpp"

namespace bspfft::tools {

namespace {

// A way that was so many times slower than the fastest at first will not be the fastest.
constexpr double hopeless = 1.5;

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void use_threads(double, Index threads) { fftw_plan_with_nthreads(static_cast<int>(threads)); }

void use_threads(float, Index threads) { fftwf_plan_with_nthreads(static_cast<int>(threads)); }

/// An array as most programs have it, by FFTW's own allocation: on pages of the usual size, unless the system
/// gives huge ones to all.
template <class Complex>
class PlainArray {
public:
    explicit PlainArray(Index size)
        : data_(static_cast<Complex*>(fftw_malloc(static_cast<std::size_t>(size) * sizeof(Complex))))
    {
        if (!data_) throw Error(Status::out_of_memory, text("no memory for ", size, " numbers of FFTW's"));
        std::fill_n(data_, size, Complex());
    }
    ~PlainArray() { fftw_free(data_); }
    PlainArray(const PlainArray&) = delete;
    PlainArray& operator=(const PlainArray&) = delete;
    Complex* data() const { return data_; }

private:
    Complex* data_;
};

template <class Real>
class FftwContestant final : public Contestant {
public:
    using Complex = std::complex<Real>;

    FftwContestant(const Case& problem, const FftwPlanning& planning)
        : problem_(problem), elements_(problem.what.elements()), planning_(planning)
    {}

    // Arrays are new in every round, as ours are. Huge pages are not always better: on them, places at
    // distances of powers of two compete for the same lines of a large cache.
    void round() override
    {
        if (runs_.empty()) plan();
        const SpreadThreads spread;
        const bool large = elements_ * bytes_per_complex(problem_.precision) >= Index{huge_page};
        time_on<Buffer<Complex>>(large ? ", huge pages" : "");
        if (large) time_on<PlainArray<Complex>>(", usual pages");
    }

private:
    struct Run {
        std::string name;
        bool in_place;
        NamedFftw3Plan<Real> planned;
        double error;
    };

    void plan()
    {
        const Buffer<Complex> in(elements_), out(elements_);
        const std::vector<fftw_iodim64> axes = axes_of_one(), arrays = arrays_of_batch();
        const std::vector<Index> bins = choose_bins(elements_, bins_to_check);
        fill(in.data());
        const std::vector<PreciseComplex> exact =
            precise_sums(problem_.what.problem(), Layout::block(elements_, 1), 0, in.data(), bins, Direction::forward);
        use_threads(Real{}, problem_.p);
        for (const bool in_place : {true, false}) {
            Complex* const result = in_place ? in.data() : out.data();
            const auto make = [&](unsigned flags) {
                return Fftw3<Real>::plan(static_cast<int>(axes.size()), axes.data(),
                                         static_cast<int>(arrays.size()), arrays.data(), raw(in.data()),
                                         raw(result), FFTW_FORWARD, flags);
            };
            Fftw3<Real>::forget_wisdom();
            for (const auto& planned : plans_of_fftw<Real>(make, now, planning_)) {
                const std::string name = text(in_place ? "in place, " : "out of place, ", problem_.p,
                                              problem_.p > 1 ? " threads, " : " thread, ", planned.planner);
                fill(in.data());
                Fftw3<Real>::execute(planned.plan.get());
                runs_.push_back({name, in_place, planned, relative_error(exact, values_at(bins, result))});
            }
        }
        // FFTW is also a kernel of the textbook's algorithm, which must not start threads of its own.
        use_threads(Real{}, 1);
    }

    // Row by row: the last axis runs fastest.
    std::vector<fftw_iodim64> axes_of_one() const
    {
        std::vector<fftw_iodim64> axes;
        Index stride = problem_.what.n();
        for (const Index length : problem_.what.shape) {
            stride /= length;
            axes.push_back({length, stride, stride});
        }
        return axes;
    }

    std::vector<fftw_iodim64> arrays_of_batch() const
    {
        if (problem_.what.batch == 1) return {};
        const Index n = problem_.what.n();
        return {{problem_.what.batch, n, n}};
    }

    void fill(Complex* x) const
    {
        const Signal signal = Signal::parse("random", elements_);
        for (Index j = 0; j < elements_; ++j) x[j] = static_cast<Complex>(signal(j));
    }

    template <class Array>
    void time_on(const char* pages)
    {
        // Zeros: repeated transforms of anything else overflow.
        const Array in(elements_), out(elements_);
        for (const Run& run : runs_) {
            Way way;
            way.name = run.name + pages;
            if (is_hopeless(way.name)) continue;
            way.planning = run.planned.planning;
            way.error = run.error;
            way.seconds = time(run.planned.plan, in.data(), run.in_place ? in.data() : out.data());
            add({way});
        }
    }

    bool is_hopeless(const std::string& name) const
    {
        double fastest = std::numeric_limits<double>::infinity(), own = 0;
        for (const Way& way : ways()) {
            fastest = std::min(fastest, minimum(way.seconds));
            if (way.name == name) own = minimum(way.seconds);
        }
        return own > hopeless * fastest;
    }

    static Samples time(const Fftw3Plan<Real>& plan, Complex* in, Complex* out)
    {
        return time_blocks([&](int count) {
            const double start = now();
            for (int i = 0; i < count; ++i) Fftw3<Real>::execute_on(plan.get(), raw(in), raw(out));
            return now() - start;
        });
    }

    static typename Fftw3<Real>::Complex* raw(Complex* x)
    {
        return reinterpret_cast<typename Fftw3<Real>::Complex*>(x);
    }

    Case problem_;
    Index elements_;
    FftwPlanning planning_;
    std::vector<Run> runs_;
};

}  // namespace

bool start_fftw_threads() { return fftw_init_threads() && fftwf_init_threads(); }

std::string fftw_release() { return fftw_version; }

std::string fftw_flags() { return fftw_cc; }

std::unique_ptr<Contestant> make_fftw(const Case& problem, const FftwPlanning& planning)
{
    if (problem.precision == Precision::single_)
        return std::make_unique<FftwContestant<float>>(problem, planning);
    return std::make_unique<FftwContestant<double>>(problem, planning);
}

}  // namespace bspfft::tools

#else

namespace bspfft::tools {

bool start_fftw_threads() { return false; }

std::string fftw_release() { return "none"; }

std::string fftw_flags() { return ""; }

std::unique_ptr<Contestant> make_fftw(const Case&, const FftwPlanning&) { return nullptr; }

}  // namespace bspfft::tools

#endif

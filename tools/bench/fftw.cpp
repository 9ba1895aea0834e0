#include "tools/bench/contestant.hpp"

#ifdef BSPFFT_HAVE_FFTW_THREADS

#include <algorithm>
#include <chrono>
#include <limits>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"
#include "tools/bench/fftw_plans.hpp"
#include "tools/bench/protocol.hpp"
#include "tools/bench/spread_threads.hpp"
#include "tools/processes/section.hpp"
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

    FftwContestant(const Problem& problem, double planning_limit)
        : problem_(problem), planning_limit_(planning_limit)
    {}

    // Arrays are new in every round, as ours are. Huge pages are not always better: on them, places at
    // distances of powers of two compete for the same lines of a large cache.
    void round() override
    {
        if (runs_.empty()) plan();
        const SpreadThreads spread;
        const bool large = problem_.n * bytes_per_complex(problem_.precision) >= Index{huge_page};
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
        const Buffer<Complex> in(problem_.n), out(problem_.n);
        const fftw_iodim64 length{problem_.n, 1, 1};
        use_threads(Real{}, problem_.p);
        for (const bool in_place : {true, false}) {
            Complex* const result = in_place ? in.data() : out.data();
            const auto make = [&](unsigned flags) {
                return Fftw3<Real>::plan(1, &length, 0, nullptr, raw(in.data()), raw(result), FFTW_FORWARD,
                                         flags);
            };
            Fftw3<Real>::forget_wisdom();
            for (const auto& planned : plans_of_fftw<Real>(make, now, planning_limit_)) {
                const std::string name = text(in_place ? "in place, " : "out of place, ", problem_.p,
                                              problem_.p > 1 ? " threads, " : " thread, ", planned.planner);
                runs_.push_back({name, in_place, planned, error_of(planned.plan, in.data(), result)});
            }
        }
        // FFTW is also a kernel of the textbook's algorithm, which must not start threads of its own.
        use_threads(Real{}, 1);
    }

    double error_of(const Fftw3Plan<Real>& plan, Complex* in, const Complex* result) const
    {
        const Signal signal = Signal::parse("random", problem_.n);
        const Buffer<Complex> x(problem_.n);
        for (Index j = 0; j < problem_.n; ++j) x.data()[j] = static_cast<Complex>(signal(j));
        std::copy_n(x.data(), problem_.n, in);
        Fftw3<Real>::execute(plan.get());
        double error = 0;
        run_section(1, [&](Port& port) {
            error = compare_bins(port, problem_.n, x.data(), result, choose_bins(problem_.n, bins_to_check),
                                 Direction::forward, 1.0)
                        .l2;
        });
        return error;
    }

    template <class Array>
    void time_on(const char* pages)
    {
        // Zeros: repeated transforms of anything else overflow.
        const Array in(problem_.n), out(problem_.n);
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

    Problem problem_;
    double planning_limit_;
    std::vector<Run> runs_;
};

}  // namespace

bool start_fftw_threads() { return fftw_init_threads() && fftwf_init_threads(); }

std::string fftw_release() { return fftw_version; }

std::string fftw_flags() { return fftw_cc; }

std::unique_ptr<Contestant> make_fftw(const Problem& problem, double planning_limit)
{
    if (problem.precision == Precision::single_)
        return std::make_unique<FftwContestant<float>>(problem, planning_limit);
    return std::make_unique<FftwContestant<double>>(problem, planning_limit);
}

}  // namespace bspfft::tools

#else

namespace bspfft::tools {

bool start_fftw_threads() { return false; }

std::string fftw_release() { return "none"; }

std::string fftw_flags() { return ""; }

std::unique_ptr<Contestant> make_fftw(const Problem&, double) { return nullptr; }

}  // namespace bspfft::tools

#endif

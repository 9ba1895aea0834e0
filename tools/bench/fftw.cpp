#include "tools/bench/contestant.hpp"

#ifdef BSPFFT_HAVE_FFTW_THREADS

#include <algorithm>
#include <chrono>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/text.hpp"
#include "tools/bench/fftw_names.hpp"
#include "tools/bench/protocol.hpp"
#include "tools/section.hpp"
#include "tools/signal.hpp"
#include "tools/verification.hpp"

namespace bspfft {

namespace {

// A way that was so many times slower than the fastest at first will not be the fastest.
constexpr double hopeless = 1.5;

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void use_threads(double, Index threads)
{
    static const int started = fftw_init_threads();
    if (started) fftw_plan_with_nthreads(static_cast<int>(threads));
}

void use_threads(float, Index threads)
{
    static const int started = fftwf_init_threads();
    if (started) fftwf_plan_with_nthreads(static_cast<int>(threads));
}

template <class Real>
class FftwContestant final : public Contestant {
public:
    using Complex = std::complex<Real>;

    FftwContestant(const Problem& problem, double planning_limit)
        : problem_(problem), planning_limit_(planning_limit), in_(problem.n), out_(problem.n)
    {}

    void round() override
    {
        if (runs_.empty()) plan();
        double fastest = 0;
        for (const Way& way : ways()) {
            if (!way.seconds.empty())
                fastest = fastest > 0 ? std::min(fastest, minimum(way.seconds)) : minimum(way.seconds);
        }
        for (std::size_t i = 0; i < runs_.size(); ++i) {
            Samples& seconds = ways_[i].seconds;
            if (!seconds.empty() && minimum(seconds) > hopeless * fastest) continue;
            const Samples found = time(runs_[i]);
            seconds.insert(seconds.end(), found.begin(), found.end());
        }
    }

private:
    void plan()
    {
        use_threads(Real{}, problem_.p);
        for (Complex* const out : {in_.data(), out_.data()}) {
            Fftw3<Real>::forget_wisdom();
            const fftw_iodim64 length{problem_.n, 1, 1};
            const auto make = [&](unsigned flags) {
                return Fftw3<Real>::plan(1, &length, 0, nullptr, raw(in_.data()), raw(out), FFTW_FORWARD,
                                         flags);
            };
            for (const auto& planned : plans_of_fftw<Real>(make, now, planning_limit_)) {
                Way way;
                way.name = text(out == in_.data() ? "in place, " : "out of place, ", problem_.p,
                                problem_.p > 1 ? " threads, " : " thread, ", planned.planner);
                way.planning = planned.planning;
                way.error = error_of(planned.plan, out);
                ways_.push_back(way);
                runs_.push_back(planned.plan);
            }
        }
    }

    double error_of(const Fftw3Plan<Real>& plan, const Complex* out)
    {
        const Signal signal = Signal::parse("random", problem_.n);
        Buffer<Complex> x(problem_.n);
        for (Index j = 0; j < problem_.n; ++j) x.data()[j] = static_cast<Complex>(signal(j));
        std::copy_n(x.data(), problem_.n, in_.data());
        Fftw3<Real>::execute(plan.get());
        double error = 0;
        run_section(1, [&](Port& port) {
            error = compare_bins(port, problem_.n, x.data(), out, choose_bins(problem_.n, bins_to_check),
                                 Direction::forward, 1.0)
                        .l2;
        });
        // Repeated transforms of anything but zeros overflow.
        for (Complex* const array : {in_.data(), out_.data()}) std::fill_n(array, problem_.n, Complex());
        return error;
    }

    static Samples time(const Fftw3Plan<Real>& plan)
    {
        return time_blocks([&](int count) {
            const double start = now();
            for (int i = 0; i < count; ++i) Fftw3<Real>::execute(plan.get());
            return now() - start;
        });
    }

    static typename Fftw3<Real>::Complex* raw(Complex* x)
    {
        return reinterpret_cast<typename Fftw3<Real>::Complex*>(x);
    }

    Problem problem_;
    double planning_limit_;
    Buffer<Complex> in_;
    Buffer<Complex> out_;
    std::vector<Fftw3Plan<Real>> runs_;
};

}  // namespace

bool has_fftw_threads() { return true; }

std::string fftw_release() { return fftw_version; }

std::string fftw_flags() { return fftw_cc; }

std::unique_ptr<Contestant> make_fftw(const Problem& problem, double planning_limit)
{
    if (problem.precision == Precision::single_)
        return std::make_unique<FftwContestant<float>>(problem, planning_limit);
    return std::make_unique<FftwContestant<double>>(problem, planning_limit);
}

}  // namespace bspfft

#else

namespace bspfft {

bool has_fftw_threads() { return false; }

std::string fftw_release() { return "none"; }

std::string fftw_flags() { return ""; }

std::unique_ptr<Contestant> make_fftw(const Problem&, double) { return nullptr; }

}  // namespace bspfft

#endif

// Relative L2 error beside FFTW's, on the same random input and the same values, against sums in twice the
// precision.
//
// usage: accuracy [largest log2 n]      exit status 1 if an error is over 1.5 times FFTW's
#include <fftw3.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <vector>

#include "bspfft/bspfft.hpp"
#include "tools/processes/section.hpp"
#include "tools/signal.hpp"
#include "tools/verification.hpp"

using namespace bspfft;
using namespace bspfft::tools;

namespace {

constexpr double allowed = 1.5;
constexpr Index bins = 64;

void fftw(std::vector<std::complex<double>>& x)
{
    auto* const data = reinterpret_cast<fftw_complex*>(x.data());
    const fftw_plan plan =
        fftw_plan_dft_1d(static_cast<int>(x.size()), data, data, FFTW_FORWARD, FFTW_ESTIMATE);
    fftw_execute(plan);
    fftw_destroy_plan(plan);
}

void fftw(std::vector<std::complex<float>>& x)
{
    auto* const data = reinterpret_cast<fftwf_complex*>(x.data());
    const fftwf_plan plan =
        fftwf_plan_dft_1d(static_cast<int>(x.size()), data, data, FFTW_FORWARD, FFTW_ESTIMATE);
    fftwf_execute(plan);
    fftwf_destroy_plan(plan);
}

template <class Real>
double error_of_fftw(Index n)
{
    const Signal signal = Signal::parse("random", n);
    std::vector<std::complex<Real>> x(static_cast<std::size_t>(n));
    for (Index j = 0; j < n; ++j) x[static_cast<std::size_t>(j)] = static_cast<std::complex<Real>>(signal(j));
    auto y = x;
    fftw(y);
    double error = 0;
    run_section(1, [&](Port& port) {
        error = compare_bins(port, n, x.data(), y.data(), choose_bins(n, bins), Direction::forward, 1.0).l2;
    });
    return error;
}

template <class Real>
double error_of_ours(Index n, Index p, Kernel kernel)
{
    const Signal signal = Signal::parse("random", n);
    double error = 0;
    run_section(p, [&](Port& port) {
        PlanOptions options;
        options.kernel = kernel;
        Plan<Real> plan(n, options);
        std::vector<std::complex<Real>> x(static_cast<std::size_t>(plan.local_size()));
        for (Index i = 0; i < plan.local_size(); ++i) {
            x[static_cast<std::size_t>(i)] =
                static_cast<std::complex<Real>>(signal(plan.distribution().global(port.s(), i)));
            plan.data()[i] = x[static_cast<std::size_t>(i)];
        }
        plan.forward();
        const double found =
            compare_bins(port, n, x.data(), plan.data(), choose_bins(n, bins), Direction::forward, 1.0).l2;
        if (port.s() == 0) error = found;
    });
    return error;
}

// At lengths this short both are exact or off by single roundings; then one rounding is no difference.
template <class Real>
bool acceptable(double ours, double theirs)
{
    return ours <= allowed * theirs || ours <= std::numeric_limits<Real>::epsilon() / 4;
}

template <class Real>
bool compare(const char* precision, Index n)
{
    const double theirs = error_of_fftw<Real>(n);
    bool right = true;
    for (Index p = 1; p <= 2 && p <= n / 2; p *= 2) {
        for (const auto& [name, kernel] :
             {std::pair{"radix2", Kernel::radix2}, {"fftw", Kernel::fftw}, {"simd", Kernel::simd}}) {
            if (kernel == Kernel::simd && !Schedule::can_be_fast(n, p)) continue;
            const double ours = error_of_ours<Real>(n, p, kernel);
            right = right && acceptable<Real>(ours, theirs);
            std::printf("%-6s 2^%-2.0f p = %lld %-6s %9.2e  FFTW %9.2e  ratio %.2f\n", precision,
                        std::log2(n), static_cast<long long>(p), name, ours, theirs,
                        theirs > 0 ? ours / theirs : 1.0);
        }
    }
    return right;
}

}  // namespace

int main(int argc, char** argv)
{
    const int largest = argc > 1 ? std::atoi(argv[1]) : 20;
    bool right = true;
    for (int m = 1; m <= largest; ++m) {
        right &= compare<double>("double", Index{1} << m);
        right &= compare<float>("float", Index{1} << m);
        std::fflush(stdout);
    }
    return right ? 0 : 1;
}

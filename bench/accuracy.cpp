// Relative L2 error beside FFTW's, on the same random inputs and the same values, against sums in twice the
// precision. A short transform is made of many inputs: with one input of 16 numbers the ratio of two equally accurate
// programs exceeds 1.5 in one case of ten, because so few roundings vary at random.
//
// usage: accuracy [largest log2 n]      exit status 1 if an error is over 1.5 times FFTW's
#include <fftw3.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "bspfft/bspfft.hpp"
#include "tools/processes/section.hpp"
#include "bsp_fft/measure/signal.hpp"
#include "bsp_fft/measure/verification.hpp"

using namespace bspfft;
using namespace bspfft::tools;

namespace {

constexpr double allowed = 1.5;
constexpr Index bins = 64;

Index inputs(Index n) { return std::max<Index>(1, 1024 / n); }
Signal input(Index number, Index n) { return Signal::parse("random:" + std::to_string(number + 1), n); }

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

// The root mean square of the errors; transform(x, y) computes this process's part y of the result.
template <class Real, class Transform>
double error_over_inputs(Port& port, Index n, Transform transform)
{
    const Index local = n / port.p();
    std::vector<std::complex<Real>> x(static_cast<std::size_t>(local)), y(x.size());
    double squares = 0;
    for (Index number = 0; number < inputs(n); ++number) {
        const Signal signal = input(number, n);
        for (Index i = 0; i < local; ++i)
            x[static_cast<std::size_t>(i)] = static_cast<std::complex<Real>>(signal(port.s() + i * port.p()));
        transform(x, y);
        const auto error =
            compare_bins(port, n, x.data(), y.data(), choose_bins(n, bins), Direction::forward, 1.0);
        squares += error.l2 * error.l2;
    }
    return std::sqrt(squares / static_cast<double>(inputs(n)));
}

template <class Real>
double error_of_fftw(Index n)
{
    double error = 0;
    run_section(1, [&](Port& port) {
        error = error_over_inputs<Real>(port, n, [](const auto& x, auto& y) {
            y = x;
            fftw(y);
        });
    });
    return error;
}

template <class Real>
double error_of_ours(Index n, Index p, Kernel kernel)
{
    double error = 0;
    run_section(p, [&](Port& port) {
        PlanOptions options;
        options.kernel = kernel;
        Plan<Real> plan(n, options);
        const double found = error_over_inputs<Real>(port, n, [&](const auto& x, auto& y) {
            std::copy(x.begin(), x.end(), plan.data());
            plan.forward();
            std::copy_n(plan.data(), y.size(), y.begin());
        });
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
            if (kernel == Kernel::simd && !has_free_cut(n, p)) continue;
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

// Relative L2 error beside FFTW's, on the same random inputs and the same values, against sums in twice the
// precision: the root mean square over several inputs. A small transform is made of many: with one input of 16 numbers
// the ratio of two equally accurate programs exceeds 1.5 in one case of ten, because so few roundings vary at random.
//
// It transforms complex data forward, real data forward, and both forward and back.
//
// usage: accuracy [largest log2 n | SHAPE ...]      without shapes: powers of two up to 2^20, then some of all kinds
//        accuracy --table [longest]                 L2 and the largest error, of all radices, for n up to 2^26
//
// Exit status 1 if an error is over 1.5 times FFTW's, or 3 times by Bluestein's algorithm, of all or inside an axis.
#include "bench/accuracy.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/measure/verification.hpp"
#include "bsp_fft/schedule/builders.hpp"
#include "bspfft/bspfft.hpp"
#include "tools/terminal/words.hpp"

using namespace bspfft;
using namespace bspfft::tools;

namespace {

template <class Real>
double error_of_fftw(const Workload& what, const std::vector<Reference>& references)
{
    Mean mean;
    for (const Reference& one : references) {
        std::vector<std::complex<Real>> x = values_of<std::complex<Real>>(one.signal, what.n());
        auto* const data = reinterpret_cast<Real*>(x.data());
        execute(FftwFourier<Real>(what).forward(data, data, FFTW_ESTIMATE), Real{});
        mean.add(relative_error(one.exact, values_at(one.places, x.data())));
    }
    return mean.value();
}

template <class Real>
double error_of(Port& port, Plan<Real>& plan, const Reference& reference)
{
    for (Index i = 0; i < plan.local_size(); ++i)
        plan.input()[i] = static_cast<std::complex<Real>>(reference.signal(plan.layout_in().global(port.s(), i)));
    plan.forward();
    return relative_error(reference.exact, values_at(port, reference.places, plan.layout_out(), plan.output()));
}

template <class Real>
Ours ours(const Workload& what, Index p, Kernel kernel, const std::vector<Reference>& references)
{
    Ours found;
    run_section(p, [&](Port& port) {
        PlanOptions options;
        options.kernel = kernel;
        Plan<Real> plan(what.shape, options);
        Mean mean;
        for (const Reference& one : references) mean.add(error_of(port, plan, one));
        if (port.s() == 0) found = {mean.value(), plan.options().algorithm, plan.kernel_name()};
    });
    return found;
}

// By Bluestein's algorithm over all processes, or in the kernel for a prime that has no butterfly.
bool is_bluestein(const Workload& what, Algorithm algorithm)
{
    constexpr Index largest_butterfly = 100;
    Index largest = 1;
    for (Index n : what.shape) {
        for (Index factor = 2; factor * factor <= n; ++factor) {
            for (; n % factor == 0; n /= factor) largest = std::max(largest, factor);
        }
        largest = std::max(largest, n);
    }
    return algorithm == Algorithm::bluestein || largest > largest_butterfly;
}

// At lengths this short both are exact or off by single roundings; then one rounding is no difference.
bool acceptable(const Workload& what, bool single, const Ours& ours, double theirs)
{
    const double limit = is_bluestein(what, ours.algorithm) ? allowed_to_bluestein : allowed;
    const double rounding =
        single ? std::numeric_limits<float>::epsilon() : std::numeric_limits<double>::epsilon();
    return ours.error <= limit * theirs || ours.error <= rounding / 4;
}

// Those of the textbook's algorithm are for powers of two in one axis.
std::vector<Kernel> kernels_for(const Workload& what, Index p)
{
    const bool power = what.is_one_vector() && is_power_of_two(what.n());
    if (!power) return {Kernel::automatic};
    if (!has_free_cut(what.n(), p)) return {Kernel::radix2, Kernel::fftw};
    return {Kernel::radix2, Kernel::fftw, Kernel::simd};
}

template <class Real>
bool compare_complex(const Workload& what)
{
    const std::vector<Reference> known = references<std::complex<Real>>(what);
    const double theirs = error_of_fftw<Real>(what, known);
    bool right = true;
    for (Index p = 1; p <= 2 && p <= std::max<Index>(1, what.n() / 2); ++p) {
        for (const Kernel kernel : kernels_for(what, p)) {
            const Ours found = ours<Real>(what, p, kernel, known);
            right = print("forward", sizeof(Real) == sizeof(float), what, p, found, theirs) && right;
        }
    }
    return right;
}

bool compare(const Workload& what)
{
    bool right = compare_complex<double>(what);
    right = compare_complex<float>(what) && right;
    right = compare_real(what) && right;
    std::fflush(stdout);
    return right;
}

bool is_a_logarithm(const std::string& word) { return word.size() <= 2 && word.find_first_not_of("0123456789") > 2; }

// All kinds: odd primes alone and together, a large prime factor, primes, several axes.
std::vector<Workload> other_shapes()
{
    return {{{9}},        {{15}},        {{1001}},     {{6561}},      {{10000}},        {{390625}},       {{279936}},
            {{2 * 1009}}, {{10007}},     {{65537}},    {{100, 36}},   {{256, 256}},     {{1000, 360}},    {{17, 19}},
            {{64, 64, 64}}, {{30, 42, 70}}, {{7, 11, 13}}, {{101, 103}}, {{8, 9, 10, 11}}};
}

std::vector<Workload> workloads_of(const std::vector<std::string>& words)
{
    std::vector<Workload> workloads;
    const bool by_size = words.empty() || (words.size() == 1 && is_a_logarithm(words.front()));
    if (!by_size) {
        for (const std::string& word : words) workloads.push_back({read_shape(word)});
        return workloads;
    }
    const int largest = words.empty() ? 20 : std::atoi(words.front().c_str());
    for (int m = 1; m <= largest; ++m) workloads.push_back({{Index{1} << m}});
    for (const Workload& what : other_shapes()) {
        if (what.n() <= Index{1} << largest) workloads.push_back(what);
    }
    return workloads;
}

}  // namespace

namespace bspfft::tools {

bool print(const char* what_of, bool single, const Workload& what, Index p, const Ours& ours, double theirs)
{
    const bool good = acceptable(what, single, ours, theirs);
    std::printf("%-6s %-15s %-11s p = %lld %-9s %-6s %9.2e  FFTW %9.2e  ratio %.2f%s\n", single ? "float" : "double",
                what_of, what.name().c_str(), static_cast<long long>(p), algorithm_name(ours.algorithm),
                ours.kernel.c_str(), ours.error, theirs, theirs > 0 ? ours.error / theirs : 1.0,
                good ? "" : "  TOO LARGE");
    return good;
}

}  // namespace bspfft::tools

int main(int argc, char** argv)
{
    try {
        bool right = true;
        if (argc > 1 && std::string(argv[1]) == "--table")
            return print_table(argc > 2 ? parse_length(argv[2]) : Index{1} << 26) ? 0 : 1;
        for (const Workload& what : workloads_of({argv + 1, argv + argc})) right = compare(what) && right;
        return right ? 0 : 1;
    } catch (const Error& error) {
        std::fprintf(stderr, "accuracy: %s\n", error.what());
        return 2;
    }
}

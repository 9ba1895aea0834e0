// Vectors on the host through a window of a GPU's memory, beside what the bus takes: two sweeps in and two out.
//   g++ -std=c++20 -O3 -Iinclude -Iinclude/bsplib bench/window.cpp -lbspfft -lbsplib-threads
//   ./a.out float 31 4096 double 26 256        (precision, log2 n, MiB of the window, ...)
// The input is a wave and a point, whose transform is a point and a wave: the relative error in the L2 norm is that of
// all results.
#include <bsp.h>

#include <sched.h>
#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <string>
#include <thread>
#include <vector>

#include "bspfft/plan.hpp"

namespace {

using bspfft::Index;
using Value = std::complex<double>;

// of the program, before its process is pinned
cpu_set_t cores;

constexpr Index threads = 16, run = 1024, part = 64;

double seconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// exp(sign 2 pi i e / n), where n is a power of two, so that an overflow of e does no harm
Value root(std::uint64_t e, Index n, double sign)
{
    const auto turns = static_cast<long double>(e % static_cast<std::uint64_t>(n)) / static_cast<long double>(n);
    return Value(std::polar(1.0L, 2 * std::numbers::pi_v<long double> * turns * sign));
}

/// Waves of height 1 / sqrt(n), exp(sign 2 pi i f j / n), and points of height 1: of equal norm.
struct Signal {
    Index n;
    std::vector<Index> waves;
    std::vector<Index> points;

    // The elements from a multiple of `run` on.
    void fill(Index first, double sign, Value* to) const
    {
        std::fill_n(to, run, Value{});
        for (const Index wave : waves) {
            const auto f = static_cast<std::uint64_t>(wave), j = static_cast<std::uint64_t>(first);
            Value inner[part];
            for (std::uint64_t i = 0; i < part; ++i)
                inner[i] = root(f * i, n, sign) / std::sqrt(static_cast<double>(n));
            for (std::uint64_t i = 0; i < run; i += part) {
                const Value outer = root(f * (j + i), n, sign);
                for (std::uint64_t k = 0; k < part; ++k) to[i + k] += outer * inner[k];
            }
        }
        for (const Index point : points) {
            if (point >= first && point < first + run) to[point - first] += 1;
        }
    }
};

template <class Body>
void in_parallel(Index n, Body body)
{
    std::vector<std::thread> all;
    for (Index t = 0; t < threads; ++t) {
        all.emplace_back([=] {
            sched_setaffinity(0, sizeof cores, &cores);
            const Index runs = n / run;
            for (Index i = runs * t / threads; i < runs * (t + 1) / threads; ++i) body(t, i * run);
        });
    }
    for (std::thread& thread : all) thread.join();
}

template <class Real>
void fill(std::complex<Real>* x, const Signal& signal, double sign)
{
    in_parallel(signal.n, [&](Index, Index first) {
        std::vector<Value> values(run);
        signal.fill(first, sign, values.data());
        for (Index i = 0; i < run; ++i) x[first + i] = std::complex<Real>(values[static_cast<std::size_t>(i)]);
    });
}

template <class Real>
double error(const std::complex<Real>* x, const Signal& signal, double sign, double scale)
{
    std::vector<double> wrong(threads * 16), all(threads * 16);
    in_parallel(signal.n, [&](Index t, Index first) {
        std::vector<Value> values(run);
        signal.fill(first, sign, values.data());
        const auto at = static_cast<std::size_t>(16 * t);
        for (Index i = 0; i < run; ++i) {
            const Value value = values[static_cast<std::size_t>(i)];
            wrong[at] += std::norm(Value(x[first + i]) * scale - value);
            all[at] += std::norm(value);
        }
    });
    double sum = 0, norm = 0;
    for (std::size_t t = 0; t < wrong.size(); ++t) sum += wrong[t], norm += all[t];
    return std::sqrt(sum / norm);
}

template <class Real>
void measure(int exponent, Index window)
{
    const Index n = Index{1} << exponent;
    const std::size_t bytes = static_cast<std::size_t>(n) * 2 * sizeof(Real);
    void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    madvise(memory, bytes, MADV_HUGEPAGE);
    auto* const x = static_cast<std::complex<Real>*>(memory);
    // the point becomes a wave, and the wave a point
    const Signal signal{n, {n / 3}, {n / 11 * 2 + 1}};
    const double begin = seconds();
    fill(x, signal, 1);
    const double filled = seconds();
    bspfft::PlanOptions options;
    options.kernel = bspfft::Kernel::cuda;
    options.device_window = window;
    options.normalisation = bspfft::Normalisation::inverse;
    bspfft::Plan<Real> plan(n, x, options);
    const double planned = seconds();
    plan.forward();
    const double first = seconds() - planned;
    const Signal spectrum{n, signal.points, signal.waves};
    const double forward_error = error(x, spectrum, -1, 1 / std::sqrt(static_cast<double>(n)));
    plan.inverse();
    const double there_and_back = error(x, signal, 1, 1);
    plan.account(true);
    double least = first;
    for (int i = 0; i < 2; ++i) {
        const double start = seconds();
        plan.forward();
        least = std::min(least, seconds() - start);
    }
    std::printf("%s 2^%d, window %.0f MiB: %.3f s (first %.3f), %.1f GB each way a sweep at %.1f GB/s, error %.2e, "
                "forward and inverse %.2e; filled in %.2f s, planned in %.2f s\n",
                sizeof(Real) == 4 ? "float" : "double", exponent, static_cast<double>(window) / (1 << 20), least, first,
                static_cast<double>(bytes) * 1e-9, 2e-9 * static_cast<double>(bytes) / least, forward_error,
                there_and_back, filled - begin, planned - filled);
    const bspfft::Ledger ledger = plan.ledger();
    for (std::size_t i = 0; i < ledger.supersteps.size(); ++i) {
        const bspfft::LedgerEntry cost = ledger.supersteps[i].largest();
        std::printf("   %s: %lld slices, %.1f ms, %.2f GB both ways\n", ledger.supersteps[i].name.c_str(),
                    static_cast<long long>(plan.schedule().supersteps()[i].computation.slices), cost.pcie_seconds * 500,
                    static_cast<double>(cost.pcie_bytes) * 5e-10);
    }
    std::fflush(stdout);
    munmap(memory, bytes);
}

}  // namespace

int main(int count, char** words)
{
    sched_getaffinity(0, sizeof cores, &cores);
    bsp_begin(1);
    for (int i = 1; i + 2 < count; i += 3) {
        const Index window = Index{std::atoll(words[i + 2])} << 20;
        std::string(words[i]) == "float" ? measure<float>(std::atoi(words[i + 1]), window)
                                         : measure<double>(std::atoi(words[i + 1]), window);
    }
    bsp_end();
}

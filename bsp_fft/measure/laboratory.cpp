#include "bsp_fft/measure/laboratory.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <random>

namespace bspfft {

namespace {

constexpr int fewest_rounds = 3;
constexpr int most_rounds = 15;

}  // namespace

// Packets stand apart in the middle array (CutShape), by far less than an eighth of it.
Bench::Bench(Port& port, Index size) : port_(port), size_(size), x_(2 * size), middle_(2 * (size + size / 8))
{
    port_.push(middle_.data(), 2 * size * static_cast<Index>(sizeof(double)));
    port_.sync();
}

Bench::~Bench()
{
    port_.pop(middle_.data());
    port_.sync();
}

double Bench::now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void carry_out(Port& port, const std::vector<Experiment>& experiments, double seconds)
{
    std::vector<std::vector<std::vector<double>>> samples(experiments.size());
    std::vector<std::size_t> order(experiments.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::mt19937 chance(1);  // the same on all processes
    const double start = Bench::now();
    const double limit = largest_over_processes(port, seconds);
    double last = 0;
    for (int round = 0; round < most_rounds; ++round) {
        const double elapsed = largest_over_processes(port, Bench::now() - start);
        if (round >= fewest_rounds && elapsed + (elapsed - last) > limit) break;
        last = elapsed;
        std::shuffle(order.begin(), order.end(), chance);
        for (const std::size_t i : order) {
            const std::vector<double> found = experiments[i].sample();
            samples[i].resize(found.size());
            for (std::size_t q = 0; q < found.size(); ++q) samples[i][q].push_back(found[q]);
        }
    }
    for (std::size_t i = 0; i < experiments.size(); ++i) experiments[i].conclude(samples[i]);
}

}  // namespace bspfft

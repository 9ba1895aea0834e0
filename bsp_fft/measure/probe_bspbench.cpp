// r, g and l as bspbench measures them  [BSPedupack 2.0; PSC 1.6], for the textbook's prediction. Unlike
// there everything is measured several times, and g and l are fitted to each time.
#include <algorithm>

#include "bsp_fft/machine/estimate.hpp"
#include "bsp_fft/measure/laboratory.hpp"

namespace bspfft {

namespace {

constexpr Index daxpy_length = 1024;
constexpr Index most_words = 256;  // of an h-relation
constexpr Index most_rounds = 100;
constexpr double seconds_a_point = 4e-4;

// Two DAXPYs, so that the compiler cannot remove them.
double daxpy_rate(Bench& bench)
{
    double* const x = bench.x();
    double* const y = x + daxpy_length;
    double* const z = y + daxpy_length;
    const auto both = [&] {
        for (Index i = 0; i < daxpy_length; ++i) y[i] += 1e-9 * x[i];
        for (Index i = 0; i < daxpy_length; ++i) z[i] -= 1e-9 * x[i];
    };
    const double flops = 4 * static_cast<double>(most_rounds * daxpy_length);
    const double rate = flops / seconds_of(most_rounds, both);
    return sum_over_processes(bench.port(), rate) / static_cast<double>(bench.port().p());
}

// Process s puts h doubles, the i-th to process s + 1 + (i mod (p-1)).
double seconds_of_relation(Bench& bench, Index h, Index rounds)
{
    Port& port = bench.port();
    const Index p = port.p(), s = port.s();
    const double source = 0;
    port.sync();
    return Bench::median_seconds_of(rounds, [&] {
        for (Index i = 0; i < h; ++i) {
            const Index to = p == 1 ? 0 : (s + 1 + i % (p - 1)) % p;
            const Index at = p == 1 ? i : s + i / (p - 1) * p;
            port.put(to, &source, bench.landing(), at * static_cast<Index>(sizeof source), sizeof source);
        }
        port.sync();
    });
}

// 1/r, g, l and how much of the times the line explains. The clock is process 0's. Fitted values may be too
// large or too small, so that all samples of g and l count.
std::vector<double> measure(Bench& bench, Index rounds)
{
    const double rate = daxpy_rate(bench);
    std::vector<double> h_values, seconds;
    for (Index h = std::min(bench.port().p(), most_words / 2); h <= most_words; ++h) {
        h_values.push_back(static_cast<double>(h));
        seconds.push_back(seconds_of_relation(bench, h, rounds));
    }
    const Line line = fit_line(h_values, seconds);
    const std::vector<double> all =
        gather(bench.port(), {1 / rate, line.slope * rate, line.intercept * rate, line.explained});
    return {all.begin(), all.begin() + 4};
}

}  // namespace

void Probe::add_bspbench()
{
    const double once = largest_over_processes(bench.port(), seconds_of_relation(bench, most_words, 2));
    const Index rounds = std::clamp(static_cast<Index>(seconds_a_point / once), Index{1}, most_rounds);
    const auto conclude = [this](const std::vector<Samples>& samples) {
        const Estimate rate = reciprocal(estimate_of_times(samples[0]));
        machine.bsp.push_back({p(), rate, estimate(samples[1]), estimate(samples[2])});
        for (const auto& [name, value] : {std::pair{"g", median(samples[1])}, {"l", median(samples[2])}}) {
            if (value >= 0) continue;
            machine.warnings.push_back(text("poor fit: for p = ", p(), " bspbench's ", name, " is ", value,
                                            ", less than 0, and predictions take 0; probe again when nothing else ",
                                            "runs"));
        }
        if (median(samples[3]) >= 0.9) return;
        machine.warnings.push_back(text("poor fit: for p = ", p(), " bspbench's line g h + l explains only ",
                                        static_cast<int>(100 * median(samples[3])), "% of the times"));
    };
    experiments.push_back({[this, rounds] { return measure(bench, rounds); }, conclude});
}

}  // namespace bspfft

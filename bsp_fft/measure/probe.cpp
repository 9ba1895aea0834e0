#include "bsp_fft/measure/probe.hpp"

#include <algorithm>

#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/measure/statistics.hpp"

namespace bspfft {

namespace {

// Complex numbers; in haste they stay in the caches.
constexpr Index largest_array = Index{1} << 22;
constexpr Index hasty_array = Index{1} << 16;
constexpr Index smallest_array = Index{1} << 14;
constexpr double haste = 2;  // seconds

// Two arrays on each process, and as much for smaller ones, in a quarter of the memory.
Index array_size(Port& port, double seconds)
{
    const Index largest = seconds < haste ? hasty_array : largest_array;
    const Index room =
        available_memory() / 4 / 4 / static_cast<Index>(2 * sizeof(double)) / Port::on_this_machine(port.p());
    const Index mine = power_of_two_below(std::clamp(room, smallest_array, largest));
    const std::vector<double> all = gather(port, {static_cast<double>(mine)});
    return static_cast<Index>(*std::min_element(all.begin(), all.end()));
}

void append(std::vector<Experiment>& to, const std::vector<Experiment>& more)
{
    to.insert(to.end(), more.begin(), more.end());
}

double width(const Estimate& e) { return e.value > 0 ? (e.high - e.low) / e.value : 0; }

void warn_of_noise(Machine& machine)
{
    std::vector<double> widths;
    for (const KernelPoint& point : machine.kernels) widths.push_back(width(point.seconds));
    for (const PutPoint& point : machine.puts) widths.push_back(width(point.seconds));
    if (widths.empty()) return;
    std::sort(widths.begin(), widths.end());
    const double wide = widths[widths.size() * 3 / 4];
    if (wide < 0.25) return;
    machine.warnings.push_back(text("noisy machine: a quarter of the intervals are wider than ",
                                    static_cast<int>(100 * wide),
                                    "% of their value; probe again when nothing else runs"));
}

// A short put takes o and its bytes; the shortest two lengths tell them apart.
void find_overhead(Machine& machine)
{
    const auto shortest = [](const PutPoint& a, const PutPoint& b) {
        return std::pair(a.bytes, a.working_set) < std::pair(b.bytes, b.working_set);
    };
    std::vector<PutPoint> puts;
    for (const PutPoint& point : machine.puts) {
        if (point.exchange == (Port::completes_at_call() ? Exchange::hpput : Exchange::put) &&
            point.p == machine.p)
            puts.push_back(point);
    }
    if (puts.empty()) return;
    std::sort(puts.begin(), puts.end(), shortest);
    machine.put_overhead = puts.front().seconds;
    const double latency = machine.sync_seconds(machine.p);
    machine.alpha = {puts.front().seconds.value + latency, puts.front().seconds.low + latency,
                     puts.front().seconds.high + latency};
    const PutPoint& longest = puts.back();
    const auto bytes = static_cast<double>(longest.bytes);
    machine.beta = {longest.seconds.value / bytes, longest.seconds.low / bytes, longest.seconds.high / bytes};
}

}  // namespace

void probe_section(Port& port, Machine& machine, Extent extent, double seconds)
{
    const double start = Bench::now();
    machine.p = std::max(machine.p, port.p());
    Bench bench(port, array_size(port, seconds));
    std::vector<Experiment> experiments;
    if (extent == Extent::all) {
        append(experiments, kernel_experiments(bench, machine));
        append(experiments, put_experiments(bench, machine));
        append(experiments, stream_experiments(bench, machine));
    }
    append(experiments, bspbench_experiments(bench, machine));
    experiments.push_back(sync_experiment(bench, machine));
    carry_out(port, experiments, seconds - (Bench::now() - start));
}

void conclude_probe(Machine& machine)
{
    if (machine.p > machine.cores) {
        machine.warnings.push_back(text("oversubscribed: ", machine.p, " processes on ", machine.cores,
                                        " cores; times are of processes that take turns"));
    }
    warn_of_noise(machine);
    find_overhead(machine);
}

}  // namespace bspfft

#include "bspfft/machine.hpp"

#include <algorithm>

#include <unistd.h>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/kernel/lanes/lanes_simd.hpp"
#include "bsp_fft/machine/estimate.hpp"
#include "bsp_fft/machine/measurements.hpp"
#include "bsp_fft/measure/laboratory.hpp"
#include "bsp_fft/measure/pace.hpp"

namespace bspfft {

namespace {

// Complex numbers; in a short probe they fit in the caches.
constexpr Index largest_array = Index{1} << 22;
constexpr Index small_array = Index{1} << 16;
constexpr Index smallest_array = Index{1} << 14;
constexpr double short_time = 2;  // seconds
constexpr int usual_rounds = 3;

// Two arrays on each process, and the same again for smaller ones, use a quarter of the memory.
Index array_size(Port& port, double seconds)
{
    const Index largest = seconds < short_time ? small_array : largest_array;
    const Index room = available_memory() / 4 / 4 / static_cast<Index>(2 * sizeof(double)) / Port::on_this_machine();
    const Index mine = power_of_two_below(std::clamp(room, smallest_array, largest));
    const std::vector<double> all = gather(port, {static_cast<double>(mine)});
    return static_cast<Index>(*std::ranges::min_element(all));
}

void warn_of_noise(Machine& machine, Index p, const Conduct& conduct)
{
    if (conduct.rounds < usual_rounds) {
        machine.warnings.push_back(text("busy machine: in the time for p = ", p, " everything was measured only ",
                                        conduct.rounds == 1 ? "once" : "twice",
                                        "; probe again when nothing else runs, or with more --seconds"));
    }
    if (conduct.disturbed_share > 0.25) {
        machine.warnings.push_back(text("noisy machine: for p = ", p, " the times of ",
                                        static_cast<int>(100 * conduct.disturbed_share),
                                        "% of the experiments spread by over a quarter; probe again when nothing "
                                        "else runs"));
    }
}

// Two virtual processors on one core compute at half of its pace, whatever their shares of time.
void warn_of_shared_cores(Machine& machine, Index p)
{
    std::vector<double> paces;
    for (const TilePoint& alone : machine.tiles) {
        if (alone.active != 1) continue;
        for (const TilePoint& point : machine.tiles) {
            if (point.active == p && is_same_work(point, alone))
                paces.push_back(alone.seconds.value / point.seconds.value);
        }
    }
    if (paces.empty() || median(paces) >= 0.9) return;
    machine.warnings.push_back(text("shared cores: in the caches ", p, " processes computed at ",
                                    static_cast<int>(100 * median(paces)), "% of the pace of one alone; if they have ",
                                    "a core each, probe again when nothing else runs"));
}

// A short put costs o plus its bytes; the two shortest lengths separate them.
void find_overhead(Machine& machine)
{
    const Exchange exchange = Port::completes_at_call() ? Exchange::hpput : Exchange::put;
    std::vector<PutPoint> puts = machine.puts;
    std::erase_if(puts, [&](const PutPoint& put) { return put.exchange != exchange || put.p != machine.p; });
    if (puts.empty()) return;
    std::ranges::sort(puts, {}, [](const PutPoint& put) { return std::pair(put.bytes, put.working_set); });
    machine.put_overhead = puts.front().seconds;
    machine.alpha = puts.front().seconds + exactly(machine.sync_seconds(machine.p).value);
    machine.beta = 1 / static_cast<double>(puts.back().bytes) * puts.back().seconds;
}

}  // namespace

Bench::Bench(Port& port, Index size) : port_(port), size_(size)
{
    Agreement(port_).on([&] {
        x_ = Buffer<double>(2 * size);
        landing_ = Buffer<double>(2 * landing_size());
        Port::require_addressable(2 * size * static_cast<Index>(sizeof(double)));
    });
    port_.push(landing_.data(), 2 * size * static_cast<Index>(sizeof(double)));
    port_.sync();
}

// An exception may be only on this process: then the others are elsewhere, and the section cannot continue.
Bench::~Bench()
{
    if (std::uncaught_exceptions() > exceptions_) return;
    port_.pop(landing_.data());
    port_.sync();
}

Machine this_machine()
{
    Machine machine;
    machine.cpu = cpu_name();
    machine.runtime = Port::runtime();
    machine.simd = simd::target();
    machine.cores = static_cast<Index>(::sysconf(_SC_NPROCESSORS_ONLN));
    machine.date = date_and_time();
    return machine;
}

void probe_section(Machine& machine, const ProbeOptions& options)
{
    const double start = steady_seconds();
    Port port;
    machine.p = std::max(machine.p, port.p());
    Bench bench(port, array_size(port, options.seconds));
    Probe probe{bench, machine};
    if (!options.only_bsp_parameters) {
        for (const Index bytes : options.bytes_per_real) {
            probe.add_kernels(bytes);
            probe.add_sweeps(bytes);
        }
        probe.add_puts();
        probe.add_arrivals();
        probe.add_streams();
    }
    probe.add_bspbench();
    probe.add_sync();
    const auto elapsed = [&] { return largest_over_processes(port, steady_seconds() - start); };
    Pace pace(port);
    double alone = Pace::alone(machine);  // process 0 knows what was measured before
    broadcast(port, alone);
    warn_of_noise(machine, port.p(),
                  carry_out(elapsed, probe.experiments, options.seconds, [&] { return pace.seconds(); }, alone));
    if (!options.only_bsp_parameters) warn_of_shared_cores(machine, port.p());
    machine.probe_seconds += elapsed();
}

void conclude_probe(Machine& machine)
{
    if (machine.p > machine.cores) {
        machine.warnings.push_back(text("oversubscribed: ", machine.p, " processes on ", machine.cores,
                                        " cores; processes share cores, so that all times are longer"));
    }
    find_overhead(machine);
}

}  // namespace bspfft

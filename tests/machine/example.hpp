// A machine made up for tests: every number is easy to compute with.
#pragma once

#include "bsp_fft/machine/machine.hpp"

inline bspfft::Machine example_machine()
{
    using namespace bspfft;
    const auto exactly = [](double value) { return Estimate{value, value, value}; };
    Machine machine;
    machine.cpu = "Abacus 3000";
    machine.runtime = "threads";
    machine.simd = "BEADS";
    machine.cores = 2;
    machine.p = 2;
    machine.date = "2026-01-31T12:00:00Z";
    machine.probe_seconds = 1;
    machine.bsp = {{1, exactly(1e9), exactly(10), exactly(1000)},
                   {2, exactly(1e9), exactly(20), exactly(2000)}};
    for (const Work work : {Work::columns, Work::rows, Work::radix2}) {
        for (const Index active : {1, 2}) {
            // one nanosecond a stage, and 10 more in large arrays
            for (const Index length : {4, 1024}) {
                const double stages = length == 4 ? 2e-9 : 10e-9;
                machine.kernels.push_back({work, length, 1 << 10, active, exactly(stages)});
                machine.kernels.push_back({work, length, 1 << 20, active, exactly(stages + 10e-9)});
            }
        }
    }
    for (const Exchange exchange : {Exchange::put, Exchange::hpput}) {
        for (const Index bytes : {16, 1024, 1 << 20}) {
            // a nanosecond a byte
            const double seconds = static_cast<double>(bytes) * 1e-9;
            machine.puts.push_back({exchange, bytes, 1 << 15, 2, exactly(seconds)});
            machine.puts.push_back({exchange, bytes, 1 << 25, 2, exactly(2 * seconds)});
        }
    }
    machine.syncs = {{1, exactly(1e-6)}, {2, exactly(3e-6)}};
    machine.streams = {{"L1", 1 << 14, 1, exactly(1e10)}, {"memory", 1 << 24, 1, exactly(1e9)}};
    machine.put_overhead = exactly(1e-8);
    machine.alpha = exactly(1e-6);
    machine.beta = exactly(1e-9);
    return machine;
}

// A fictitious machine for tests, with round numbers.
#pragma once

#include <cmath>

#include "bsp_fft/machine/measurements.hpp"
#include "bspfft/machine.hpp"

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
    struct Kind {
        const char* kernel;
        Access access;
        Index bytes_per_real;
        bool lanes_apart = false;
    };
    for (const Kind& kind : {Kind{"simd", Access::to_packets, 8}, Kind{"simd", Access::from_packets, 8},
                             Kind{"simd", Access::in_place, 8}, Kind{"radix2", Access::in_place, 8},
                             Kind{"simd", Access::to_packets, 4}, Kind{"simd", Access::from_packets, 4},
                             Kind{"simd", Access::in_place, 8, true}}) {
        // one nanosecond a stage, or half of one for floats, and 10 more in large arrays
        const double stage = kind.bytes_per_real == 8 ? 1e-9 : 0.5e-9;
        for (const Index active : {1, 2}) {
            for (const Index length : {4, 1024}) {
                const PassKind pass{kind.kernel, kind.access, kind.bytes_per_real, length, kind.lanes_apart};
                const double stages = (length == 4 ? 2 : 10) * stage;
                machine.kernels.push_back({pass, 1 << 10, active, exactly(stages)});
                machine.kernels.push_back({pass, 1 << 20, active, exactly(stages + 10 * stage)});
            }
        }
    }
    // a power of two at a nanosecond a stage, and others; the last has several odd primes, and a tenth less for that
    const double log3 = std::log2(3), log5 = std::log2(5), log13 = std::log2(13), log97 = std::log2(97);
    for (const Index active : {1, 2}) {
        const auto add = [&](Index length, double nanoseconds) {
            machine.lengths.push_back({length, active, exactly(nanoseconds * 1e-9)});
        };
        add(2048, 11);
        add(2187, 1.5 * 7 * log3);
        add(625, 2 * 4 * log5);
        add(13 * 13 * 13, 3 * 3 * log13);
        add(97 * 16, 4 + 5 * log97);
        machine.lengths.push_back({2048, active, exactly(44e-9), 1});
        add(360, 0.9 * (3 + 1.5 * 2 * log3 + 2 * log5));
    }
    machine.radices = {{2, 1, exactly(10e-9)}, {8, 1, exactly(12e-9)}};
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

/// The same with a device: 10 ps a number, and its launch, its memory and its copies.
inline bspfft::Machine example_machine_with_device()
{
    using namespace bspfft;
    const auto exactly = [](double value) { return Estimate{value, value, value}; };
    Machine machine = example_machine();
    DeviceParameters device;
    device.name = "Abacus GPU";
    device.memory = Index{1} << 34;
    device.cache = Index{1} << 25;
    device.peak = 1e13;
    device.launch = exactly(5e-6);
    device.bytes_per_second = exactly(1e12);
    device.copies = {{CopyDirection::to_device, HostMemory::pinned, exactly(10e-6), exactly(1e10)},
                     {CopyDirection::to_host, HostMemory::pinned, exactly(20e-6), exactly(5e9)},
                     {CopyDirection::to_device, HostMemory::pageable, exactly(30e-6), exactly(2e9)},
                     {CopyDirection::to_host, HostMemory::pageable, exactly(30e-6), exactly(1e9)}};
    machine.device = device;
    for (const Index length : {16, 1024, 1 << 20}) {
        const PassKind pass{"cuda", Access::in_place, 8, length};
        machine.kernels.push_back({pass, 1 << 20, 1, exactly(10e-12)});
    }
    return machine;
}

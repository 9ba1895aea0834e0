// A fictitious machine for tests, with round numbers.
#pragma once

#include <cmath>
#include <vector>

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
        Index neighbours = 0;
        bool half = false;
    };
    for (const Kind& kind : {Kind{"simd", Access::to_packets, 8}, Kind{"simd", Access::from_packets, 8},
                             Kind{"simd", Access::in_place, 8}, Kind{"radix2", Access::in_place, 8},
                             Kind{"simd", Access::to_packets, 4}, Kind{"simd", Access::from_packets, 4},
                             Kind{"simd", Access::in_place, 8, 1}, Kind{"simd", Access::in_place, 4},
                             Kind{"simd", Access::in_place, 4, 1},
                             Kind{"simd", Access::in_place, 8, 1, true},
                             Kind{"simd", Access::in_place, 4, 1, true},
                             Kind{"simd", Access::to_packets, 8, 0, true},
                             Kind{"simd", Access::from_packets, 8, 0, true},
                             Kind{"simd", Access::to_packets, 4, 0, true},
                             Kind{"simd", Access::from_packets, 4, 0, true},
                             Kind{"simd", Access::between_packets, 8}, Kind{"simd", Access::between_packets, 4}}) {
        // one nanosecond a stage, or half of one for floats, and 10 more in large arrays; forward and inverse are two
        const double stage = kind.bytes_per_real == 8 ? 1e-9 : 0.5e-9;
        for (const Index active : {1, 2}) {
            for (const Index length : {4, 1024}) {
                const PassKind pass{kind.kernel, kind.access,      kind.bytes_per_real,
                                    {length},    kind.neighbours, kind.half};
                const double transforms = kind.access == Access::between_packets ? 2 : 1;
                const double stages = (length == 4 ? 2 : 10) * stage * transforms;
                machine.kernels.push_back({pass, 1 << 10, active, exactly(stages)});
                machine.kernels.push_back({pass, 1 << 20, active, exactly(stages + 10 * stage)});
            }
        }
    }
    // a nanosecond a stage, or half of one for floats, in tiles and in short vectors of all lengths; half as much again
    // for a radix of 3, twice for 5; one column takes four times as long
    const double bits3 = 1.5 * std::log2(3), bits5 = 2 * std::log2(5);
    for (const Index active : {1, 2}) {
        for (const Index bytes_per_real : {4, 8}) {
            const double stage = bytes_per_real == 8 ? 1e-9 : 0.5e-9;
            for (const Index lanes : {64 / bytes_per_real, Index{4}, Index{1}, Index{0}}) {
                const auto add = [&](const std::vector<Index>& axes, double stages) {
                    machine.tiles.push_back(
                        {axes, lanes, bytes_per_real, active, exactly((lanes == 1 ? 4 : 1) * stages * stage)});
                };
                for (int bits = 1; bits <= 14; ++bits) add({Index{1} << bits}, bits);
                add({3}, bits3);
                add({5}, bits5);
                add({9}, 2 * bits3);
                add({27}, 3 * bits3);
                add({625}, 4 * bits5);
                add({360}, 3 + 2 * bits3 + bits5);
                if (lanes == 0) {
                    for (int bits = 16; bits <= 20; ++bits) add({Index{1} << bits}, bits);
                    continue;
                }
                add({4, 4}, 4);
                add({8, 8}, 6);
                add({16, 16}, 8);
            }
        }
    }
    // a row of several numbers takes 4 ns besides them
    for (const Index bytes_per_real : {8, 4}) {
        for (const char* pattern : {"fold", "unfold"})
            machine.sweeps.push_back({{pattern, bytes_per_real}, 1024, 1, exactly(2e-9)});
        for (const char* pattern : {"take apart", "put together", SweepKind::multiply})
            machine.sweeps.push_back({{pattern, bytes_per_real}, 1024, 1, exactly(3e-9)});
        for (const Index width : {2, 8})
            machine.sweeps.push_back({{"take apart", bytes_per_real, width}, 1024, 1, exactly(2e-9 + 4e-9 / width)});
    }
    for (const Exchange exchange : {Exchange::put, Exchange::hpput}) {
        for (const Index bytes : {16, 1024, 1 << 20}) {
            // a nanosecond a byte
            const double seconds = static_cast<double>(bytes) * 1e-9;
            machine.puts.push_back({exchange, bytes, 1 << 15, 2, exactly(seconds)});
            machine.puts.push_back({exchange, bytes, 1 << 25, 2, exactly(2 * seconds)});
        }
    }
    machine.syncs = {{1, 1 << 10, exactly(1e-6)}, {2, 1 << 10, exactly(3e-6)}};
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
        const PassKind pass{"cuda", Access::in_place, 8, {length}};
        machine.kernels.push_back({pass, 1 << 20, 1, exactly(10e-12)});
    }
    return machine;
}

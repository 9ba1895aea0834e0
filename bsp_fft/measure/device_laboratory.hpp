// A device that experiments are made on: its array, its stream, and the time that work takes there.
#pragma once

#include <algorithm>
#include <memory>

#include "bsp_fft/base/steady_seconds.hpp"
#include "bsp_fft/gpu/work.hpp"
#include "bsp_fft/measure/experiments.hpp"
#include "bspfft/machine.hpp"

namespace bspfft {

/// With one array that all experiments share; the second half of it is where packets land.
struct DeviceLaboratory {
    static constexpr Index most_processes = 4;

    DeviceLaboratory(const Device& on, Machine& into, Index most_bytes);

    /// Seconds of each repeat, from its launch until the host knows that it is done.
    double seconds_of(auto work) const
    {
        constexpr double seconds_a_sample = 1e-3;
        const auto once = [&] {
            work();
            stream.synchronise();
        };
        once();
        const double first = std::max(1e-7, bspfft::seconds_of(1, once));
        const Index repeats = std::clamp<Index>(static_cast<Index>(seconds_a_sample / first), 1, 100);
        return bspfft::seconds_of(repeats, once) / static_cast<double>(repeats);
    }

    const Device& device;
    Machine& machine;
    bspfft_device_info info;
    DeviceStream stream;
    Index bytes;
    DeviceMemory array;
    /// One for each process that shares the device; the first has the same stream.
    std::vector<std::unique_ptr<DeviceWork>> works;
    std::vector<Experiment> experiments;

    /// The kernel cuda with reals of this size: vectors, batches, squares and cubes, and the passes of a plan on two
    /// processes. Arrays grow until one transform takes longer than `longest` seconds.
    void add_kernels(Index bytes_per_real, double longest);

private:
    double peak() const;
};

}  // namespace bspfft

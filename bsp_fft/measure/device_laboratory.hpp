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
    template <class Work>
    double seconds_of(Work work_once) const
    {
        constexpr double seconds_a_sample = 1e-3;
        const auto once = [&] {
            work_once();
            stream.synchronise();
        };
        once();
        double start = steady_seconds();
        once();
        const double first = std::max(1e-7, steady_seconds() - start);
        const Index repeats = std::clamp<Index>(static_cast<Index>(seconds_a_sample / first), 1, 100);
        start = steady_seconds();
        for (Index i = 0; i < repeats; ++i) once();
        return (steady_seconds() - start) / static_cast<double>(repeats);
    }

    const Device& device;
    Machine& machine;
    bspfft_device_info info;
    DeviceStream stream;
    Index bytes;
    DeviceMemory array;
    /// One for each process that shares the device; the first has the same stream.
    std::vector<std::unique_ptr<DeviceWork>> works;

private:
    double peak() const;
};

/// The kernel cuda with reals of this size: vectors, batches, squares and cubes, and the passes of a plan on two
/// processes. Arrays grow until one transform takes longer than `longest` seconds.
std::vector<Experiment> device_kernel_experiments(DeviceLaboratory& lab, Index bytes_per_real, double longest);

}  // namespace bspfft

#include "tools/commands/device_report.hpp"

#include <cmath>
#include <cstdio>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/machine/measurements.hpp"
#include "bsp_fft/report/readable.hpp"
#include "tools/terminal/table.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

void print_copies(const DeviceParameters& device)
{
    const Table copies({name_column("host memory", 11), name_column("", 12), number_column("latency", 9),
                        number_column("GB/s", 7)});
    copies.print_head();
    for (const CopyRate& rate : device.copies)
        copies.print_row({rate.host == HostMemory::pinned ? "pinned" : "pageable",
                          rate.direction == CopyDirection::to_device ? "to device"
                          : rate.direction == CopyDirection::to_host ? "to host"
                                                                     : "each of both",
                          readable_seconds(rate.latency.value), formatted("%.3g", rate.bytes_per_second.value / 1e9)});
}

void print_rates(const Machine& machine)
{
    std::printf("\n  the kernel cuda on whole arrays\n");
    const Table rates({name_column("n", 12), name_column("", 6), number_column("time", 9),
                       number_column("Gflop/s", 9)});
    rates.print_head();
    for (const KernelPoint& point : machine.kernels) {
        if (point.pass.kernel != kernel_name(Kernel::cuda) || point.pass.length != point.local_size) continue;
        const auto n = static_cast<double>(point.local_size);
        const double seconds = n * point.seconds.value + machine.device->launch.value;
        rates.print_row({text("2^", std::log2(n)), point.pass.bytes_per_real == 8 ? "double" : "float",
                         readable_seconds(seconds), formatted("%.4g", 5 * n * std::log2(n) / seconds / 1e9)});
    }
}

}  // namespace

void print_device(const Machine& machine, const std::string& why_none)
{
    std::printf("\n");
    if (!machine.device) return print_wrapped(text("device: none: ", why_none), 2);
    const DeviceParameters& device = *machine.device;
    print_wrapped(text("device: ", device.name, ", ", readable_bytes(static_cast<double>(device.memory)), ", cache ",
                       readable_bytes(static_cast<double>(device.cache)), ", peak ",
                       formatted("%.3g", device.peak / 1e12), " Tflop/s; copying within, read and written, ",
                       formatted("%.4g", device.bytes_per_second.value / 1e9), " GB/s; a launch takes ",
                       readable_seconds(device.launch.value)), 2);
    print_copies(device);
    print_rates(machine);
}

}  // namespace bspfft::tools

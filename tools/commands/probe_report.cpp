// What a probe found, for people.
#include <cmath>
#include <cstdio>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/machine/measurements.hpp"
#include "bsp_fft/predict/measured_prices.hpp"
#include "tools/commands/probe.hpp"
#include "tools/terminal/table.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

void print_bsp(const Machine& machine)
{
    std::printf("\n  as bspbench measures them, for the textbook\n");
    const Table table({number_column("p", 4), number_column("r Gflop/s", 12), number_column("g flops", 12),
                       number_column("l flops", 12), number_column("empty sync", 12)});
    table.print_head();
    for (const BspParameters& bsp : machine.bsp)
        table.print_row({text(bsp.p), formatted("%.3g", bsp.r.value / 1e9), formatted("%.4g", bsp.g.value),
                         formatted("%.4g", bsp.l.value), readable_seconds(machine.sync_seconds(bsp.p).value)});
}

// For lengths near sqrt(n), which is where the fast algorithm cuts.
void print_kernels(const Machine& machine, Precision precision)
{
    const Index bytes_per_real = bytes_per_complex(precision) / 2;
    if (!machine.knows({"simd", Access::to_packets, bytes_per_real, {1}})) return;
    std::printf("\n  the kernels' r in Gflop/s of a process, %s, by the numbers that it holds\n",
                name_of(precisions, precision).c_str());
    std::vector<Index> counts{1};
    if (machine.p > 1) counts.push_back(machine.p);
    std::vector<Table::Column> columns{number_column("", 10)};
    for (const Index active : counts) {
        columns.push_back(number_column(text("columns p=", active), 12));
        columns.push_back(number_column(text("rows p=", active), 12));
    }
    const Table table(columns);
    table.print_head();
    for (int bits = 10; bits <= 22; bits += 2) {
        Table::Cells cells{text("2^", bits)};
        for (const Index active : counts) {
            for (const Access access : {Access::to_packets, Access::from_packets}) {
                const PassKind pass{"simd", access, bytes_per_real, {Index{1} << bits / 2}};
                const double seconds = machine.pass_seconds(pass, Index{1} << bits, active).value;
                cells.push_back(formatted("%.3g", 5 * static_cast<double>(bits / 2) / seconds / 1e9));
            }
        }
        table.print_row(cells);
    }
}

// The terms that vector code in the cache is made of, in double precision.
void print_terms(const Machine& machine)
{
    constexpr Index lanes = 8;
    for (const auto& [title, width] : {std::pair("tiles of 8 columns in the cache, ns a row:", lanes),
                                       std::pair("short vectors in the cache, ns a number:", Index{0})}) {
        if (!knows_tiles(machine, width, sizeof(double))) continue;
        const VectorPrices prices = measured_prices(machine, width, sizeof(double), 1);
        const std::vector<double>& seconds = prices.tiles.at(width);
        std::vector<std::string> words;
        const std::vector<std::string> names = term_names(width);
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (seconds[i] > 0)
                words.push_back(text(names[i], " ", formatted("%.2f", 1e9 * seconds[i])));
        }
        std::printf("\n");
        print_wrapped(text(title, " ", joined(words, ", ")), 2);
    }
}

void print_puts(const Machine& machine)
{
    if (machine.puts.empty()) return;
    const Exchange exchange = resolved(Exchange::automatic);
    std::printf("\n  g by the size of a put, ns a real word (%s), into arrays of\n",
                name_of(exchanges, exchange).c_str());
    const Table table(
        {number_column("", 10), number_column("64 KiB", 10), number_column("1 MiB", 10), number_column("64 MiB", 10)});
    table.print_head();
    for (const Index bytes : {16, 128, 1024, 16384, 1 << 20}) {
        Table::Cells cells{text(bytes, " B")};
        for (const Index room : {1 << 16, 1 << 20, 1 << 26}) {
            const double seconds = bytes > room ? 0 : machine.put_seconds(exchange, bytes, room, machine.p).value;
            cells.push_back(bytes > room ? "-" : formatted("%.3g", seconds * 8e9 / static_cast<double>(bytes)));
        }
        table.print_row(cells);
    }
    std::printf("  a put costs at least o = %s; alpha = %s, 1/beta = %.3g GB/s\n",
                readable_seconds(machine.put_overhead.value).c_str(), readable_seconds(machine.alpha.value).c_str(),
                1e-9 / machine.beta.value);
}

void print_streams(const Machine& machine)
{
    std::string levels = "copying, read and written, GB/s of a process:";
    for (const StreamPoint& stream : machine.streams)
        levels += text(" ", stream.level, " (p=", stream.active, ") ",
                       formatted("%.3g", stream.bytes_per_second.value / 1e9));
    std::printf("\n");
    print_wrapped(levels, 2);
}

void print_copies(const DeviceParameters& device)
{
    const Table copies(
        {name_column("host memory", 11), name_column("", 12), number_column("latency", 9), number_column("GB/s", 7)});
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
    const Table rates(
        {name_column("n", 12), name_column("", 6), number_column("time", 9), number_column("Gflop/s", 9)});
    rates.print_head();
    for (const KernelPoint& point : machine.kernels) {
        if (point.pass.kernel != kernel_name(Kernel::cuda) || point.pass.length() != point.local_size) continue;
        const auto n = static_cast<double>(point.local_size);
        const double seconds = n * point.seconds.value + machine.device->launch.value;
        rates.print_row({text("2^", std::log2(n)), point.pass.bytes_per_real == 8 ? "double" : "float",
                         readable_seconds(seconds), formatted("%.4g", 5 * n * std::log2(n) / seconds / 1e9)});
    }
}

void print_device(const Machine& machine, const std::string& why_none)
{
    std::printf("\n");
    if (!machine.device) return print_wrapped(text("device: none: ", why_none), 2);
    const DeviceParameters& device = *machine.device;
    print_wrapped(text("device: ", device.name, ", ", readable_bytes(static_cast<double>(device.memory)), ", cache ",
                       readable_bytes(static_cast<double>(device.cache)), ", peak ",
                       formatted("%.3g", device.peak / 1e12), " Tflop/s; copying within, read and written, ",
                       formatted("%.4g", device.bytes_per_second.value / 1e9), " GB/s; a launch takes ",
                       readable_seconds(device.launch.value)),
                  2);
    print_copies(device);
    print_rates(machine);
}

}  // namespace

void print_probe(const Machine& machine, const std::string& why_no_device)
{
    print_wrapped(text(machine.cpu, ", ", machine.runtime, " runtime, ", machine.simd, ", p = ", machine.p, " on ",
                       machine.cores, " cores, measured in ", formatted("%.1f s", machine.probe_seconds)),
                  0);
    print_bsp(machine);
    for (const Precision precision : {Precision::double_, Precision::single_}) print_kernels(machine, precision);
    print_terms(machine);
    print_puts(machine);
    print_streams(machine);
    print_device(machine, why_no_device);
}

}  // namespace bspfft::tools

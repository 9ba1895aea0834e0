#include "tools/commands/probe.hpp"

#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include <unistd.h>

#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/kernel/cut_simd.hpp"
#include "bsp_fft/machine/machine_file.hpp"
#include "bsp_fft/machine/this_machine.hpp"
#include "bsp_fft/measure/probe.hpp"
#include "bsp_fft/transform/choices.hpp"
#include "tools/files/json_output.hpp"
#include "tools/processes/section.hpp"
#include "tools/terminal/options.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

void print_bsp(const Machine& machine)
{
    std::printf("\n  as bspbench measures them, for the textbook\n  %4s %12s %12s %12s %12s\n", "p",
                "r Gflop/s", "g flops", "l flops", "empty sync");
    for (const BspParameters& bsp : machine.bsp) {
        std::printf("  %4lld %12.3g %12.4g %12.4g %12s\n", static_cast<long long>(bsp.p), bsp.r.value / 1e9,
                    bsp.g.value, bsp.l.value, readable_seconds(machine.sync_seconds(bsp.p)).c_str());
    }
}

// Of lengths near sqrt(n), which is where the fast algorithm cuts.
void print_kernels(const Machine& machine)
{
    std::printf("\n  the kernels' r in Gflop/s of a process, by the complex numbers that it holds\n  %10s",
                "");
    for (const Index active : {Index{1}, machine.p}) {
        std::printf(" %12s %12s", text("columns p=", active).c_str(), text("rows p=", active).c_str());
        if (machine.p == 1) break;
    }
    std::printf("\n");
    for (int bits = 10; bits <= 22; bits += 2) {
        std::printf("  %10s", text("2^", bits).c_str());
        for (const Index active : {Index{1}, machine.p}) {
            for (const Work work : {Work::columns, Work::rows}) {
                const double seconds =
                    machine.kernel_seconds(work, Index{1} << bits / 2, Index{1} << bits, active);
                std::printf(" %12.3g", 5 * static_cast<double>(bits / 2) / seconds / 1e9);
            }
            if (machine.p == 1) break;
        }
        std::printf("\n");
    }
}

void print_puts(const Machine& machine)
{
    if (machine.puts.empty()) return;
    const Exchange exchange = decided(Exchange::automatic);
    std::printf("\n  g by the size of a put, ns a real word (%s), into arrays of\n  %10s %10s %10s %10s\n",
                name_of(exchanges, exchange).c_str(), "", "64 KiB", "1 MiB", "64 MiB");
    for (const Index bytes : {16, 128, 1024, 16384, 1 << 20}) {
        std::printf("  %10s", text(bytes, " B").c_str());
        for (const Index room : {1 << 16, 1 << 20, 1 << 26}) {
            if (bytes > room) {
                std::printf(" %10s", "-");
                continue;
            }
            std::printf(" %10.3g", machine.put_seconds(exchange, bytes, room, machine.p) * 8e9 /
                                       static_cast<double>(bytes));
        }
        std::printf("\n");
    }
    std::printf("  a put costs at least o = %s; alpha = %s, 1/beta = %.3g GB/s\n",
                readable_seconds(machine.put_overhead.value).c_str(),
                readable_seconds(machine.alpha.value).c_str(), 1e-9 / machine.beta.value);
}

void print_streams(const Machine& machine)
{
    std::printf("\n  copying, read and written, GB/s of a process:");
    for (const StreamPoint& stream : machine.streams) {
        std::printf(" %s (p=%lld) %.3g", stream.level.c_str(), static_cast<long long>(stream.active),
                    stream.bytes_per_second.value / 1e9);
    }
    std::printf("\n");
}

void print(const Machine& machine)
{
    std::printf("%s, %s runtime, %s, p = %lld on %lld cores, measured in %.1f s\n", machine.cpu.c_str(),
                machine.runtime.c_str(), machine.simd.c_str(), static_cast<long long>(machine.p),
                static_cast<long long>(machine.cores), machine.probe_seconds);
    print_bsp(machine);
    print_kernels(machine);
    print_puts(machine);
    print_streams(machine);
}

// The cache's folder is made; one that was named must be there, before anything is measured.
void require_folder(const std::string& named)
{
    const auto folder = std::filesystem::path(named).parent_path();
    if (named.empty() || folder.empty() || std::filesystem::is_directory(folder)) return;
    throw Error(Status::file_error, text("cannot write ", named, ": there is no folder ", folder.string(),
                                         "; make it first, or name another file with --machine FILE"));
}

void refuse_to_replace(const std::string& path, bool overwrite)
{
    if (overwrite || !std::filesystem::exists(path)) return;
    throw Error(Status::invalid_argument,
                text(path, " is there already; add --overwrite to replace it, or name another file with "
                           "--machine FILE"));
}

// What is still to be measured, and what was. Of process 0; the others learn the numbers in each section.
struct Survey {
    Index next = 0;  ///< processes of the next section; 0: nothing is being measured
    Index most = 0;
    double seconds = 0;
    double start = 0;
    Machine machine;
};
Survey survey;

// Of all machines that processes run on, if they are alike. Collective.
Index cores_in_all()
{
    if (!all_run_the_program()) return static_cast<Index>(bsp_nprocs());
    const Index p = Port().p(), here = Port::on_this_machine(p);
    return ::sysconf(_SC_NPROCESSORS_ONLN) * ((p + here - 1) / here);
}

Survey begin_survey(Index p, double seconds, Index cores)
{
    Machine machine;
    machine.cpu = cpu_name();
    machine.runtime = Port::runtime();
    machine.simd = simd::target();
    machine.cores = cores;
    machine.date = date_and_time();
    return {Port::sections_repeat() ? 1 : p, p, seconds, Bench::now(), machine};
}

void measure_next()
{
    const bool outermost = survey.next == 1 || survey.next == survey.most;
    const double part = !outermost ? 0.03 : survey.most == 1 ? 1 : 0.5;
    run_section(survey.next, [&](Port& port) {
        Machine mine = survey.machine;
        probe_section(port, mine, outermost ? Extent::all : Extent::bsp_parameters, part * survey.seconds);
        if (port.s() == 0) survey.machine = mine;
    });
    survey.next *= 2;
}

Machine conclude()
{
    Survey done = std::exchange(survey, {});
    conclude_probe(done.machine);
    done.machine.probe_seconds = Bench::now() - done.start;
    return done.machine;
}

}  // namespace

std::optional<Machine> measure_machine(Index p, double seconds)
{
    const Index cores = cores_in_all();
    if (speaks() && !measuring_machine()) survey = begin_survey(p, seconds, cores);
    if (!all_run_the_program()) {
        while (survey.next <= p) measure_next();
        return conclude();
    }
    share(survey.next);
    share(survey.most);
    share(survey.seconds);
    if (survey.next == Port().p()) {
        measure_next();
        if (speaks() && survey.next > survey.most) return conclude();
    }
    if (speaks()) run_again(survey.next);
    return {};
}

bool measuring_machine() { return survey.next > 0; }

void write_machine(const std::string& path, const Machine& machine)
{
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    std::error_code failure;
    if (!folder.empty()) std::filesystem::create_directories(folder, failure);
    write_json(path, json_of(machine));
}

void add_probe_options(Options& options, ProbeRequest& request)
{
    options.machine(request.machine);
    options.flag("--overwrite", request.overwrite, "replace the machine file if there is one");
    options.positive("--seconds", request.seconds, "S", "about how long it may take (10); less time gives wider intervals");
    options.number("--procs", request.procs, "P", "most processes; without it as many as run at once");
    options.oversubscribe(request.oversubscribe);
    options.json(request.json);
}

int probe(const ProbeRequest& request)
{
    const std::string path =
        request.machine.empty() ? default_machine_path(Port::runtime()) : request.machine;
    Index p = 0;
    agree_on([&] {
        if (!speaks() || measuring_machine()) return;
        require_folder(request.machine);
        refuse_to_replace(path, request.overwrite);
        p = processes_for(Index{1} << 40, request.procs, request.oversubscribe);
        require_section(p);
    });
    const std::optional<Machine> machine = measure_machine(p, request.seconds);
    if (!machine) return 0;
    write_machine(path, *machine);
    if (!request.json.empty()) write_json(request.json, json_of(*machine));
    if (request.json != "-") {
        print(*machine);
        std::printf("\nwritten to %s\n", path.c_str());
    }
    for (const std::string& warning : machine->warnings)
        std::fprintf(stderr, "bspfft: warning: %s\n", warning.c_str());
    return 0;
}

}  // namespace bspfft::tools

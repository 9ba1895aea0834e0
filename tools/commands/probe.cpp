#include "tools/commands/probe.hpp"

#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include <unistd.h>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/steady_seconds.hpp"
#include "bsp_fft/machine/machine_json.hpp"
#include "bsp_fft/machine/measurements.hpp"
#include "bspfft/machine.hpp"
#include "tools/commands/known_machine.hpp"
#include "tools/files/distinct_files.hpp"
#include "tools/files/text_output.hpp"
#include "tools/processes/section.hpp"
#include "tools/terminal/options.hpp"
#include "tools/terminal/progress.hpp"
#include "tools/terminal/refusal.hpp"

namespace bspfft::tools {

namespace {

// The cache's folder is made; one that was named must be there, before anything is measured.
void require_folder(const std::string& named)
{
    const auto folder = std::filesystem::path(named).parent_path();
    std::error_code error;
    if (named.empty() || folder.empty() || std::filesystem::is_directory(folder, error)) return;
    fail("cannot write ", named, ": there is no folder ", folder.string(),
         "; make it first, or name another file with --machine FILE");
}

void refuse_to_replace(const std::string& path, bool overwrite)
{
    if (!machine_file_exists(path)) return;
    if (overwrite && may_be_machine_file(path)) return;
    if (overwrite)
        refuse(path, " is not a machine file, and --overwrite replaces no other; name another file with ",
               "--machine FILE");
    refuse(path, " is there already; add --overwrite to replace it, or name another file with "
                 "--machine FILE");
}

// What is still to be measured, and what was. Process 0 knows it; the others learn the numbers in each section.
struct Survey {
    Index next = 0;  ///< processes of the next section; 0: nothing is being measured
    Index most = 0;
    double seconds = 0;
    PrecisionSet precisions = PrecisionSet::both;
    double start = 0;
    Machine machine;
};
Survey survey;

// The cores of all machines that processes run on, if the machines are alike. Collective.
Index cores_in_all()
{
    if (!all_run_the_program()) return static_cast<Index>(bsp_nprocs());
    const Index p = Port().p(), here = Port::on_this_machine();
    return ::sysconf(_SC_NPROCESSORS_ONLN) * ((p + here - 1) / here);
}

Survey begin_survey(Index p, double seconds, PrecisionSet precisions, Index cores)
{
    Machine machine = this_machine();
    machine.cores = cores;
    return {Port::sections_repeat() ? 1 : p, p, seconds, precisions, steady_seconds(), machine};
}

std::vector<Index> bytes_per_real(PrecisionSet precisions)
{
    if (precisions == PrecisionSet::both) return {8, 4};
    return {precisions == PrecisionSet::double_ ? 8 : 4};
}

void measure_next()
{
    const bool outermost = survey.next == 1 || survey.next == survey.most;
    // most are slower than one, and have as many experiments
    const double part = !outermost ? 0.03 : survey.most == 1 ? 1 : survey.next == 1 ? 0.4 : 0.6;
    Progress progress(is_process_0());
    progress.step(text("measuring with p = ", survey.next, " of ", survey.most), part * survey.seconds);
    run_section(survey.next, [&](Port& port) {
        Machine mine = survey.machine;
        probe_section(mine, {part * survey.seconds, bytes_per_real(survey.precisions), !outermost});
        if (port.s() == 0) survey.machine = mine;
    });
    survey.next *= 2;
}

Machine conclude()
{
    Survey done = std::exchange(survey, {});
    conclude_probe(done.machine);
    done.machine.probe_seconds = steady_seconds() - done.start;
    return done.machine;
}

// What trials on the same machine found before, which a new probe does not change.
std::vector<RememberedCut> cuts_in(const std::string& path, const Machine& machine)
{
    try {
        const Machine before = read_machine(path);
        if (difference_from(before, machine.cpu, machine.runtime).empty()) return before.cuts;
    } catch (const Error&) {
        // there was none, or one that is not right
    }
    return {};
}

}  // namespace

std::optional<Machine> measure_machine(Index p, double seconds, PrecisionSet precisions)
{
    const Index cores = cores_in_all();
    if (is_process_0() && !measuring_machine()) survey = begin_survey(p, seconds, precisions, cores);
    if (!all_run_the_program()) {
        while (survey.next <= p) measure_next();
        return conclude();
    }
    share(survey.next);
    share(survey.most);
    share(survey.seconds);
    share(survey.precisions);
    if (survey.next == Port().p()) {
        measure_next();
        if (is_process_0() && survey.next > survey.most) return conclude();
    }
    if (is_process_0()) run_again(survey.next);
    return {};
}

bool measuring_machine() { return survey.next > 0; }

void add_probe_options(Options& options, ProbeRequest& request)
{
    options.group("Probe");
    options.text("--machine", request.machine, "FILE", "machine file to write")
        .file()
        .standard("in the user's cache folder");
    options.flag("--overwrite", request.overwrite, "replace the machine file if there is one");
    options.positive("--seconds", request.seconds, "S", "about how long it may take; less time gives fewer samples");
    options.choice("--precision", request.precisions, precision_sets, "precision of the kernels");
    options.group("Processes");
    options.positive("--procs", request.procs, "P", "most processes: a power of two")
        .standard("as many as run at once");
    options.oversubscribe(request.oversubscribe);
    options.group("Report");
    options.json(request.json);
}

int probe(const ProbeRequest& request)
{
    std::string path = request.machine;
    Index p = 0;
    agree_on([&] {
        if (is_process_0() && path.empty()) path = default_machine_path(Port::runtime());
        if (!is_process_0() || measuring_machine()) return;
        require_distinct({{"--machine", path}, {"--json", request.json}});
        require_writable(request.json);
        require_folder(request.machine);
        refuse_to_replace(path, request.overwrite);
        constexpr Index any_length = Index{1} << 40;
        p = processes_for(any_length, request.procs, request.oversubscribe);
        require_powers_of_two(any_length, p);  // 1, 2, 4, ... are measured
        require_section(p);
    });
    std::optional<Machine> machine = measure_machine(p, request.seconds, request.precisions);
    if (!machine) return 0;
    const std::string why_no_device = probe_device(*machine, {request.seconds / 2, bytes_per_real(request.precisions)});
    machine->cuts = cuts_in(path, *machine);
    write_machine(path, *machine);
    if (!request.json.empty()) write_json(request.json, json_of(*machine));
    if (request.json != "-") {
        print_probe(*machine, why_no_device);
        std::printf("\nwritten to %s\n", path.c_str());
    }
    for (const std::string& warning : machine->warnings) std::fprintf(stderr, "bspfft: warning: %s\n", warning.c_str());
    return 0;
}

}  // namespace bspfft::tools

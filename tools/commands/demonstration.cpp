#include "tools/commands/run.hpp"

#include <cstdio>

#include "bsp_fft/bsp/port.hpp"
#include "bspfft/machine.hpp"
#include "tools/commands/known_machine.hpp"
#include "tools/commands/probe.hpp"
#include "tools/processes/section.hpp"

namespace bspfft::tools {

namespace {

constexpr Index first_length = Index{1} << 24;

// A newcomer's first run measures the machine too. Where the file cannot be kept, nothing is predicted. False if
// the program will be run again to go on.
bool probe_once()
{
    std::string file;
    bool unknown = false;
    try {
        if (is_process_0()) file = default_machine_path(Port::runtime());
        unknown = is_process_0() && (measuring_machine() || !machine_file_exists(file));
    } catch (const Error& e) {
        std::printf("%s\n\n", e.what());
    }
    share(unknown);
    if (!unknown) return true;
    if (!measuring_machine()) std::printf("measuring this machine once, for predictions; about ten seconds\n");
    std::fflush(stdout);
    const auto machine =
        measure_machine(processes_for(first_length, 0, false), ProbeRequest().seconds, ProbeRequest().precisions);
    bool over = machine.has_value();
    share(over);
    if (!machine) return over;
    try {
        write_machine(file, *machine);
        std::printf("written to %s\n\n", file.c_str());
    } catch (const Error& e) {
        std::printf("%s\n\n", e.what());
    }
    return over;
}

}  // namespace

int demonstrate()
{
    if (!probe_once()) return 0;
    RunRequest request;
    request.transform.n = std::to_string(first_length);
    request.verify = true;
    request.account = true;
    return run(request);
}

}  // namespace bspfft::tools

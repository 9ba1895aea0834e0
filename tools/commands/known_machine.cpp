#include "tools/commands/known_machine.hpp"

#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/machine/measurements.hpp"
#include "tools/files/descriptor.hpp"
#include "tools/processes/section.hpp"
#include "tools/terminal/refusal.hpp"
#include "tools/terminal/table.hpp"

namespace bspfft::tools {

namespace {

// As this program was called, so that the advice can be copied.
std::string how_to_probe()
{
    const std::string program = ::program_invocation_name;
    return all_run_the_program() ? text("mpirun -n ", Port().p(), " ", program, " probe") : program + " probe";
}

}  // namespace

bool machine_file_exists(const std::string& path)
{
    std::error_code error;
    const bool exists = std::filesystem::exists(path, error);
    if (error)
        fail("the machine file ", path, " cannot be used: ", error.message(),
             "; set XDG_CACHE_HOME to another folder, or name a file with --machine FILE");
    return exists;
}

KnownMachine require_machine(const std::string& path)
{
    KnownMachine known;
    known.path = path.empty() ? default_machine_path(Port::runtime()) : path;
    if (path.empty() && !machine_file_exists(known.path))
        fail("there is no machine file ", known.path,
             "; measure this machine, once and in about ten seconds, with: ", how_to_probe());
    known.machine = read_machine(known.path);
    known.mark = difference_from(known.machine, cpu_name(), Port::runtime());
    return known;
}

std::optional<KnownMachine> find_machine(const std::string& path, std::string* why_not)
{
    try {
        return require_machine(path);
    } catch (const Error& e) {
        if (!path.empty()) throw;
        if (why_not) *why_not = text("no prediction: ", e.what());
        return {};
    }
}

KnownMachine machine_named(const std::string& word) { return require_machine(word == "default" ? "" : word); }

void tell_bsplib()
{
    const auto known = find_machine("");
    if (!known || !known->mark.empty()) return;
    const Machine& machine = known->machine;
    if (!(machine.alpha.value > 0 && machine.beta.value > 0)) return;
    constexpr int replace = 0;
    ::setenv("BSPLIB_ALPHA", text(machine.alpha.value).c_str(), replace);
    ::setenv("BSPLIB_BETA", text(machine.beta.value).c_str(), replace);
}

Json json_of(const KnownMachine& known)
{
    return {{"file", known.path},
            {"cpu", known.machine.cpu},
            {"runtime", known.machine.runtime},
            {"date", known.machine.date},
            {"processes", known.machine.p},
            {"this_machine", known.mark.empty()},
            {"beyond", law_beyond_probed(known.machine)},
            {"warnings", known.machine.warnings}};
}

void print_machine(const KnownMachine& known)
{
    print_wrapped(text("for ", known.machine.cpu, ", ", known.machine.runtime, " runtime, probed with p up to ",
                       known.machine.p, " on ", known.machine.date),
                  0);
    print_remarks(known);
}

void print_law(const KnownMachine& known) { print_wrapped("* " + law_beyond_probed(known.machine), 2); }

void print_remarks(const KnownMachine& known)
{
    for (const std::string& remark : remarks_on(known)) print_wrapped(remark, 2);
}

std::vector<std::string> remarks_on(const KnownMachine& known)
{
    std::vector<std::string> remarks;
    if (!known.mark.empty()) remarks.push_back(known.mark);
    for (const std::string& warning : known.machine.warnings) remarks.push_back("the probe warned: " + warning);
    return remarks;
}

}  // namespace bspfft::tools

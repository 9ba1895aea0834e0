#include "tools/commands/known_machine.hpp"

#include <cstdio>
#include <cstdlib>

#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/machine/machine_file.hpp"
#include "bsp_fft/machine/this_machine.hpp"

namespace bspfft::tools {

KnownMachine require_machine(const std::string& path)
{
    KnownMachine known;
    known.path = path.empty() ? default_machine_path(Port::runtime()) : path;
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
    return {
        {"file", known.path},         {"cpu", known.machine.cpu},     {"runtime", known.machine.runtime},
        {"date", known.machine.date}, {"processes", known.machine.p}, {"this_machine", known.mark.empty()}};
}

void print_machine(const KnownMachine& known)
{
    std::printf("for %s, %s runtime, probed with p up to %lld on %s\n", known.machine.cpu.c_str(),
                known.machine.runtime.c_str(), static_cast<long long>(known.machine.p),
                known.machine.date.c_str());
    if (!known.mark.empty()) std::printf("  %s\n", known.mark.c_str());
}

}  // namespace bspfft::tools

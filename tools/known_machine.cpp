#include "tools/known_machine.hpp"

#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/machine/machine_file.hpp"
#include "bsp_fft/machine/this_machine.hpp"

namespace bspfft {

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

}  // namespace bspfft

#include "tools/known_machine.hpp"

#include <filesystem>

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

std::optional<KnownMachine> find_machine(const std::string& path)
{
    if (path.empty() && !std::filesystem::exists(default_machine_path(Port::runtime()))) return {};
    return require_machine(path);
}

}  // namespace bspfft

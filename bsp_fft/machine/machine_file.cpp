#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/machine/machine_json.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

Machine read_machine(const std::string& path)
{
    std::ifstream file(path);
    if (!file) {
        throw Error(Status::file_error,
                    text("there is no machine file ", path, "; make it with: bspfft probe --machine ", path));
    }
    const std::optional<Json> document = Json::read(file);
    if (!document)
        throw Error(Status::file_error, text(path, " is damaged: it is not JSON; ", how_to_measure_again(path)));
    Machine machine = machine_from(*document, path);
    machine.file = path;
    return machine;
}

void write_machine(const std::string& path, const Machine& machine)
{
    namespace fs = std::filesystem;
    const std::string part = path + ".part";
    std::error_code failure;
    if (const fs::path folder = fs::path(path).parent_path(); !folder.empty())
        fs::create_directories(folder, failure);
    std::ofstream file(part);
    file << json_of(machine).dump(2) << "\n";
    file.close();
    if (file) fs::rename(part, path, failure);
    if (file && !failure) return;
    const std::string why = file ? failure.message() : std::string("its folder cannot be written to, or is full");
    fs::remove(part, failure);
    throw Error(Status::file_error, text("cannot write the machine file ", path, ": ", why));
}

const RememberedCut* Machine::remembered(const CutKey& key) const
{
    const auto found =
        std::find_if(cuts.begin(), cuts.end(), [&](const RememberedCut& one) { return one.key == key; });
    return found == cuts.end() ? nullptr : &*found;
}

void Machine::remember(RememberedCut found)
{
    std::erase_if(cuts, [&](const RememberedCut& one) { return one.key == found.key; });
    cuts.push_back(std::move(found));
}

std::string default_machine_path(const std::string& runtime)
{
    std::string file = "machine-" + runtime + ".json";
    for (char& c : file) c = c == ' ' || c == '/' ? '-' : c;
    const char* const cache = std::getenv("XDG_CACHE_HOME");
    const char* const home = std::getenv("HOME");
    const std::filesystem::path folder = cache && *cache ? std::filesystem::path(cache)
                                         : home && *home ? std::filesystem::path(home) / ".cache"
                                                         : std::filesystem::temp_directory_path();
    return (folder / "bspfft" / file).string();
}

std::string difference_from(const Machine& machine, const std::string& cpu, const std::string& runtime)
{
    if (machine.cpu == cpu && machine.runtime == runtime) return "";
    return text("predictions are for another machine (", machine.cpu, ", ", machine.runtime,
                " runtime) than this one (", cpu, ", ", runtime, " runtime); bspfft probe measures this one");
}

}  // namespace bspfft

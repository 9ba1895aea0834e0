#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <pwd.h>
#include <unistd.h>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/machine/machine_json.hpp"
#include "bsp_fft/machine/measurements.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

namespace {

// A word that a shell takes as it is.
std::string for_shell(const std::string& word)
{
    const bool plain = word.find_first_of(" \t\n'\"\\$&|;<>()*?[]#~`!{}") == std::string::npos;
    if (plain) return word;
    std::string quoted = "'";
    for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

// The user's home as the system knows it, for programs that are started without HOME; empty if there is none.
std::filesystem::path home_by_password_file()
{
    struct passwd entry = {};
    struct passwd* found = nullptr;
    char room[16384];
    const bool known = ::getpwuid_r(::geteuid(), &entry, room, sizeof room, &found) == 0 && found && found->pw_dir;
    std::error_code error;
    return known && std::filesystem::is_directory(found->pw_dir, error) ? found->pw_dir : "";
}

// A folder by an environment variable; relative ones do not count, as the XDG specification says.
std::filesystem::path folder_by(const char* variable)
{
    const char* const value = std::getenv(variable);
    const std::filesystem::path folder = value ? value : "";
    return folder.is_absolute() ? folder : std::filesystem::path();
}

// Never one that others can write to, such as /tmp.
std::filesystem::path cache_folder()
{
    if (const auto cache = folder_by("XDG_CACHE_HOME"); !cache.empty()) return cache;
    if (const auto home = folder_by("HOME"); !home.empty()) return home / ".cache";
    if (const auto home = home_by_password_file(); !home.empty()) return home / ".cache";
    throw Error(Status::file_error,
                "there is no place for the machine file: HOME and XDG_CACHE_HOME are not set to a folder, and the user "
                "has no home; set one of them, or name a file with --machine FILE");
}

}  // namespace

Machine read_machine(const std::string& path)
{
    std::ifstream file(path);
    if (!file) {
        const std::string folder = std::filesystem::path(path).parent_path().string();
        std::error_code error;
        const bool has_folder = folder.empty() || std::filesystem::is_directory(folder, error);
        throw Error(Status::file_error, text("there is no machine file ", path, "; make it with: ",
                                             has_folder ? "" : "mkdir -p " + for_shell(folder) + " && ",
                                             "bspfft probe --machine ", for_shell(path)));
    }
    if (!may_be_machine_file(path))
        throw Error(Status::file_error, text(path, " is not a machine file; name one that bspfft probe wrote"));
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
    const std::string content = json_of(machine).dump(2), part = path + ".part";
    std::error_code failure, ignored;
    if (const fs::path folder = fs::path(path).parent_path(); !folder.empty()) fs::create_directories(folder, failure);
    std::ofstream file(part);
    file << content << "\n";
    file.close();
    if (file) fs::rename(part, path, failure);
    if (file && !failure) return;
    fs::remove(part, ignored);
    const std::string why = file ? failure.message() : std::string("its folder cannot be written to, or is full");
    throw Error(Status::file_error, text("cannot write the machine file ", path, ": ", why));
}

bool may_be_machine_file(const std::string& path)
{
    std::error_code error;
    std::ifstream file(path);
    if (!std::filesystem::is_regular_file(path, error)) return false;
    if (file.peek() != '{') return file.eof();
    const std::optional<Json> document = Json::read(file);
    return !document || is_machine(*document);
}

const RememberedCut* Machine::remembered(const CutKey& key) const
{
    const auto found = std::ranges::find_if(cuts, [&](const RememberedCut& one) { return one.key == key; });
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
    return (cache_folder() / "bspfft" / file).string();
}

std::string difference_from(const Machine& machine, const std::string& cpu, const std::string& runtime)
{
    if (machine.cpu == cpu && machine.runtime == runtime) return "";
    return text("predictions are for another machine (", machine.cpu, ", ", machine.runtime,
                " runtime) than this one (", cpu, ", ", runtime, " runtime); bspfft probe measures this one");
}

}  // namespace bspfft

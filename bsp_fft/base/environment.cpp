#include "bsp_fft/base/environment.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>

#include "bsp_fft/base/refusal.hpp"

namespace bspfft {

namespace {

// The folder of the file that this code is in: the library's, or a program's.
std::string own_folder()
{
    static const char here = 0;
    Dl_info info{};
    if (!dladdr(&here, &info) || !info.dli_fname) return "";
    std::string file = info.dli_fname;
    // a program that was found by its name
    char link[4096];
    const ssize_t length = file.find('/') == std::string::npos ? readlink("/proc/self/exe", link, sizeof link) : 0;
    if (length > 0) file.assign(link, static_cast<std::size_t>(length));
    const auto slash = file.rfind('/');
    return slash == std::string::npos ? "" : file.substr(0, slash + 1);
}

}  // namespace

Index number_in_environment(const char* variable, Index most, const char* counted)
{
    const char* const words = std::getenv(variable);
    if (!words) return 0;
    const char* const end = words + std::strlen(words);
    Index number = 0;
    const auto [rest, error] = std::from_chars(words, end, number);
    if (error != std::errc() || rest != end || number < 0 || number > most)
        throw refusal("the environment variable ", variable, " is \"", words, "\"; it must be a number of ", counted,
                      " from 1 to ", most, ", or 0 for the default");
    return number;
}

// On few cores some more, so that what many threads do can be tried there.
Index most_threads(Index cores) { return std::max(Index{64}, 8 * cores); }

Index threads_in_environment(Index cores)
{
    return number_in_environment("BSPFFT_THREADS", most_threads(cores), "threads");
}

void* load_library(const std::string& name, const char* variable)
{
    std::string file = name;
    const std::string beside = own_folder();
    // beside the library or the program, where it is installed, and where it is built
    for (const char* folder : {"../../bsp_fft/", "../bsp_fft/", ""}) {
        const std::string there = text(beside, folder, name);
        if (!beside.empty() && access(there.c_str(), R_OK) == 0) file = there;
    }
    if (const char* given = std::getenv(variable)) file = given;
    if (void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
    const char* const error = dlerror();
    throw Error(Status::not_available,
                text("the library for it cannot be loaded (", error ? std::string(error) : file, ")"));
}

}  // namespace bspfft

const char* bspfft_version(void) { return BSPFFT_VERSION; }

int bspfft_version_number(void) { return BSPFFT_VERSION_NUMBER; }

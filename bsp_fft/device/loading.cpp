// Finds the library for devices when one is asked for, so that nothing else needs it.
#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <iomanip>
#include <sstream>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/device/device.hpp"

namespace bspfft {

namespace {

constexpr const char* library_name = "libbspfft-cuda.so";

/// The device, or why there is none.
struct Found {
    std::unique_ptr<Device> device;
    std::string reason;
    std::string description;
};

// The folder of the file that this code is in: the library's, or a program's.
std::string own_folder()
{
    Dl_info info{};
    if (!dladdr(reinterpret_cast<const void*>(&library_name), &info) || !info.dli_fname) return "";
    std::string file = info.dli_fname;
    // a program that was found by its name
    char link[4096];
    const ssize_t length = file.find('/') == std::string::npos ? readlink("/proc/self/exe", link, sizeof link) : 0;
    if (length > 0) file.assign(link, static_cast<std::size_t>(length));
    const auto slash = file.rfind('/');
    return slash == std::string::npos ? "" : file.substr(0, slash + 1);
}

void* opened(std::string& reason)
{
    std::string name = library_name;
    const std::string beside = own_folder();
    // beside the library or the program, where it is installed, and where it is built
    for (const char* folder : {"../../bsp_fft/", "../bsp_fft/", ""}) {
        const std::string there = beside + folder + library_name;
        if (!beside.empty() && access(there.c_str(), R_OK) == 0) name = there;
    }
    if (const char* given = std::getenv("BSPFFT_CUDA_LIBRARY")) name = given;
    if (void* library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
    const char* const error = dlerror();
    reason = text("the library for it cannot be loaded (", error ? std::string(error) : name, ")");
    return nullptr;
}

std::string described(const bspfft_device_info& info)
{
    constexpr double gib = 1 << 30;
    std::ostringstream words;
    words.imbue(std::locale::classic());
    words << info.name << ", " << std::fixed << std::setprecision(1) << static_cast<double>(info.bytes) / gib << " GiB";
    return words.str();
}

Found look()
{
    Found found;
    if (!cuda_is_built() && !std::getenv("BSPFFT_CUDA_LIBRARY")) {
        found.reason = "this build was made without CUDA";
        return found;
    }
    void* const library = opened(found.reason);
    if (!library) return found;
    const auto entry = reinterpret_cast<bspfft_device_entry>(dlsym(library, BSPFFT_DEVICE_ENTRY));
    const bspfft_device_functions* functions = entry ? entry(BSPFFT_DEVICE_VERSION) : nullptr;
    if (!functions) {
        found.reason = "the library for it is of another version";
        return found;
    }
    std::int32_t count = 0;
    const bool failed = functions->device_count(&count) != 0;
    if (failed || count < 1) {
        found.reason = failed ? text("no device answers: ", functions->message()) : "there is no device";
        return found;
    }
    auto device = std::make_unique<Device>(*functions);
    try {
        found.description = described(device->use());
        found.device = std::move(device);
    } catch (const Error& error) {
        found.reason = error.what();
    }
    return found;
}

// Once for all threads: what is found does not change while a program runs.
const Found& found()
{
    static const Found result = look();
    return result;
}

}  // namespace

const Device& device()
{
    if (found().device) return *found().device;
    throw Error(Status::not_available,
                text("the kernel cuda needs a GPU, and ", found().reason, "; take the kernel simd or auto"));
}

std::string why_no_device() { return found().reason; }

std::string device_description() { return found().device ? found().description : found().reason; }

bool cuda_is_built()
{
#ifdef BSPFFT_HAVE_CUDA
    return true;
#else
    return false;
#endif
}

}  // namespace bspfft

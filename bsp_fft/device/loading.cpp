// Finds the library for devices when one is asked for, so that nothing else needs it.
#include <dlfcn.h>

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
    const std::string file = info.dli_fname;
    const auto slash = file.rfind('/');
    return slash == std::string::npos ? "" : file.substr(0, slash + 1);
}

void* opened(std::string& reason)
{
    std::vector<std::string> names;
    if (const char* given = std::getenv("BSPFFT_CUDA_LIBRARY")) {
        names.emplace_back(given);
    } else {
        names = {own_folder() + library_name, library_name};
    }
    for (const std::string& name : names) {
        if (void* library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
    }
    const char* const error = dlerror();
    reason = text("the library ", names.back(), " cannot be loaded", error ? text(" (", error, ")") : "");
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
        found.reason = text("the library ", library_name, " is of another version");
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

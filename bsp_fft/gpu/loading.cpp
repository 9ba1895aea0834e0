// Finds the library for devices when one is asked for, so that nothing else needs it.
#include <cstdlib>
#include <iomanip>
#include <sstream>

#include "bsp_fft/base/environment.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/gpu/device.hpp"

namespace bspfft {

namespace {

constexpr const char* library_variable = "BSPFFT_CUDA_LIBRARY";

/// The device, or why there is none.
struct Found {
    std::unique_ptr<Device> device;
    std::string reason;
    std::string description;
};

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
    if (!cuda_is_built() && !std::getenv(library_variable)) {
        found.reason = "this build was made without CUDA";
        return found;
    }
    void* const library = load_library("libbspfft-cuda.so", library_variable, found.reason);
    if (!library) return found;
    const auto entry = function_of<bspfft_device_entry>(library, BSPFFT_DEVICE_ENTRY);
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

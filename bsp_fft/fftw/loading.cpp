#include "bsp_fft/base/environment.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/fftw/fftw.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

namespace {

/// The table, or why there is none.
struct Found {
    const FftwTable* table = nullptr;
    std::string reason;
};

// Once for all threads: what is found does not change while a program runs.
const Found& found()
{
    static const Found result = [] {
        Found found;
        void* const library = load_library("libbspfft-fftw-kernel.so", "BSPFFT_FFTW_LIBRARY", found.reason);
        if (!library) return found;
        const auto entry = function_of<FftwEntry>(library, fftw_entry);
        const FftwTable* const table = entry ? entry() : nullptr;
        if (!table || table->size != sizeof(FftwTable)) {
            found.reason = "the library for it is of another version";
        } else if (table->is_bspfft()) {
            found.reason = "in this program FFTW's calls are those of libbspfft-fftw3, which come back to us";
        } else {
            found.table = table;
        }
        return found;
    }();
    return result;
}

}  // namespace

const FftwTable& fftw()
{
    if (found().table) return *found().table;
    throw Error(Status::not_available,
                text("the kernel fftw needs FFTW 3, and ", found().reason, "; take the kernel radix2 or auto"));
}

std::string why_no_fftw() { return found().reason; }

}  // namespace bspfft

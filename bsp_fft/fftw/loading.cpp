#include "bsp_fft/base/environment.hpp"
#include "bsp_fft/fftw/fftw.hpp"

namespace bspfft {

namespace {

const FftwTable* load()
{
    const auto refusal = [](const char* reason) { return Error(Status::not_available, reason); };
    const auto entry =
        function_of<FftwEntry>(load_library("libbspfft-fftw-kernel.so", "BSPFFT_FFTW_LIBRARY"), fftw_entry);
    const FftwTable* const table = entry ? entry() : nullptr;
    if (!table || table->size != sizeof(FftwTable)) throw refusal("the library for it is of another version");
    if (table->is_bspfft())
        throw refusal("in this program FFTW's calls are those of libbspfft-fftw3, which come back to us");
    return table;
}

const Found<const FftwTable*>& found()
{
    static const Found<const FftwTable*> result(load);
    return result;
}

}  // namespace

const FftwTable& fftw() { return *found().required("the kernel fftw needs FFTW 3", "radix2 or auto"); }

std::string why_no_fftw() { return found().reason; }

}  // namespace bspfft

// libbspfft-fftw-kernel: the only library that we install for programs to load and that is linked with FFTW.
#include "bsp_fft/fftw/linked.hpp"

extern "C" __attribute__((visibility("default"))) const bspfft::FftwTable* bspfft_fftw_table()
{
    using namespace bspfft;
    static const FftwTable table{
        .size = sizeof(FftwTable),
        .of_doubles = linked_fftw3<double>,
        .of_floats = linked_fftw3<float>,
        .allocate = fftw_malloc,
        .release = fftw_free,
        .version = fftw_version,
        .flags = fftw_cc,
    };
    return &table;
}

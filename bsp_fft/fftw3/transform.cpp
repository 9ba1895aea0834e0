#include "bsp_fft/fftw3/transform.hpp"

#include <cstdio>
#include <cstdlib>

namespace bspfft::fftw3 {

Transform::Transform(const bspfft_request& request, bool in_place)
{
    bspfft_transform* made = nullptr;
    if (bspfft_transform_create(&made, &request, in_place) != BSPFFT_OK) throw NotCovered(bspfft_message());
    transform_.reset(made);
}

void Transform::execute(const void* in, void* out) const
{
    if (bspfft_transform_execute(transform_.get(), in, out) == BSPFFT_OK) return;
    std::fprintf(stderr, "libbspfft-fftw3: a transform failed: %s\n", bspfft_message());
    std::abort();
}

double Transform::flops() const
{
    return static_cast<double>(bspfft_transform_flops(transform_.get())) *
           static_cast<double>(bspfft_transform_processes(transform_.get()));
}

}  // namespace bspfft::fftw3

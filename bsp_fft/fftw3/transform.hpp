// A transform of bspfft's, owned.
#pragma once

#include <memory>

#include "bsp_fft/fftw3/problem.hpp"

namespace bspfft::fftw3 {

class Transform {
public:
    /// Throws NotCovered with what the library says.
    Transform(const bspfft_request& request, bool in_place);

    /// Several threads may, at the same time. Ends the program if it fails, since FFTW's callers cannot be told.
    void execute(const void* in, void* out) const;

    double flops() const;

private:
    struct Destroy {
        void operator()(bspfft_transform* transform) const { bspfft_transform_destroy(transform); }
    };
    std::unique_ptr<bspfft_transform, Destroy> transform_;
};

}  // namespace bspfft::fftw3

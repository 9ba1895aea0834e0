// FFTW's R2HC, HC2R and DHT along one axis of a compact array, made of our transforms between reals and half spectra.
#pragma once

#include "bsp_fft/fftw3/memory.hpp"
#include "bsp_fft/fftw3/problem.hpp"
#include "bsp_fft/fftw3/transform.hpp"

namespace bspfft::fftw3 {

/// Of an array of before x n x after reals, along n, in place.
template <class Real>
class HalfSpectrumStep {
public:
    struct Shape {
        Index before, n, after;
        int kind, precision, threads;
    };
    explicit HalfSpectrumStep(const Shape& shape);

    void execute(Real* array);
    double flops() const { return transform_.flops(); }
    Index bytes() const { return transform_.bytes() + halves() * static_cast<Index>(sizeof(Real)); }

private:
    /// From a half spectrum to the reals of one transform, and back: at k is real part k, at n - k imaginary part k.
    void unpack(const Real* half, Real* reals) const;
    void pack(const Real* reals, Real* half) const;
    /// Reals in all half spectra.
    Index halves() const { return shape_.before * shape_.after * (shape_.n / 2 + 1) * 2; }
    template <class Action>
    void for_each(Real* array, Action action);

    Shape shape_;
    Transform transform_;
    Work<Real> halves_;
};

}  // namespace bspfft::fftw3

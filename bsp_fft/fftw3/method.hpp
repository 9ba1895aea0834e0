// How a problem is computed: by one transform from array to array, or through an array of the plan's own.
#pragma once

#include <array>
#include <memory>

#include "bsp_fft/fftw3/problem.hpp"

namespace bspfft::fftw3 {

/// The arrays of one execution: the real parts, or the reals, and the imaginary parts; those of interleaved complex
/// numbers begin one real later.
template <class Real>
struct Arrays {
    std::array<const Real*, 2> in;
    std::array<Real*, 2> out;

    bool in_place() const { return in[0] == out[0]; }
};

template <class Real>
class Method {
public:
    virtual ~Method() = default;
    /// Several threads may call it at the same time, on different arrays.
    virtual void execute(const Arrays<Real>& arrays) = 0;
    virtual double flops() const = 0;
    /// The bytes that it holds, besides the caller's arrays.
    virtual Index bytes() const = 0;
    virtual const char* name() const = 0;
};

/// Throws NotCovered, and std::bad_alloc.
template <class Real>
std::unique_ptr<Method<Real>> make_method(const Problem& problem, bool in_place);

}  // namespace bspfft::fftw3

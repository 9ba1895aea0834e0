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
class Way {
public:
    virtual ~Way() = default;
    /// Several threads may, at the same time, with arrays of their own.
    virtual void execute(const Arrays<Real>& arrays) = 0;
    virtual double flops() const = 0;
    /// What it holds in memory, besides the caller's arrays.
    virtual Index bytes() const = 0;
    virtual const char* name() const = 0;
};

/// Throws NotCovered, and std::bad_alloc.
template <class Real>
std::unique_ptr<Way<Real>> make_way(const Problem& problem, bool in_place);

/// Through an array of its own.
template <class Real>
std::unique_ptr<Way<Real>> make_buffered_way(const Problem& problem);

}  // namespace bspfft::fftw3

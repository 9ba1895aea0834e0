// What a plan may be asked to do: each choice by itself.
#pragma once

#include "bspfft/export.hpp"
#include "bspfft/index.hpp"

namespace bspfft {

/// forward: y_k = sum_j x_j exp(-2 pi i j k/n), along every axis that is transformed; inverse: with +.
enum class Direction { forward, inverse };

/// What is transformed. Half a spectrum has the elements 0 .. n/2 of the last axis that is transformed; the others are
/// their conjugates, y_(n-k) = conj(y_k), with the indices of all axes that are transformed negated.
enum class Data {
    complex,        ///< to complex numbers
    real,           ///< real numbers, to half a spectrum
    half_spectrum,  ///< half a spectrum, to real numbers: the way back
};

/// Which transform applies the factor that makes inverse(forward(x)) = x.
enum class Normalisation {
    none,       ///< neither: a round trip multiplies by n
    inverse,    ///< 1/n on the inverse, as in PSC, NumPy and MATLAB
    symmetric,  ///< 1/sqrt(n) on both
    forward,    ///< 1/n on the forward transform
};

/// That factor for a transform of length n in this direction.
BSPFFT_API double normalisation_factor(Normalisation normalisation, Direction direction, Index n);

enum class Algorithm {
    automatic,  ///< fast where it can be, else bluestein for one axis and pencils for several
    fast,       ///< the free cut on every axis: one move, main memory swept twice in all
    textbook,   ///< PSC 3.4 as printed: cycles 1, n/p, (n/p)^2, ..., p; powers of two in one axis, real data in pairs
    pencils,    ///< blocks in, blocks out: one axis after the other, a move between two of them
    bluestein,  ///< any n on any p, as a convolution of smooth length: two moves; one axis
};

/// Its name for users.
constexpr const char* algorithm_name(Algorithm algorithm)
{
    switch (algorithm) {
    case Algorithm::fast:
        return "fast";
    case Algorithm::textbook:
        return "textbook";
    case Algorithm::pencils:
        return "pencils";
    case Algorithm::bluestein:
        return "bluestein";
    case Algorithm::automatic:
        break;
    }
    return "auto";
}

/// The kernel of the local transforms.
enum class Kernel {
    automatic,  ///< the fastest that is built in
    simd,       ///< columns as lanes of vectors: for the fast algorithm
    radix2,     ///< the plain butterflies of PSC 3.3: the readable reference
    fftw,       ///< FFTW 3, where the library was built with it
    cuda,       ///< a GPU, where the library was built with CUDA and there is one: on tiles, as simd
};

/// Its name for users and in machine files.
constexpr const char* kernel_name(Kernel kernel)
{
    switch (kernel) {
    case Kernel::simd:
        return "simd";
    case Kernel::radix2:
        return "radix2";
    case Kernel::fftw:
        return "fftw";
    case Kernel::cuda:
        return "cuda";
    case Kernel::automatic:
        break;
    }
    return "auto";
}

/// Where the arrays of a plan are.
enum class Memory {
    host,
    device,  ///< of the kernel cuda: data() is a pointer to the GPU's memory, and data stay there between transforms
};

/// How packets are sent.
enum class Exchange {
    automatic,  ///< hpput on BSPlibs where it is known to be faster, else put
    put,        ///< bsp_put: buffered by the BSPlib; works in place
    hpput,      ///< bsp_hpput into a second array
};

}  // namespace bspfft

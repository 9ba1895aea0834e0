// The vector code of dense transforms, and its arguments: one transform as the product of its matrix and a vector.
#pragma once

#include "bspfft/error.hpp"

namespace bspfft {

/// The longest dense transform; with one fold half of its numbers are even, and as many odd.
constexpr Index longest_dense = 128;
/// Up to this, reals and half spectra of an even length are faster so than as half as many complex numbers.
constexpr Index most_real_dense = 12;
constexpr Index dense_room = longest_dense / 2 + 8;

/// Where even and odd parts are on one side of a transform, in reals from its first element on. Folded: an element and
/// its mirror, one step to the next, are a sum, which is even, and a difference, which is odd; there are as many as odd
/// ones, and further even ones are elements that have no mirror.
struct DenseSide {
    bool folded;
    Index even, even_step;
    Index odd, odd_step;
    Index alone[2];
    Index zeros = 0;  ///< results at the places `alone` that are zero
};

/// Column j has the factors of input j for all results, which are padded with zeros to whole vectors.
template <class Real>
struct DenseMatrix {
    const Real* columns = nullptr;
    Index size = 0;
    Index padded = 0;
};

/// The even parts and the odd ones have a matrix each.
template <class Real>
struct DenseTask {
    DenseSide from, to;
    DenseMatrix<Real> even, odd;
};

/// Which code there is to be: for one column of numbers, of which one side at most is folded, or for two, real and
/// imaginary parts, both sides of which are.
struct DenseShape {
    bool complex;
    bool folds_input, folds_output;
    Index evens, odds;
};

template <class Real>
struct DenseCode {
    void (*run)(const DenseTask<Real>&, const Real* in, Real* out);
    Index lanes;  ///< of its vectors
};

namespace simd {

/// For the best instruction set of the machine. In may be out.
BSPFFT_API DenseCode<float> dense_code(const DenseShape& shape, const float*);
BSPFFT_API DenseCode<double> dense_code(const DenseShape& shape, const double*);

}  // namespace simd

}  // namespace bspfft

// The vector code of short transforms, and its arguments: one contiguous vector, in a few stages.
#pragma once

#include "bsp_fft/schedule/radices.hpp"

namespace bspfft {

/// Which part of a transform of length n = r1 r2 ... a stage is. As Stockham has it, a stage of radix r computes
///
///     y(q, k, g) = w^(g k) (sum over j of w_r^(j k) x(q, g, j)),  q < width, k < r, g < groups,
///
/// where the first index is the fastest in memory. Width times groups is n/r, w is w_(r groups).
enum class ShortKind {
    only,   ///< r = n: from the user's array to the user's array
    both,   ///< a first and a last stage, whose radices' product is given: from the user's array to the user's array
    first,  ///< width is 1: from the user's array
    middle,
    last,  ///< there is one group: to the user's array
    /// r = n: `width` neighbouring columns, whose rows are padding_in and padding_out reals apart in the user's arrays
    columns,
    /// r = n: `width` lines of r neighbours each, which begin padding_in and padding_out reals apart there
    lines
};

/// A stage's task. In between, every vector of real parts is followed by that of the imaginary parts: the widths of the
/// stages are multiples of the vector's lanes.
template <class Real>
struct ShortTask {
    Index groups = 1;
    Index width = 1;
    /// Between stages, the groups that the next stage combines are apart: after every `chunk` groups of the results
    /// come `padding_out` reals, and after each of the r parts that are read `padding_in`.
    Index chunk = 1;
    Index padding_out = 0;
    Index padding_in = 0;
    /// First: for every vector of groups and k = 1 .. r-1 a vector of real parts and one of imaginary parts.
    /// Middle: for every group and k = 1 .. r-1 a complex number.
    const Real* twiddles = nullptr;
};

/// What differs from one run of a stage to the next.
template <class Real>
struct ShortRun {
    const Real* in;
    Real* out;   ///< may be in, of kinds only, columns and lines
    bool swap;   ///< the user's real and imaginary parts are exchanged
    Real scale;  ///< what goes to the user's array is multiplied by this
};

/// In registers, the members of a ShortRun: a processor that reads them from memory waits until they are written.
template <class Real>
using ShortStage = void (*)(const ShortTask<Real>&, const Real* in, Real* out, bool swap, Real scale);

/// Vectors over the groups of the first stage: one after the other, the last so that it ends with them.
inline Index next_vector(Index at, Index count, Index lanes)
{
    return at + 2 * lanes <= count || at + lanes == count ? at + lanes : count - lanes;
}

template <class Real>
struct ShortCode {
    ShortStage<Real> run;
    Index lanes;  ///< of its vectors
};

namespace simd {

/// A stage of this radix, with vectors of at most `lanes` lanes, for the best instruction set of the machine.
BSPFFT_API ShortCode<float> short_code(ShortKind kind, Index radix, Index lanes, const float*);
BSPFFT_API ShortCode<double> short_code(ShortKind kind, Index radix, Index lanes, const double*);

}  // namespace simd

}  // namespace bspfft

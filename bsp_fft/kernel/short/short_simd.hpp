// The vector code of short transforms; the best instruction set of the machine is chosen when it is asked for.
#pragma once

#include "bsp_fft/kernel/short/short_tasks.hpp"

namespace bspfft {

template <class Real>
struct ShortCode {
    ShortStage<Real> run;
    Index lanes;  ///< of its vectors
};

namespace simd {

/// A stage of this radix, with vectors of at most so many lanes.
ShortCode<float> short_code(ShortKind kind, Index radix, Index lanes, const float*);
ShortCode<double> short_code(ShortKind kind, Index radix, Index lanes, const double*);

}  // namespace simd

}  // namespace bspfft

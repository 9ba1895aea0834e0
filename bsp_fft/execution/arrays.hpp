// The arrays of a plan, which its transforms in both directions share.
#pragma once

#include <algorithm>

#include "bspfft/index.hpp"

namespace bspfft {

enum class ArrayId {
    input,
    output,
    landing,  ///< where packets land
    padded,   ///< Bluestein's convolution
    result,   ///< the output, where passes have another array and a move follows them
};

/// Landing arrays: elements of one, the same on all processes, and how many there are.
struct LandingSize {
    Index length = 0;
    Index arrays = 1;
};

/// Memory that executions need besides input and output; several share it.
struct ScratchNeeds {
    Index landing = 0;    ///< elements of all landing arrays
    Index padded = 0;     ///< elements
    Index workspace = 0;  ///< reals of the kernels

    friend ScratchNeeds larger(const ScratchNeeds& a, const ScratchNeeds& b)
    {
        return {std::max(a.landing, b.landing), std::max(a.padded, b.padded), std::max(a.workspace, b.workspace)};
    }
};

template <class Real>
struct PlanArrays {
    Real* input;
    Real* output;
    Real* landing;
    Real* padded;
    Real* workspace;
    Index* turn;  ///< of the landing arrays: executions that share them take turns
};

}  // namespace bspfft

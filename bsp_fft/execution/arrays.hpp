// The arrays of a plan, which its transforms in both directions share.
#pragma once

#include <algorithm>

#include "bsp_fft/gpu/work.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

/// Memory that executions need besides input and output; several share it.
struct ScratchNeeds {
    Index landing = 0;    ///< elements of all landing arrays
    Index padded = 0;     ///< elements
    Index workspace = 0;  ///< reals of the kernels
    Index apart = 0;      ///< elements from one landing array to the next

    // Where one execution ends, the next may have begun: what is the first landing array of one must not be in the
    // second of the other.
    friend ScratchNeeds larger(const ScratchNeeds& a, const ScratchNeeds& b)
    {
        const Index apart = std::max(a.apart, b.apart), arrays = std::max(a.landing_arrays(), b.landing_arrays());
        return {apart * arrays, std::max(a.padded, b.padded), std::max(a.workspace, b.workspace), apart};
    }
    Index landing_arrays() const { return apart == 0 ? 0 : landing / apart; }
};

template <class Real>
struct PlanArrays {
    Real* input;
    Real* output;
    Real* landing;
    Real* padded;
    Real* workspace;
    Index* turn;      ///< of the landing arrays, the one that was used last: executions that share them take turns
    Index apart = 0;  ///< elements from one landing array to the next, if that is more than this execution needs
    DeviceWork* device = nullptr;  ///< of the kernel cuda
};

}  // namespace bspfft

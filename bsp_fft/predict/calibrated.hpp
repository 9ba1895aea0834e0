// The calibrated price of local work, which the message models share.
#pragma once

#include "bsp_fft/machine/estimate.hpp"
#include "bspfft/model.hpp"

namespace bspfft {

inline Price price_of(const Estimate& compute, const Estimate& communicate, const Estimate& sync)
{
    const Estimate total = compute + communicate + sync;
    return {compute.value, communicate.value, sync.value, total.low, total.high};
}

/// Seconds of a computation, or of the packing of a move.
Estimate local_seconds(const Machine& machine, const Schedule& schedule, const Superstep& step);

}  // namespace bspfft

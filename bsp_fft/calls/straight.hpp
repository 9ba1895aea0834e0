// The straight way of a few numbers.
#pragma once

#include "bspfft/bspfft.h"

namespace bspfft::calls {

/// What a part does in any thread, without its section and its ledger; several threads may at the same time.
class Straight {
public:
    virtual ~Straight() = default;

    virtual void run(const void* in, void* out) const = 0;
};

/// For FFTW's interface: what a plan of a request does so, as long as it keeps no ledger; null if there is no such way.
BSPFFT_API const Straight* straight_of(const bspfft_plan* plan);

}  // namespace bspfft::calls

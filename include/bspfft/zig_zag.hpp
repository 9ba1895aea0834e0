// The zig-zag cyclic distribution  [Inda and Bisseling 2001]: k and -k are on the same process.
#pragma once

#include "bspfft/index.hpp"

namespace bspfft {

/// Of every p successive elements each of the p processes has one; every other time their order is reversed, but for
/// process 0. So process s has the elements that are s or -s mod 2p, process 0 those that are 0 or p.
/// Element k is at place k div p.
struct ZigZag {
    Index p = 1;

    Index owner(Index k) const
    {
        const Index r = k % p;
        return k / p % 2 == 0 || r == 0 ? r : p - r;
    }
    Index local(Index k) const { return k / p; }
    Index global(Index s, Index i) const { return p * i + (i % 2 == 0 || s == 0 ? s : p - s); }
    /// How many of 0 .. n-1 process s has; process 0 has the most.
    Index count(Index n, Index s) const { return n / p + (n % p > 0 && global(s, n / p) < n ? 1 : 0); }
};

}  // namespace bspfft

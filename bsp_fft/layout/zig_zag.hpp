// The zig-zag cyclic distribution  [Inda and Bisseling 2001]: k and -k are on the same process.
#pragma once

#include "bspfft/error.hpp"

namespace bspfft {

/// Each of the p processes has one of every p successive elements; every other time their order is reversed, but for
/// process 0. So process s has the elements that are s or -s mod 2p, process 0 those that are 0 or p.
/// Element k is at place k div p.
struct ZigZag {
    Index p = 1;

    /// The process that has element k, and its place there; and which element process s has at place i.
    Index owner(Index k) const
    {
        const Index r = k % p;
        return k / p % 2 == 0 || r == 0 ? r : p - r;
    }
    Index local(Index k) const { return k / p; }
    Index global(Index s, Index i) const { return p * i + (i % 2 == 0 || s == 0 ? s : p - s); }
    /// How many of 0 .. n-1 process s has; process 0 has the most.
    Index count(Index n, Index s) const { return n / p + (n % p > 0 && global(s, n / p) < n ? 1 : 0); }
    /// From process 1 on the counts differ by one at most, and change at one process: this one, if there is such a one.
    Index count_changes_at(Index n) const { return n / p % 2 == 0 ? n % p : p - n % p + 1; }
};

/// The same for the residues 0 .. a-1, where r and a - r have the same owner: r is folded to the smaller of the two. If
/// 2p divides a, process s has the residues that it has of 0 .. a-1 by the zig-zag itself.
struct ResidueZigZag {
    ZigZag zig_zag;
    Index a = 1;

    /// The process that has the residue r.
    Index owner(Index r) const { return zig_zag.owner(r <= a / 2 ? r : a - r); }
    /// How many of the residues below r process s has: the place of r, if r is its own.
    Index below(Index r, Index s) const
    {
        const Index folded = zig_zag.count(folded_bound(r), s);
        return is_lower(r) ? folded : lower(s) + upper(s) - folded;
    }
    /// What is counted for that: residues below this one.
    Index folded_bound(Index r) const { return is_lower(r) ? r : a - r + 1; }
    bool is_lower(Index r) const { return r <= a / 2 + 1; }
    Index count(Index s) const { return lower(s) + upper(s) - (s == 0 ? 1 : 0); }
    Index global(Index s, Index i) const
    {
        const Index low = lower(s);
        return i < low ? zig_zag.global(s, i) : a - zig_zag.global(s, low + upper(s) - 1 - i);
    }

    /// Those of process s up to a/2, and the folded ones of the rest, 0 included.
    Index lower(Index s) const { return zig_zag.count(a / 2 + 1, s); }
    Index upper(Index s) const { return zig_zag.count((a - 1) / 2 + 1, s); }
};

}  // namespace bspfft

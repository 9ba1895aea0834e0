// Who owns x_j: the group-cyclic distribution of PSC 3.4, and with it the block and the cyclic one.
#pragma once

#include "bspfft/export.hpp"
#include "bspfft/index.hpp"

namespace bspfft {

/// Group-cyclic distribution of x_0 .. x_{n-1} over p processes with cycle c  [PSC 3.4].
///
/// The processes form p/c groups. Each group holds one block of c*n/p consecutive elements and deals them out
/// cyclically. c = 1 is the block distribution, c = p the cyclic one.
///
/// With bit-reversed numbering process s holds what process rho_p(s) would hold without: the state of the
/// vector after the first computation superstep, where it replaces the swap of bit reversal.
///
/// Requires c | p and p | n, and for bit-reversed numbering p = 2^q; otherwise throws
/// Error(invalid_argument).
class BSPFFT_API GroupCyclic {
public:
    enum class Numbering { identity, bit_reversed };

    GroupCyclic(Index n, Index p, Index c, Numbering numbering = Numbering::identity);

    static GroupCyclic block(Index n, Index p) { return {n, p, 1}; }
    static GroupCyclic cyclic(Index n, Index p) { return {n, p, p}; }

    Index n() const { return n_; }
    Index p() const { return p_; }
    Index cycle() const { return c_; }
    Index local_size() const { return local_size_; }

    Index owner(Index j) const { return renumber(j / group_size_ * c_ + j % c_); }
    Index local(Index j) const { return j % group_size_ / c_; }

    /// Inverse of (owner, local): the global index of element i on process s.
    Index global(Index s, Index i) const
    {
        const Index position = renumber(s);
        return position / c_ * group_size_ + i * c_ + position % c_;
    }

private:
    Index renumber(Index s) const { return reversed_ ? reversed(s) : s; }
    Index reversed(Index s) const;

    Index n_;
    Index p_;
    Index c_;
    Index local_size_ = 0;
    Index group_size_ = 0;  ///< elements of a group
    bool reversed_ = false;
};

}  // namespace bspfft

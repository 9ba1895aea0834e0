// Who owns which element, and where: an index is digits, and a layout says where each digit goes.
#pragma once

#include <vector>

#include "bspfft/export.hpp"
#include "bspfft/index.hpp"

namespace bspfft {

/// One digit of an index j: (j div weight) mod radix.
struct Digit {
    Index radix;
    Index weight;

    friend bool operator==(const Digit&, const Digit&) = default;
};

/// Where the elements 0 .. n-1 of an array are: on which process, at which local place.
///
/// The index is written in mixed radix, j = sum of digit * weight. Each digit belongs to the process number or to
/// the local place; both lists are in order of significance, the most significant digit first. An array of several
/// axes is numbered row by row (the last axis runs fastest), so that the digits of all axes are digits of one index.
///
/// Every process holds n/p elements. Uneven parts are not digits.
class BSPFFT_API Layout {
public:
    /// Requires that the digits of both lists together, by weight, have the weights 1, r_0, r_0 r_1, ..., that the
    /// product of all radices is n, the product of the shape, and that it fits in 64 bits; otherwise throws
    /// Error(invalid_argument). Digits of radix 1 are left out.
    Layout(std::vector<Index> shape, std::vector<Digit> process, std::vector<Digit> local);

    /// n/p consecutive elements on each process. Requires p | n.
    static Layout block(Index n, Index p);
    /// Element j on process j mod p, at place j div p. Requires p | n.
    static Layout cyclic(Index n, Index p);
    /// The processes form p/c groups. Each group holds one block of c n/p consecutive elements and distributes them
    /// cyclically  [PSC 3.4]: c = 1 is the block layout, c = p the cyclic one. Requires c | p and p | n.
    static Layout group_cyclic(Index n, Index p, Index c);

    /// Blocks in every axis: axis l is cut into grid[l] parts, and processes are numbered row by row. A grid (p, 1, 1)
    /// makes slabs, (p1, p2, 1) pencils. Requires that each part divides its axis.
    static Layout blocks(const std::vector<Index>& shape, const std::vector<Index>& grid);
    static Layout slabs(const std::vector<Index>& shape, Index p);
    static Layout pencils(const std::vector<Index>& shape, Index p1, Index p2);
    /// Cyclic in every axis: j_l on process coordinate j_l mod grid[l]. Requires that each part divides its axis.
    static Layout cyclic_grid(const std::vector<Index>& shape, const std::vector<Index>& grid);
    /// So many arrays of one layout, one after the other in the memory of each process; the new axis comes first.
    static Layout batch(Index count, const Layout& one);

    /// The same elements on processes numbered in bit-reversed order: s holds what rho_p(s) held  [PSC 3.4]. It is
    /// the state of a vector after the first computation of the FFT, where it replaces the swap of bit reversal.
    /// Requires p = 2^q.
    Layout with_processes_bit_reversed() const;
    /// The same owners, and the axes in another order in memory, the slowest first; order is a permutation of the axes.
    Layout with_axes_in_memory(const std::vector<Index>& order) const;

    Index n() const { return n_; }
    Index p() const { return p_; }
    Index local_size() const { return n_ / p_; }
    const std::vector<Index>& shape() const { return shape_; }
    const std::vector<Digit>& process_digits() const { return process_; }
    const std::vector<Digit>& local_digits() const { return local_; }
    /// The smallest weight of a local digit: the c of a group-cyclic layout. 1 if nothing is local.
    Index cycle() const;

    Index owner(Index j) const { return number(process_, j); }
    Index local(Index j) const { return number(local_, j); }
    /// Inverse of (owner, local): the index of element i on process s.
    Index global(Index s, Index i) const { return index(process_, s) + index(local_, i); }

    /// Whether every element has the same owner and place in both.
    friend BSPFFT_API bool operator==(const Layout& a, const Layout& b);

private:
    static Index number(const std::vector<Digit>& digits, Index j);
    static Index index(const std::vector<Digit>& digits, Index number);

    std::vector<Index> shape_;
    std::vector<Digit> process_;
    std::vector<Digit> local_;
    Index n_;
    Index p_;
};

/// How packets are stored in the landing array: complex numbers in groups of `lanes`, all real parts before all
/// imaginary parts, and after every `block` of them a gap of `apart`.
struct Landing {
    Index lanes = 1;
    Index block = 0;  ///< 0: one block
    Index apart = 0;
    Index put_length = 0;  ///< elements that one put sends, as far as they are contiguous
    bool spreads = false;  ///< a packet lands in one piece and is spread over its places after the sync
    Index arrays = 1;      ///< transforms alternate between so many landing arrays

    /// The offset of an element, in elements, and the length of an array of so many elements with its gaps.
    Index address(Index place) const { return block == 0 ? place : place + place / block * apart; }
    Index length(Index size) const { return block == 0 ? size : size + size / block * apart; }
    /// The offset of its real part, in reals; its imaginary part is `lanes` further.
    Index real_part(Index place) const { return 2 * address(place) - place % lanes; }
};

}  // namespace bspfft

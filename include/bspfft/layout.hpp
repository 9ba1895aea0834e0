// Who owns which element, and where.
#pragma once

#include <string>
#include <vector>

#include "bspfft/error.hpp"

namespace bspfft {

class AxisParts;

/// The kind of a division. None but group-cyclic requires that parts be equal; a process may own nothing.
struct AxisLayout {
    enum class Kind { block, cyclic, residue_cyclic, group_cyclic, zig_zag, zig_zag_from_one, folded };

    Kind kind = Kind::block;
    Index parameter = 0;  ///< the b of residue_cyclic, the c of group_cyclic, the period of a zig-zag

    /// Parts of ceil(n/p) consecutive elements; the last ones are shorter or empty.
    static AxisLayout block() { return {Kind::block, 0}; }
    /// Element j on process j mod p, at place j div p.
    static AxisLayout cyclic() { return {Kind::cyclic, 0}; }
    /// Element j on process (j mod b) mod p; the places are in the order of j. Requires b | n. Cyclic if p | b.
    static AxisLayout residue_cyclic(Index b) { return {Kind::residue_cyclic, b}; }
    /// p/c groups, each with one block that it distributes cyclically. Requires c | p and p | n.
    static AxisLayout group_cyclic(Index c) { return {Kind::group_cyclic, c}; }
    /// Half a spectrum in the zig-zag cyclic distribution: element k on process r = k mod p if k div p is even or
    /// r = 0, otherwise p - r; at place k div p  [Inda and Bisseling 2001].
    /// With a period a >= 1: element k is on the process that has element min(r, a - r), r = k mod a; the places are in
    /// the order of k.
    /// The two are the same if 2p | a, and if no element is more than a/2.
    static AxisLayout zig_zag(Index period = 0) { return {Kind::zig_zag, period}; }
    /// For sine transforms, which have no element 0: element k is where zig_zag has element k + 1 of an axis that is
    /// longer by one; the places are in the order of k.
    static AxisLayout zig_zag_from_one(Index period = 0) { return {Kind::zig_zag_from_one, period}; }
    /// For cosine transforms: the even elements and then the odd ones backwards, x_0, x_2, x_4, ..., x_5, x_3, x_1;
    /// number v of these is on process v mod p, at place v div p. So places are not in the order of the elements, on
    /// one process neither.
    static AxisLayout folded() { return {Kind::folded, 0}; }

    friend bool operator==(const AxisLayout&, const AxisLayout&) = default;
};

/// One digit of an index j: (j div weight) mod radix.
struct Digit {
    Index radix;
    Index weight;

    friend bool operator==(const Digit&, const Digit&) = default;
};

/// Where the elements 0 .. n-1 of an array are: on which process, at which local place. An array of several axes is
/// numbered row by row (the last axis runs fastest).
///
/// A layout is given in one of two forms, and has both where both can say it:
///   - digits: the index is written in mixed radix, j = sum of digit * weight. Each digit belongs to the process number
///     or to the local place; both lists are in order of significance, the most significant digit first. Every process
///     holds n/p elements.
///   - a product: each axis is divided among the processes along it, those of a grid numbered row by row. Parts may be
///     uneven, and processes may own nothing. The local part is an array too, with its axes in some order in memory.
class BSPFFT_API Layout {
public:
    /// Requires that the digits of both lists together, by weight, have the weights 1, r_0, r_0 r_1, ..., that the
    /// product of all radices is n, the product of the shape, and that it fits in 64 bits; otherwise throws
    /// Error(invalid_argument). Digits of radix 1 are left out.
    Layout(std::vector<Index> shape, std::vector<Digit> process, std::vector<Digit> local);
    ~Layout();
    Layout(const Layout& other);      ///< a copy, as of any value
    Layout(Layout&& other) noexcept;  ///< leaves the other empty
    Layout& operator=(const Layout& other);
    Layout& operator=(Layout&& other) noexcept;

    /// Axis l of the shape is divided into grid[l] parts as axes[l] says. Requires as many of each, at least one, axes
    /// and parts of 1 or more, and products that fit in 64 bits; otherwise throws Error(invalid_argument).
    static Layout grid(const std::vector<Index>& shape, const std::vector<Index>& grid,
                       const std::vector<AxisLayout>& axes);

    /// ceil(n/p) consecutive elements on each process; the last ones have fewer, or none.
    static Layout block(Index n, Index p);
    /// Element j on process j mod p, at place j div p.
    static Layout cyclic(Index n, Index p);
    /// The processes form p/c groups. Each group holds one block of c n/p consecutive elements and distributes them
    /// cyclically  [PSC 3.4]: c = 1 is the block layout, c = p the cyclic one. Requires c | p and p | n.
    static Layout group_cyclic(Index n, Index p, Index c);
    /// Element j on process (j mod b) mod p; places are in the order of j. Requires b | n. If p | b it is cyclic.
    static Layout residue_cyclic(Index n, Index p, Index b);
    /// Blocks of b elements, block j div b on process (j div b) mod p; the places are in the order of j. Requires
    /// p b | n.
    static Layout block_cyclic(Index n, Index p, Index b);

    /// Blocks in every axis: axis l is cut into grid[l] parts. A grid (p, 1, 1) makes slabs, (p1, p2, 1) pencils.
    static Layout blocks(const std::vector<Index>& shape, const std::vector<Index>& grid);
    static Layout slabs(const std::vector<Index>& shape, Index p);
    static Layout pencils(const std::vector<Index>& shape, Index p1, Index p2);
    /// Cyclic in every axis: j_l on process coordinate j_l mod grid[l].
    static Layout cyclic_grid(const std::vector<Index>& shape, const std::vector<Index>& grid);
    /// `count` arrays of one layout, one after the other in the memory of each process; the new axis comes first.
    static Layout batch(Index count, const Layout& one);

    /// The same elements on processes numbered in bit-reversed order: s holds what rho_p(s) held  [PSC 3.4]. It is
    /// the state of a vector after the first computation of the FFT, where it replaces the swap of bit reversal.
    /// Requires p = 2^q and digits.
    Layout with_processes_bit_reversed() const;
    /// The same owners, and the axes in another order in memory, the slowest first; order is a permutation of the axes.
    Layout with_axes_in_memory(const std::vector<Index>& order) const;
    /// The same, but the axis that is fastest in memory takes this number of places on every process, gaps included.
    /// Requires a product, and no less than that axis's largest extent.
    Layout with_leading_dimension(Index places) const;

    /// Elements of the array, processes, and the lengths of the axes.
    Index n() const { return n_; }
    Index p() const { return p_; }
    const std::vector<Index>& shape() const { return shape_; }

    /// Elements of process s, and places that its array needs for them, gaps included.
    Index local_size(Index s) const;
    Index local_span(Index s) const;
    /// Elements of the process that has the most; of every process where parts are even.
    Index largest_local_size() const { return largest_size_; }
    /// The largest local_span of a process.
    Index most_local() const { return largest_span_; }
    /// Whether all processes have equally many elements; and whether there are places without one.
    bool is_even() const { return is_even_; }
    bool has_gaps() const { return leading_ > 0; }
    /// Places of the axis that is fastest in memory, if there are gaps; otherwise 0.
    Index leading_dimension() const { return leading_; }

    /// Whether it is an assignment of digits; otherwise there are no digits: parts are uneven, places have gaps, or an
    /// axis is in zig-zag or folded.
    bool has_digits() const { return has_digits_; }
    const std::vector<Digit>& process_digits() const { return process_; }
    const std::vector<Digit>& local_digits() const { return local_; }
    /// The smallest weight of a local digit: the c of a group-cyclic layout. 1 if nothing is local. Without digits,
    /// the cycle of the last axis.
    Index cycle() const;

    /// Whether it is a product of divided axes; otherwise there are no axes, and no grid.
    bool is_product() const;
    const std::vector<AxisParts>& axes() const { return axes_; }
    const std::vector<Index>& grid() const { return grid_; }
    /// Only for a product: the axes in the order that they have in memory, the slowest first.
    const std::vector<Index>& axes_in_memory() const { return order_; }
    /// Only for a product: the coordinates of process s in the grid, its local extents, and how far apart in memory
    /// neighbours along each axis are.
    std::vector<Index> coordinates(Index s) const;
    std::vector<Index> axis_extents(Index s) const;
    std::vector<Index> axis_strides(Index s) const;

    /// The process that has element j, and its place there.
    Index owner(Index j) const { return has_digits_ ? number(process_, j) : product_owner(j); }
    Index local(Index j) const { return has_digits_ ? number(local_, j) : product_local(j); }
    /// Inverse of (owner, local): the index of the element at place i of process s; -1 if there is a gap. Throws
    /// Error(invalid_argument) unless 0 <= s < p and 0 <= i < local_span(s).
    Index global(Index s, Index i) const;

    /// A short description for people: "cyclic over 2 x 2".
    std::string description() const;

    /// Whether every element has the same owner and place in both, and arrays have the same spans. Cost: O(1) but for
    /// layouts without digits that are not of the same axes: these are compared element by element, up to the first
    /// difference.
    friend BSPFFT_API bool operator==(const Layout& a, const Layout& b);

private:
    Layout(std::vector<Index> shape, std::vector<AxisParts> axes, std::vector<Index> order, Index leading);

    static Index number(const std::vector<Digit>& digits, Index j);
    static Index index(const std::vector<Digit>& digits, Index number);

    [[noreturn]] void refuse_place(Index s, Index i) const;
    void derive_digits();
    void derive_sizes();
    Index product_owner(Index j) const;
    Index product_local(Index j) const;
    Index product_global(Index s, Index i) const;

    std::vector<Index> shape_;
    std::vector<Digit> process_;
    std::vector<Digit> local_;
    std::vector<AxisParts> axes_;
    std::vector<Index> grid_;
    std::vector<Index> order_;
    Index leading_ = 0;  ///< places of the fastest axis in memory; 0: as many as it has elements
    Index n_;
    Index p_;
    std::vector<Index> weights_;       ///< of the axes in the index
    std::vector<Index> grid_weights_;  ///< of the axes of the grid in the process number
    Index largest_size_;
    Index largest_span_;
    bool is_even_ = true;
    bool has_digits_ = true;
};

/// How the packets of a change of layout arrive.
struct Landing {
    bool spreads = false;  ///< a packet lands in one piece and is spread over its places after the sync
};

}  // namespace bspfft

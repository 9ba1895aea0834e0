// How one axis of an array is divided among the processes along it.
#pragma once

#include "bspfft/export.hpp"
#include "bspfft/index.hpp"

namespace bspfft {

/// The kind of a division. None but group-cyclic requires that parts be equal; a process may own nothing.
struct AxisLayout {
    enum class Kind { block, cyclic, residue_cyclic, group_cyclic };

    Kind kind = Kind::block;
    Index parameter = 0;  ///< the b of residue_cyclic, the c of group_cyclic

    /// Parts of ceil(n/p) consecutive elements; the last ones are shorter or empty.
    static AxisLayout block() { return {Kind::block, 0}; }
    /// Element j on process j mod p, at place j div p.
    static AxisLayout cyclic() { return {Kind::cyclic, 0}; }
    /// Element j on process (j mod b) mod p; the places are in the order of j. Requires b | n. Cyclic if p | b.
    static AxisLayout residue_cyclic(Index b) { return {Kind::residue_cyclic, b}; }
    /// p/c groups, each with one block that it distributes cyclically. Requires c | p and p | n.
    static AxisLayout group_cyclic(Index c) { return {Kind::group_cyclic, c}; }

    friend bool operator==(const AxisLayout&, const AxisLayout&) = default;
};

/// An axis of `length` elements divided into `parts`: chunks of consecutive elements, and each chunk cyclically over
/// `cycle` processes. Either all chunks belong to the same processes, or each chunk to a group of its own.
/// On every process the places are in the order of the elements.
class BSPFFT_API AxisParts {
public:
    /// Throws Error(invalid_argument) if the length or the number of parts is less than 1 or the kind does not exist
    /// for them.
    AxisParts(Index length, Index parts, AxisLayout kind);

    Index length() const { return length_; }
    Index parts() const { return parts_; }
    Index chunk() const { return chunk_; }
    Index cycle() const { return cycle_; }
    /// Each chunk has a group of its own; otherwise all chunks have the same processes.
    bool is_grouped() const { return grouped_; }
    /// All parts are equal.
    bool is_even() const;

    Index owner(Index j) const { return (grouped_ ? j / chunk_ * cycle_ : 0) + j % chunk_ % cycle_; }
    Index local(Index j) const
    {
        const Index rest = j % chunk_;
        return (grouped_ ? 0 : j / chunk_ * width(rest % cycle_, chunk_)) + rest / cycle_;
    }
    /// Element i of part s.
    Index global(Index s, Index i) const;
    /// How many elements part s has, and the most that a part has.
    Index size(Index s) const;
    Index largest() const { return size(0); }

    /// The chunks of part s: how many it has elements of, the first element of chunk q, and its end.
    Index chunks(Index s) const;
    Index chunk_start(Index s, Index q) const { return (grouped_ ? s / cycle_ : q) * chunk_; }
    Index chunk_end(Index s, Index q) const;
    /// Elements of a chunk of this length that a process has, which is number r of its group.
    Index width(Index r, Index length) const { return r < length ? (length - 1 - r) / cycle_ + 1 : 0; }

    /// The kind that this is; block if there is one part.
    AxisLayout kind() const;

    friend bool operator==(const AxisParts&, const AxisParts&) = default;

private:
    Index length_;
    Index parts_;
    Index chunk_;
    Index cycle_;
    bool grouped_;
};

}  // namespace bspfft

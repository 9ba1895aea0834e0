// How one axis of an array is divided among the processes along it.
#pragma once

#include "bspfft/layout.hpp"

namespace bspfft {

/// The zig-zag cyclic distribution  [Inda and Bisseling 2001]: k and -k are on the same process.
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

/// Axes in words: "256 x 256 x 256".
std::string shape_text(const std::vector<Index>& shape);
/// What a step along each axis adds to the number of an element; the last axis runs fastest. Throws
/// Error(invalid_argument) on overflow.
std::vector<Index> row_by_row(const std::vector<Index>& shape);
/// The coordinates of element j, numbered likewise.
std::vector<Index> coordinates_in(const std::vector<Index>& shape, Index j);

/// An axis of `length` elements divided into `parts`: chunks of consecutive elements, and each chunk cyclically over
/// `cycle` processes. Either all chunks belong to the same processes, or each chunk to a separate group. Or zig-zag:
/// every chunk by its residues, and all chunks belong to the same processes. Or folded: one chunk.
/// On every process the places are in the order of the elements, unless it is folded.
class AxisParts {
public:
    /// Throws Error(invalid_argument) if the length or the number of parts is less than 1 or the kind does not exist
    /// for them.
    AxisParts(Index length, Index parts, AxisLayout kind);

    /// Elements of the axis, its parts, and the chunks that it is dealt out in: their length, and the processes that
    /// share one.
    Index length() const { return length_; }
    Index parts() const { return parts_; }
    Index chunk() const { return chunk_; }
    Index cycle() const { return cycle_; }
    /// Each chunk has a separate group; otherwise all chunks have the same processes.
    bool is_grouped() const { return grouped_; }
    /// All parts are equal.
    bool is_even() const { return is_even_; }
    /// Whether it is one of the layouts of half spectra, or of cosine and sine transforms.
    bool is_zig_zag() const { return form_ == Form::zig_zag; }
    bool is_folded() const { return form_ == Form::folded; }
    /// Neither of the two: a process has every cycle-th element of its chunks.
    bool is_plain() const { return form_ == Form::chunks; }
    /// For a zig-zag: who owns which residue, mod the chunk. Without a period there is one chunk, of twice the length.
    /// From one: the residues of k + 1, and the chunks begin one element earlier.
    ResidueZigZag residues() const { return {{parts_}, chunk_}; }
    /// For a zig-zag: 1 if it is from one, otherwise 0.
    Index first_number() const { return first_; }

    /// The part that has element j, and its place there.
    Index owner(Index j) const
    {
        if (form_ != Form::chunks) return unusual_owner(j);
        return (grouped_ ? j / chunk_ * cycle_ : 0) + j % chunk_ % cycle_;
    }
    Index local(Index j) const
    {
        if (form_ != Form::chunks) return unusual_local(j);
        const Index rest = j % chunk_;
        return (grouped_ ? 0 : j / chunk_ * width(rest % cycle_, chunk_)) + rest / cycle_;
    }
    /// Element i of part s.
    Index global(Index s, Index i) const;
    /// How many elements part s has, and the most that a part has.
    Index size(Index s) const;
    Index largest() const { return largest_; }

    /// The chunks of part s: how many it has elements of, the first element of chunk q, and its end.
    Index chunks(Index s) const;
    Index chunk_start(Index s, Index q) const { return (grouped_ ? s / cycle_ : q) * chunk_ - (q > 0 ? first_ : 0); }
    Index chunk_end(Index s, Index q) const;
    /// Elements of a chunk of this length that a process has, which is number r of its group.
    Index width(Index r, Index length) const { return r < length ? (length - 1 - r) / cycle_ + 1 : 0; }

    /// The kind that this is; block if there is one part and it is not folded. A zig-zag has its period only if that
    /// makes a difference.
    AxisLayout kind() const;

    friend bool operator==(const AxisParts&, const AxisParts&) = default;

private:
    enum class Form { chunks, zig_zag, folded };

    void divide_into_groups(Index c);
    void divide_in_zig_zag(Index period, Index first);
    void find_sizes();
    Index unusual_owner(Index j) const;
    Index unusual_local(Index j) const;

    Index length_;
    Index parts_;
    Index chunk_;
    Index cycle_;
    bool grouped_;
    Form form_ = Form::chunks;
    Index first_ = 0;  ///< in a zig-zag the number of element 0
    Index largest_ = 0;
    bool is_even_ = true;
};

}  // namespace bspfft

// What moves between two layouts that divide the same axes: along each axis by itself, and the packets of all.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "bsp_fft/layout/axis_parts.hpp"
#include "bsp_fft/layout/general_change.hpp"

namespace bspfft {

inline bool are_products(const Layout& from, const Layout& to)
{
    return from.is_product() && to.is_product() && from.shape() == to.shape();
}

/// The elements of an axis that part s has before and part t after. Each has one sequence with equal differences in
/// every chunk, or a few if it is a zig-zag or folded; the common elements of two such sequences are one too.
class AxisChange {
public:
    AxisChange(const AxisParts& from, const AxisParts& to);

    Index count(Index s, Index t) const;
    /// In the order of the places after. Cost: O(chunks of the two parts), whatever their length; for a zig-zag or a
    /// folded axis also O(the elements).
    std::vector<Run> runs(Index s, Index t) const;

private:
    /// The elements from start to end that differ from `first` by multiples of the axis's difference. If `first` were
    /// one of them, it would be at the place `base`; the next is place_step further.
    struct Sequence {
        Index start;
        Index end;
        Index first;
        Index base;
        Index place_step = 1;
    };
    /// Those of a part in a chunk.
    struct Sequences {
        std::array<Sequence, 4> list{};
        std::size_t count = 0;

        void add(const Sequence& sequence) { list[count++] = sequence; }
    };
    static Index difference_of(const AxisParts& axis) { return (axis.is_plain() ? 1 : 2) * axis.cycle(); }
    static Sequences sequences(const AxisParts& axis, Index s, Index q);
    static Sequences zig_zag_sequences(const AxisParts& axis, Index s, Index q);
    Run common(const Sequence& before, const Sequence& after) const;
    template <class Visit>
    void for_each_run(Index s, Index t, Visit visit) const;

    AxisParts from_;
    AxisParts to_;
    Index before_;   ///< the difference of the sequences before
    Index after_;    ///< and of those after
    Index gcd_;      ///< of the two
    Index step_;     ///< their least common multiple
    Index modulus_;  ///< after_ / gcd_
    Index inverse_;  ///< of before_ / gcd_
};

/// The packets, axis by axis.
class ProductChange {
public:
    /// Requires products over the same shape. The layouts must outlive it.
    ProductChange(const Layout& from, const Layout& to);

    /// The packets that process s sends or receives, in the order of its partners; their landings are not yet found.
    std::vector<GeneralPacket> packets(Index s, Side side) const;
    /// Finds where the packets that process s sends land.
    void find_landings(Index s, std::vector<GeneralPacket>& outgoing) const;

    /// What process s does in the move, in elements; every packet is one message.
    MoveCounts counts(Index s);

private:
    const Layout& from_;
    const Layout& to_;
    std::vector<AxisChange> axes_;
    std::map<std::pair<std::size_t, Index>, Index> partners_;  ///< by axis and part before: the parts after
};

}  // namespace bspfft

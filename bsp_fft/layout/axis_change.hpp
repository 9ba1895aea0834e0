// What moves along one axis when its division changes.
#pragma once

#include <array>
#include <vector>

#include "bsp_fft/layout/axis_parts.hpp"
#include "bspfft/layout.hpp"

namespace bspfft {

/// Elements that move together: number i of them is at place from + i from_step before, to + i to_step after.
struct Run {
    Index from;
    Index to;
    Index from_step;
    Index to_step;
    Index count;
    Index first = 0;  ///< elements of the runs before it
};

/// Appends a run to a list, or joins it to the last one if it continues that with the same steps.
void append(std::vector<Run>& runs, Run run);

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

}  // namespace bspfft

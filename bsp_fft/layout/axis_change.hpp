// What moves along one axis when it is divided in another way.
#pragma once

#include <vector>

#include "bspfft/axis_layout.hpp"

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

/// Adds a run to a list, or to the last one of it if that goes on with the same steps.
void append(std::vector<Run>& runs, Run run);

/// The elements of an axis that part s has before and part t after. Both have them in the order of their indices, and
/// in every chunk as a sequence with equal differences; the common elements of two such sequences are one too.
class AxisChange {
public:
    AxisChange(const AxisParts& from, const AxisParts& to);

    Index count(Index s, Index t) const;
    /// In the order of the elements. Cost: O(chunks of the two parts), whatever their length.
    std::vector<Run> runs(Index s, Index t) const;

private:
    /// The elements r, r + cycle, ... of a chunk, whose first one is at the place `base`.
    struct Sequence {
        Index start;
        Index end;
        Index first;
        Index base;
    };
    static Sequence sequence(const AxisParts& axis, Index s, Index q);
    Run common(const Sequence& before, const Sequence& after) const;
    template <class Visit>
    void for_each_run(Index s, Index t, Visit visit) const;

    AxisParts from_;
    AxisParts to_;
    Index gcd_;      ///< of the two cycles
    Index step_;     ///< their least common multiple
    Index modulus_;  ///< to_'s cycle / gcd_
    Index inverse_;  ///< of from_'s cycle / gcd_
};

}  // namespace bspfft

// The planner: which cuts n = a b the axes of a problem can have, what these promise to cost, and the choice of grid
// and cut; and which vectors are so short that they need none.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bsp_fft/schedule/program.hpp"

namespace bspfft {

class Pricing;

/// An axis whose cut is sought.
struct UncutAxis {
    Index n;
    bool transformed = true;
    bool half = false;   ///< real data: of its rows 0 .. a/2 exist
    bool whole = false;  ///< and with several axes it is neither distributed nor cut
    Kept input = {};     ///< elements that exist before, and after
    Kept output = {};
    Index fixed = 0;  ///< the only a, over any p: some processes may have no rows or no columns

    bool is_possible(Index p, Index a) const
    {
        if (whole) return p == 1 && a == n;
        if (fixed > 0) return a == fixed;
        return n % a == 0 && (half ? a / 2 + 1 : a) >= p && n / a >= p && keeps_whole_rows(a, n / a);
    }
    // Rows of tiles exist for all lanes, or for none.
    bool keeps_whole_rows(Index a, Index b) const
    {
        // mirrored rows have the last element for one lane only
        if (half && !output.all() && b > 1) return false;
        return (a == 1 || has_periods(input, b)) && (b == 1 || has_periods(output, a));
    }
    static bool has_periods(const Kept& kept, Index length)
    {
        return kept.low % length == 0 && kept.high % length == 0;
    }
    // Rows of half a spectrum come back to their own process if 2p divides a.
    bool is_even(Index p, Index a) const { return a % (half ? 2 * p : p) == 0 && n / a % p == 0; }
};

/// Axis l of a problem; its cut is fixed if there are cuts.
UncutAxis uncut_axis(const Problem& problem, std::size_t l, const std::vector<Index>& fixed = {});
/// The axes in the order of memory, before there is a cut.
std::vector<AxisCut> axes_over(const Problem& problem, const std::vector<Index>& grid,
                               const std::vector<Index>& memory);

/// The a of an axis over p processes: those with even parts, or if there are none, all.
std::vector<Index> possible_cuts(const UncutAxis& axis, Index p);

/// The a of the most even cuts: the shorter of a and b is at least 1/factor of the longest possible.
std::vector<Index> balanced_cuts(const UncutAxis& axis, Index factor);
/// How many processes have both rows and columns at most.
Index most_processes(const UncutAxis& axis, Index a);

/// The largest share of a count in p parts, in units of an even share.
double excess(Index count, Index p);

/// How much more than its share the busiest process has along an axis; nothing if it cannot be distributed so.
std::optional<double> imbalance(const UncutAxis& axis, Index p);

// For messages: the nearest cut, what fewer modes or elements of an axis require of its cut, and the nearest numbers of
// elements that an axis can have over p processes, or nothing if it cannot be.
std::string nearest_cut(const UncutAxis& axis, Index p, Index wanted);
std::string law_of_kept(const UncutAxis& axis);
std::string nearest_counts(const UncutAxis& axis, Index p);

/// The grid and the cut of the free cut, axis by axis in the order of `memory` (the slowest axis first): as the options
/// fix them, and otherwise those that promise the best time. Of real data and of half a spectrum the same cut: that of
/// the way to the spectrum. Throws Error(invalid_argument) where none is possible.
std::vector<AxisCut> choose_cut(const Problem& problem, Index p, const ScheduleOptions& options,
                                const std::vector<Index>& memory);

/// Columns that are transformed together, for such a cut: `asked`, or if that is 0 a cache line of them.
Index lanes_for(const std::vector<AxisCut>& axes, Index bytes_per_real, Index asked = 0);

/// Complex numbers of a pass over these axes that process 0 has, who has most; two reals are one.
Index numbers_of_pass(const std::vector<AxisCut>& axes, Access access);
/// The seconds that it promises to take there.
double price_of_pass(const std::vector<AxisCut>& axes, Access access, Index lanes, Pricing& pricing);

/// Whether no axis that is transformed needs a cut: none is distributed, and the columns without one fill the lanes of
/// tiles that fit in the cache, or need not.
bool needs_no_cut(const std::vector<AxisCut>& axes, const ScheduleOptions& options);

/// The grid that the options ask for, or else the best; of a reproducible cut, if that is not empty. Throws as
/// choose_cut does.
std::vector<Index> grid_for(const Problem& problem, Index p, const std::vector<Index>& asked,
                            const std::vector<Index>& memory, const std::vector<Index>& reproducible = {});

/// The grid itself, by the same laws, for problems in blocks as well: as the options fix it, or none.
void require_grid(const std::vector<Index>& grid, const Problem& problem, Index p);

constexpr Index line_bytes = 64;  ///< in a cache line

/// The longest in stages, in bytes of its array: each goes through all of it, in the cache that a core has to itself.
constexpr Index longest_stages_bytes = Index{1} << 20;
/// The longest in two sweeps over it in place. These were faster than stages from 1 MiB on, and than a cut up to 8 MiB;
/// above, their tiles do not fit in that cache.
constexpr Index longest_short_bytes = Index{8} << 20;

/// The a of two sweeps over a vector of n = a b a (TwoSweeps); 0 where stages are better, or there is none.
Index square_side(Index n, Index bytes_per_real);

/// Whether it is not longer, and there are stages for it, or two sweeps: no prime factor above 13, and lanes to fill.
bool is_short_length(Index n, Index bytes_per_real);

/// The length of an axis's transforms as short vectors: of neighbours in real vectors, as one complex number, if their
/// number is even; otherwise 0.
Index short_length(const AxisCut& axis);

/// Whether the one axis that is transformed is short, on one process and contiguous in memory.
bool has_short_columns(const std::vector<AxisCut>& axes, Index bytes_per_real);

}  // namespace bspfft

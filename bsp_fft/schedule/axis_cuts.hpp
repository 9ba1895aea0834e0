// Which cuts n = a b one axis can have over p processes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bsp_fft/schedule/program.hpp"

namespace bspfft {

/// Which elements of an axis of the array exist, and which of the spectrum.
Kept kept_of_array(const Problem& problem, std::size_t axis);
Kept kept_of_spectrum(const Problem& problem, std::size_t axis);

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

UncutAxis uncut_axis(const Problem& problem, std::size_t l);
/// The same with its cut fixed, if there are cuts.
UncutAxis uncut_axis(const Problem& problem, std::size_t l, const std::vector<Index>& fixed);

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

}  // namespace bspfft

// How the packets of a change of layout are stored in the landing array, and how much each process sends and receives.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "bsp_fft/layout/grid_cut.hpp"
#include "bsp_fft/layout/product_change.hpp"

namespace bspfft {

/// Where packets land as plain complex numbers: at their final places, or if those are short runs, in one piece that
/// the receiver spreads; all processes find the same. Gaps at the receiver stay as they are: packets do not land among
/// them.
Landing plain_landing(const Layout& from, const Layout& to);

/// Elements of a landing array of process s.
Index landing_length(const Layout& to, const Landing& landing, Index s);

/// Elements of a packet that land contiguously.
inline Index run_length(const LayoutChange& change, const Landing& landing)
{
    return landing.spreads ? change.packet_length() : change.run_length();
}

/// Elements that one put sends.
inline Index put_length(const LayoutChange& change, const Landing& landing)
{
    const Index run = run_length(change, landing);
    return landing.put_length == 0 ? run : std::min(run, landing.put_length);
}

/// Exact counts. Digits, and products over one shape axis by axis, are counted so that thousands of processes take
/// little time; other layouts, and products whose packets do not land in one piece, are enumerated.
class ChangeCounts {
public:
    /// Requires equal n and p; otherwise throws Error(invalid_argument). The layouts must outlive it.
    ChangeCounts(const Layout& from, const Layout& to, const Landing& landing, Index words_per_element = 1);

    MoveCounts of(Index s) const;
    /// The largest of each over all processes.
    MoveCounts most() const;

private:
    MoveCounts by_digits(bool keeps) const;
    MoveCounts by_axes(Index s) const;
    MoveCounts by_packets(Index s) const;

    const Layout& from_;
    const Layout& to_;
    Landing landing_;
    Index words_;
    std::optional<LayoutChange> digits_;
    std::optional<ProductChange> product_;
    mutable std::vector<std::vector<Index>> partners_;  ///< by axis and part; -1 if not yet counted
};

}  // namespace bspfft

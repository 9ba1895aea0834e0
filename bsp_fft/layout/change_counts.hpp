// How much each process sends and receives in a move between any two layouts.
#pragma once

#include <optional>
#include <vector>

#include "bsp_fft/layout/product_change.hpp"

namespace bspfft {

/// Of one process, to and from others.
struct ChangeCount {
    Index elements_sent;
    Index elements_received;
    Index puts;
    Index partners;  ///< processes that it sends to or keeps a packet for
};

/// Exact counts. Products over one shape are counted axis by axis, so that thousands of processes take little time;
/// other layouts, and packets that do not land in one piece, are enumerated.
class ChangeCounts {
public:
    /// Requires equal n and p; otherwise throws Error(invalid_argument). The layouts must outlive it.
    ChangeCounts(const Layout& from, const Layout& to, const Landing& landing);

    ChangeCount of(Index s) const;
    /// The largest of each over all processes.
    ChangeCount most() const;

private:
    ChangeCount by_axes(Index s) const;
    ChangeCount by_packets(Index s) const;

    const Layout& from_;
    const Layout& to_;
    Landing landing_;
    std::optional<ProductChange> product_;
    mutable std::vector<std::vector<Index>> partners_;  ///< by axis and part; -1 if not yet counted
};

}  // namespace bspfft

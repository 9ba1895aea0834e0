// How the packets of a change of layout are stored in the landing array, and how much each process sends and receives.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "bsp_fft/layout/product_change.hpp"

namespace bspfft {

/// Shorter runs of complex numbers are not worth a put each.
inline constexpr Index short_run = 128;

/// Where packets land as plain complex numbers: at their final places, or if those are short runs, in one piece that
/// the receiver spreads.
inline Landing plain_landing(const LayoutChange& change)
{
    Landing landing;
    landing.spreads = change.run_length() < std::min(short_run, change.packet_length());
    return landing;
}

/// The same between any two layouts; all processes find the same. Gaps at the receiver stay as they are: packets do not
/// land among them.
Landing plain_landing(const Layout& from, const Layout& to);

/// Elements of a landing array of process s.
Index landing_length(const Layout& to, const Landing& landing, Index s);

/// Elements of a packet that land contiguously.
inline Index run_length(const LayoutChange& change, const Landing& landing)
{
    if (landing.spreads) return change.packet_length();
    return change.run_length();
}

/// Elements that one put sends.
inline Index put_length(const LayoutChange& change, const Landing& landing)
{
    const Index run = run_length(change, landing);
    return landing.put_length == 0 ? run : std::min(run, landing.put_length);
}

inline Index puts_a_packet(const LayoutChange& change, const Landing& landing)
{
    const Index run = run_length(change, landing), put = put_length(change, landing);
    return change.packet_length() / run * ((run + put - 1) / put);
}

/// What one process sends to others and receives from them.
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

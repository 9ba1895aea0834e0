// How the packets of a change of layout are stored in the landing array.
#pragma once

#include <algorithm>

#include "bsp_fft/layout/layout_change.hpp"

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

}  // namespace bspfft

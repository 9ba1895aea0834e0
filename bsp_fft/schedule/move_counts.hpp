// The counts of a move, as its two layouts and its landing have them.
#pragma once

#include "bsp_fft/layout/landing.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

/// Of a process that keeps one of its packets, or none.
inline MoveCounts move_counts(const LayoutChange& change, const Landing& landing, bool keeps)
{
    constexpr Index words_per_complex = 2;
    const Index others = keeps ? change.packets() - 1 : change.packets();
    const Index words = words_per_complex * change.packet_length() * others;
    return {words, words, others * puts_a_packet(change, landing)};
}

}  // namespace bspfft

// The counts of a move, as its two layouts and its landing have them.
#pragma once

#include "bsp_fft/layout/landing.hpp"
#include "bsp_fft/schedule/program.hpp"

namespace bspfft {

inline constexpr Index words_per_complex = 2;

/// The counts of a process that keeps one of its packets, or none.
inline MoveCounts move_counts(const LayoutChange& change, const Landing& landing, bool keeps,
                              Index words_per_element = words_per_complex)
{
    const Index others = keeps ? change.packets() - 1 : change.packets();
    const Index words = words_per_element * change.packet_length() * others;
    return {words, words, others * puts_a_packet(change, landing)};
}

inline MoveCounts move_counts(const ChangeCount& count, Index words_per_element = words_per_complex)
{
    return {words_per_element * count.elements_sent, words_per_element * count.elements_received, count.puts};
}

/// The counts of process s between any two layouts.
inline MoveCounts move_counts(const Layout& from, const Layout& to, const Landing& landing, Index s,
                              Index words_per_element = words_per_complex)
{
    if (!have_common_digits(from, to)) return move_counts(ChangeCounts(from, to, landing).of(s), words_per_element);
    const LayoutChange change(from, to);
    return move_counts(change, landing, change.keeps(s), words_per_element);
}

/// The largest of each over all processes, between any two layouts.
inline ChangeCount most_counts(const Layout& from, const Layout& to, const Landing& landing)
{
    if (!have_common_digits(from, to)) return ChangeCounts(from, to, landing).most();
    const LayoutChange change(from, to);
    const Index others = change.packets() - (change.some_keep_nothing() ? 0 : 1);
    const Index elements = change.packet_length() * others;
    return {elements, elements, others * puts_a_packet(change, landing), change.packets()};
}

}  // namespace bspfft

// The counts of a mirrored exchange, from its map.
#pragma once

#include "bsp_fft/schedule/move_counts.hpp"

namespace bspfft {

/// The counts of process s.
inline MoveCounts mirror_counts(const MirrorStep& mirror, const Layout& layout, Index s)
{
    const Index partner = mirror.partner(s);
    if (partner == s) return {0, 0, 0};
    return {words_per_complex * layout.local_size(s), words_per_complex * layout.local_size(partner), 1};
}

}  // namespace bspfft

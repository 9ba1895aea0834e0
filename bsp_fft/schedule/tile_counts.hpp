// The counts of the move of a free cut, from what its processes own before and after.
#pragma once

#include "bsp_fft/schedule/program.hpp"

namespace bspfft {

/// Those of process s.
MoveCounts tile_counts(const TilePackets& packets, Index s);

/// The largest of each over all processes. Cost: independent of p.
MoveCounts largest_counts(const TilePackets& packets);

}  // namespace bspfft

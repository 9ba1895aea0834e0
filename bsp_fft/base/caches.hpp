// The data caches of the processor, as code in a timed path or a constructor may ask for them.
#pragma once

#include "bspfft/error.hpp"

namespace bspfft {

/// Bytes of the nearest cache of a core, level 1, and of the next; common sizes where the system does not say.
Index cache_size(int level);

/// Bytes of a process's array from which on whole cache lines are best written past the caches. An ordinary store reads
/// its line first: on a Xeon (model 143) rows of 128 bytes were written to memory at 3.8 GB/s, past the caches at 14.5.
/// In an array that stays in the caches the next reader would have to wait for memory. Never where processors have no
/// such stores.
Index streamed_from();

}  // namespace bspfft

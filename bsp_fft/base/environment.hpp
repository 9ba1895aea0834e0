// Numbers that the environment sets.
#pragma once

#include "bspfft/error.hpp"

namespace bspfft {

/// What the variable says; 0, which stands for the default, if it is not set. Throws Error(invalid_argument) if it is
/// no number from 0 to `most` of what is counted, such as "threads".
Index number_in_environment(const char* variable, Index most, const char* counted);

/// The most threads that may be asked for on this number of cores: beyond that they are slower, and each takes memory.
Index most_threads(Index cores);
/// Those that BSPFFT_THREADS asks for; 0: it does not.
Index threads_in_environment(Index cores);

}  // namespace bspfft

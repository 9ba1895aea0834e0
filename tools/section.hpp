// Runs a piece of a command on p BSP processes.
#pragma once

#include <functional>

#include "bsp_fft/bsp/port.hpp"

namespace bspfft {

/// Runs body on every process of a section; an Error that all of them throw comes out here.
///
/// Everything that the processes need must be known before: on a distributed runtime they are other programs.
void run_section(Index p, const std::function<void(Port&)>& body);

/// How many processes a command gets that asked for `wanted` (0: did not ask) to transform n elements: p =
/// 2^q <= n/2. Throws Error(invalid_argument) for more than run at once on this machine, unless
/// oversubscribed.
Index processes_for(Index n, Index wanted, bool oversubscribe);

}  // namespace bspfft

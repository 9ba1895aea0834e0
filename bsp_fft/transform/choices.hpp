// What a plan decides before it builds anything; `bspfft plan` shows the same without building.
#pragma once

#include "bspfft/options.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

/// The options with every `automatic` decided, for n elements over p processes on this BSPlib. Throws
/// Error(invalid_argument) for choices that do not go together, Error(not_available) for a kernel that is not
/// built in.
PlanOptions decided(PlanOptions options, Index n, Index p);

/// put or hpput, as asked for or as suits this BSPlib.
Exchange decided(Exchange exchange);

/// The schedule that decided options name.
Schedule schedule_for(Index n, Index p, const PlanOptions& options, Index bytes_per_complex);

}  // namespace bspfft

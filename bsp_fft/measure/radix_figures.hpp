// The costs of radices that a probe has measured, as the choice of passes needs them.
#pragma once

#include "bsp_fft/schedule/radices.hpp"
#include "bspfft/machine.hpp"

namespace bspfft {

/// Of the points with the fewest active processes. A sweep cannot be told from the butterflies that it comes with: its
/// share of the shortest pass is the built-in table's, and so are the other costs that are not measured. The built-in
/// table where nothing was measured.
RadixCosts measured_costs(const Machine& machine);

}  // namespace bspfft

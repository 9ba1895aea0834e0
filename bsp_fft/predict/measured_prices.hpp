// The prices of vector code on a machine, from what a probe has timed: the terms that fit best to its tiles, and what
// its passes over arrays took more than such tiles.
#pragma once

#include <vector>

#include "bsp_fft/machine/measurements.hpp"
#include "bsp_fft/schedule/vector_prices.hpp"

namespace bspfft {

/// Whether tiles of this width were timed, or with lanes = 0 short vectors.
bool knows_tiles(const Machine& machine, Index lanes, Index bytes_per_real);

/// The prices with this many processes at once, or the nearest number that was measured: of the widest tiles, and of
/// those with these lanes. `part` of measured numbers counts: their value, or an end of their interval. Throws
/// Error(file_error) if nothing of such tiles was measured.
VectorPrices measured_prices(const Machine& machine, Index lanes, Index bytes_per_real, Index active,
                             double Estimate::*part = &Estimate::value);

/// Nonnegative x for which the sum of squares of (row * x) / wanted - 1 is least.
std::vector<double> nonnegative_fit(const std::vector<std::vector<double>>& rows, const std::vector<double>& wanted);

}  // namespace bspfft

// What vector code takes for a tile in the cache, or for one short vector, as a sum of terms that exist in the machine:
// passes by the cache that holds the tile, butterflies by radix, buffers, twiddles. The terms are those that fit best
// to the tiles that a probe has timed; from them follows every other length and every shape.
#pragma once

#include <string>
#include <vector>

#include "bsp_fft/machine/measurements.hpp"

namespace bspfft {

/// How often a tile of these axes has each term, for each row of it: `lanes` complex numbers, or one if it is a short
/// vector. A row's price is the sum of these times the terms.
std::vector<double> term_counts(const std::vector<Index>& axes, Index lanes, Index bytes_per_real,
                                const std::vector<Index>& cache_bytes);

/// The names of the terms, for people: "a pass in L1", "butterfly of 8", ...
std::vector<std::string> term_names(Index lanes);

/// The terms of tiles of this width and precision on a machine, and what follows from them.
class TileTerms {
public:
    /// With this many active processes, or the nearest number that was measured. lanes = 0: short vectors.
    TileTerms(const Machine& machine, Index lanes, Index bytes_per_real, Index active);

    /// Whether any such tile was measured.
    bool known() const { return known_; }
    /// Seconds for each complex number of a tile of these axes. Requires known().
    Estimate of(const std::vector<Index>& axes) const;
    /// Seconds of each term, as named.
    const std::vector<double>& seconds() const { return value_; }

private:
    std::vector<double> fitted(const std::vector<TilePoint>& points, double Estimate::*part) const;

    Index lanes_;
    Index bytes_per_real_;
    std::vector<Index> cache_bytes_;
    bool known_ = false;
    bool has_interval_ = true;
    std::vector<double> value_;
    std::vector<double> low_;
    std::vector<double> high_;
};

/// Nonnegative x for which the sum of squares of (row * x) / wanted - 1 is least.
std::vector<double> nonnegative_fit(const std::vector<std::vector<double>>& rows, const std::vector<double>& wanted);

}  // namespace bspfft

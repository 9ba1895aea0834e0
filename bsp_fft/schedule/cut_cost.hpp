// What a cut promises to cost: transforms of small radices, in tiles that fit in the cache and fill the lanes.
#pragma once

#include <map>
#include <vector>

#include "bsp_fft/layout/cut.hpp"

namespace bspfft {

/// Costs of transforms over several axes, each found once.
class TransformCosts {
public:
    double of(const std::vector<Index>& lengths);

private:
    std::map<std::vector<Index>, double> costs_;
};

/// For each row of a tile; only to be compared.
double cut_cost(const std::vector<AxisCut>& axes, Index bytes_per_real, TransformCosts& costs);

}  // namespace bspfft

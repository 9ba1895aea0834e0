// One value of a cosine or sine transform by its definition.
#pragma once

#include "bsp_fft/base/double_double.hpp"
#include "tools/bench/workload.hpp"

namespace bspfft::tools {

class TrigonometricSum {
public:
    /// Of element k of the output.
    TrigonometricSum(const Workload& what, Index k);

    /// Adds what element j of the input gives.
    void add(Index j, double x);
    double value() const { return sum_.value(); }

private:
    std::vector<std::vector<double>> tables_;  ///< of each axis, the factor for every j
    DoubleDouble sum_;
};

}  // namespace bspfft::tools

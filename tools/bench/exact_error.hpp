// How far values are from exact ones, which are computed once for many answers.
#pragma once

#include <cmath>
#include <vector>

#include "bsp_fft/base/roots.hpp"
#include "bsp_fft/measure/precise_sums.hpp"
#include "tools/bench/workload.hpp"

namespace bspfft::tools {

/// |values - exact|_2 / |exact|_2.
inline double relative_error(const std::vector<PreciseComplex>& exact, const std::vector<std::complex<double>>& values)
{
    const auto from = [](DoubleDouble sum, double value) {
        sum.add(-value);
        return sum.value();
    };
    double differences = 0, size = 0;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        const auto& [re, im] = exact[i];
        differences += std::norm(std::complex<double>(from(re, values[i].real()), from(im, values[i].imag())));
        size += std::norm(std::complex<double>(re.value(), im.value()));
    }
    return size > 0 ? std::sqrt(differences / size) : std::sqrt(differences);
}

/// y_k for these k.
template <class Real>
std::vector<std::complex<double>> values_at(const std::vector<Index>& places, const std::complex<Real>* y)
{
    std::vector<std::complex<double>> values;
    for (const Index k : places) values.push_back(y[k]);
    return values;
}

/// One value of a cosine or sine transform by its definition.
class TrigonometricSum {
public:
    /// For element k of the output.
    TrigonometricSum(const Workload& what, Index k);

    /// Adds what element j of the input gives.
    void add(Index j, double x);
    const DoubleDouble& value() const { return sum_; }

private:
    std::vector<std::vector<double>> tables_;  ///< of each axis, the factor for every j
    DoubleDouble sum_;
};

}  // namespace bspfft::tools

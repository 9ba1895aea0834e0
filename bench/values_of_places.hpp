// Values of a distributed transform at some places, on every process.
#pragma once

#include <complex>
#include <vector>

#include "bsp_fft/bsp/gather.hpp"
#include "bspfft/bspfft.hpp"

namespace bspfft::tools {

/// Every process gives its values, and zeros for those of the others. Collective.
template <class Real>
std::vector<std::complex<double>> output_at(Port& port, Plan<Real>& plan, const std::vector<Index>& places)
{
    std::vector<double> mine;
    for (const Index k : places) {
        const bool here = plan.layout_out().owner(k) == port.s();
        const auto value = here ? plan.output()[plan.layout_out().local(k)] : std::complex<Real>();
        mine.insert(mine.end(), {value.real(), value.imag()});
    }
    const std::vector<double> all = gather(port, mine);
    std::vector<std::complex<double>> values(places.size());
    for (std::size_t at = 0; at < all.size(); at += 2)
        values[at / 2 % values.size()] += std::complex<double>(all[at], all[at + 1]);
    return values;
}

}  // namespace bspfft::tools

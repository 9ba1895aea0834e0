// Kernels for some of the passes on tiles: real columns, short vectors, and rows whose spectra are changed.
#pragma once

#include <complex>
#include <functional>

#include "bsp_fft/kernel/kernels.hpp"

namespace bspfft {

/// Whether a pass on tiles has real numbers before or after it.
bool is_half(const Pass& pass);

/// Passes on real columns, two to a lane: to half a spectrum, or from it.
template <class Real>
std::unique_ptr<PassKernel<Real>> make_half_lanes(const Pass& pass, const Scales& scales,
                                                  const PassArrays<Real>& arrays, Arena& arena);

/// Whether a pass on tiles is on a few short vectors that are contiguous: the schedule has no tiles of them.
bool has_short_columns(const Pass& pass);

/// Transforms them one after the other.
template <class Real>
std::unique_ptr<PassKernel<Real>> make_short_columns(const Pass& pass, const Scales& scales, Arena& arena);
/// The same of real vectors, to half of their spectra or from it.
template <class Real>
std::unique_ptr<PassKernel<Real>> make_half_columns(const Pass& pass, const Scales& scales, Arena& arena);

/// Transforms rows, changes their spectra and transforms them back, in the cache. The spectrum's values are multiplied
/// by factors, which it has a table of, given to a function, or copied to that table.
template <class Real>
class SpectrumKernel : public PassKernel<Real> {
public:
    using Complex = std::complex<Real>;
    using Factor = std::function<Complex(const Index* k)>;
    using Function = std::function<void(const Index* k, Complex& value)>;

    /// Fills the table. In half a spectrum the last axis has k = 0 .. n/2: factors of mirrors are conjugates.
    virtual void tabulate(const Factor& factor) = 0;

    /// What the next runs do with the spectrum, one of these or nothing. A function must outlive them.
    struct Action {
        bool multiply = false;
        const Function* function = nullptr;
        /// Nothing is transformed back or sent: the spectrum, or its conjugate, becomes the table of factors.
        bool copy = false;
        bool conjugate = false;
    };
    Action action;
};

/// For a pass that has packets before and after it.
template <class Real>
std::unique_ptr<SpectrumKernel<Real>> make_between_lanes(const Pass& pass, const PassArrays<Real>& arrays,
                                                         Arena& arena);

}  // namespace bspfft

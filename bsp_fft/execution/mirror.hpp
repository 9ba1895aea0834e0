// The classical packing of real data on one process: the mirrored exchange, and pairs that are separated or joined.
#pragma once

#include <complex>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/execution/arrays.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

/// Whether real numbers are transformed in pairs.
bool has_pairs(const Schedule& schedule);
/// Of such a schedule: the pairs on each process. There may be one element more in its part of half the spectrum.
Index pairs_of(const Schedule& schedule);
/// Whether the pairs need an array of their own: where another layout follows, the output may be too small for them.
bool pairs_are_apart(const Schedule& schedule);
/// Adds a landing array that has no other use than the mirrored exchange, if there is one; returns its number.
Index add_mirrored_landing(const Schedule& schedule, LandingSize& landing);

/// Elements k = s, s + p, ... of the spectrum Z of m = n/2 pairs, and of half the spectrum Y, 0 .. m. Those at m - k
/// are on process -s mod p in the opposite order: landed here, or this process's own.
template <class Real>
class Mirror {
public:
    using Complex = std::complex<Real>;

    /// Requires a schedule that has pairs.
    Mirror(const Schedule& schedule, Index s);

    static Index bytes(const Schedule& schedule, Index s);

    /// The others' parts land in this array, which all have registered, from element `start` on.
    void begin(Port& port, Real* landing, Index start);
    /// The exchange sends its part from `in`. A separation is from `out` to `out`, and on the way back from `in`, which
    /// may be the same.
    void execute(const Superstep& superstep, bool by_hpput, const Real* in, Real* out);

private:
    bool has_own() const { return partner_ == s_; }
    void exchange(const Complex* part, bool by_hpput);
    void separate(Complex* z) const;
    void join(const Complex* y, Complex* z) const;

    Index s_;
    Index partner_;
    Index pairs_;
    Buffer<Complex> weights_;  ///< -i/2 w_n^k, or back i w_n^-k

    Port* port_ = nullptr;
    Complex* landing_ = nullptr;
    Index start_ = 0;
};

extern template class Mirror<float>;
extern template class Mirror<double>;

}  // namespace bspfft

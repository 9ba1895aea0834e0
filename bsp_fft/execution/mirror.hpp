// The classical packing of real data on one process: the mirrored exchange, and pairs that are separated or joined.
#pragma once

#include <complex>

#include "bsp_fft/base/arena.hpp"
#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/schedule/program.hpp"

namespace bspfft {

/// Sends the pairs of process s to its mirrored process, to element `start` of a landing array that all have
/// registered, and synchronises. The part is contiguous, and is not written before the sync: it needs no buffer.
template <class Real>
void exchange_mirrored(const MirrorStep& mirror, Port& port, bool by_hpput, const Real* part, Real* landing,
                       Index start);

/// Elements k = s, s + p, ... of the spectrum Z of m = n/2 pairs, and of half the spectrum Y, 0 .. m. Those at m - k
/// are on process -s mod p in the opposite order: landed here, or this process's own.
template <class Real>
class Separation {
public:
    using Complex = std::complex<Real>;

    Separation(const SeparateStep& step, Index s, Arena& arena);

    /// From Z to Y in place; or joins, from Y to Z, which may be the same array.
    void run(const Complex* from, const Complex* mirrored, Complex* to) const;

private:
    bool back_;
    Index s_;
    bool has_own_;  ///< this process is its own mirrored one
    Index pairs_;
    Buffer<Complex> weights_;  ///< -i/2 w_n^k, or back i w_n^-k
};

extern template class Separation<float>;
extern template class Separation<double>;

}  // namespace bspfft

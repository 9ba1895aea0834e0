// What one process computes element by element, besides the passes.
#pragma once

#include <complex>

#include "bsp_fft/base/arena.hpp"
#include "bsp_fft/schedule/program.hpp"
#include "bspfft/options.hpp"

namespace bspfft {

/// The products of Bluestein's algorithm, by the chirp c_j = w_(2n)^(j^2) and by its spectrum: elements j = s, s + p,
/// ... of vectors of length n, in arrays of length N/p for the convolution of length N.
template <class Real>
class Chirp {
public:
    using Complex = std::complex<Real>;

    Chirp(Data data, Index n, Index length, Index p, Index s, Arena& arena);

    /// padded_j = x_j c_j, and zeros behind. In half a spectrum the elements that have mirrors count twice: then the
    /// real part of the sum is what the mirrors would make of it.
    void multiply_in(Direction direction, const Real* x, Complex* padded) const;
    /// By the spectrum of conj(c), once it has been taken over from an array that holds it.
    void multiply_spectrum(Direction direction, Complex* padded) const;
    /// y_k = scale * padded_k c_k; half of them, or their real parts.
    void multiply_out(Direction direction, double scale, const Complex* padded, Real* y) const;

    /// conj(c_j) at j and N - j: what the spectrum is of.
    void fill(Complex* padded) const;
    void take_spectrum(const Complex* padded);

    /// Whether the convolution is so short that its spectrum is summed by the definition, in twice the precision: other
    /// programs have a short prime's transform without a convolution, and a third of the error would be the spectrum's.
    bool is_short() const { return length_ <= 256; }
    /// Instead of the two above. Cost: n N/p products, no communication.
    void sum_spectrum();

private:
    Data data_;
    Index n_;
    Index length_;
    Index p_;
    Index s_;
    Buffer<Complex> chirp_;
    Buffer<Complex> spectrum_;  ///< divided by N, for the inverse transform that follows
};

/// The classical packing of real data: elements k = s, s + p, ... of the spectrum Z of m = n/2 pairs, and of half the
/// spectrum Y, 0 .. m. Those at m - k are on process -s mod p in the opposite order: landed here, or this process's
/// own.
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
    Buffer<Complex> weights_;  ///< pair_weight
};

}  // namespace bspfft

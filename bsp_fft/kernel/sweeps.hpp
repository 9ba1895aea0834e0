// Between a complex array and the real arrays whose values are its parts, times roots of unity; products.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/roots.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

/// The angles k_0, k_1, ... of a sequence, in parts of the circle: k_(i + period) = k_i + advance.
struct Turning {
    Index count = 0;
    Index period = 1;
    Index advance = 1;
    Index order = 1;  ///< steps of a circle
    /// Bits do not depend on how many there are: they are in one table, and rows of one number are like longer ones.
    bool reproducible = false;
};

/// Rows first .. end-1 of a complex array, each of `width` numbers; row i is at i times width.
struct Rows {
    Index first = 0;
    Index end = 0;
    Index width = 1;
};

/// Real arrays of such rows: the one for real parts and the one for imaginary parts. Row i begins at i times the step
/// rows after the pointer. Null: there is none.
template <class Real>
struct RealParts {
    Real* real = nullptr;
    Index real_step = 0;
    Real* imaginary = nullptr;
    Index imaginary_step = 0;
};
/// What the two parts are multiplied by.
template <class Real>
struct PartFactors {
    Real real = 0;
    Real imaginary = 0;
};

/// Roots of unity w_i = exp(-2 pi i k_i/order), as products of two short tables: near[i mod block] far[i div block].
template <class Real>
class Turns {
public:
    using Complex = std::complex<Real>;

    Turns() = default;
    /// angle(i) is k_i for i < count.
    template <class Angle>
    Turns(const Turning& turning, Angle angle)
        : block_(block_for(turning)),
          near_(2 * std::min(block_, turning.count)),
          far_(2 * ((turning.count + block_ - 1) / block_)),
          has_lines_(!turning.reproducible)
    {
        for (Index i = 0; i < near_.size() / 2; ++i) set(near_, i, angle(i) % turning.order, turning.order);
        const Index advance = block_ / turning.period * turning.advance;
        for (Index i = 0; i < far_.size() / 2; ++i) set(far_, i, i * advance % turning.order, turning.order);
    }

    Index bytes() const { return (near_.size() + far_.size()) * static_cast<Index>(sizeof(Real)); }

    /// Row i of z times w_i, to its parts.
    void take_apart(Rows rows, const Complex* z, PartFactors<Real> factors, RealParts<Real> to) const;
    /// Row i of z, from its parts, which are only read, times w_i or its conjugate.
    void put_together(bool conjugate, Rows rows, RealParts<Real> from, PartFactors<Real> factors, Complex* z) const;

private:
    // Short sequences are one block.
    static Index block_for(const Turning& turning)
    {
        const bool one = turning.count <= 1024 || turning.reproducible;
        const Index least = one ? turning.count : std::llround(std::sqrt(turning.count)) + 32;
        return std::max(Index{1}, (least + turning.period - 1) / turning.period) * turning.period;
    }
    static void set(Buffer<Real>& table, Index i, Index angle, Index order)
    {
        const std::complex<double> root = root_of_unity(angle, order);
        table.data()[i] = static_cast<Real>(root.real());
        table.data()[table.size() / 2 + i] = static_cast<Real>(root.imag());
    }

    const Real* near_re() const { return near_.data(); }
    const Real* near_im() const { return near_.data() + near_.size() / 2; }
    Complex far(Index block) const { return {far_.data()[block], far_.data()[far_.size() / 2 + block]}; }
    Complex operator()(Index i) const
    {
        return far(i / block_) * Complex(near_re()[i % block_], near_im()[i % block_]);
    }

    /// Calls body(i, count, near_re, near_im, far) for the rows of one block after the other.
    template <class Body>
    void for_each_block(Rows rows, Body body) const;

    Index block_ = 1;
    Buffer<Real> near_, far_;
    bool has_lines_ = true;  ///< rows of one number have code of their own, which rounds otherwise
};

/// Rows of real numbers that are 1, 2 or -2 rows apart, in what is copied or in the copy.
template <class Real>
struct RealRows {
    Real* data;
    Index step = 1;
};
/// Rows times a factor; from and to are the same rows, or have none in common.
template <class Real>
void copy_rows(RealRows<Real> from, RealRows<Real> to, Index count, Index width, Real factor);

/// Numbers times scale b forward, times scale conj b in the inverse direction; a and to may be the same.
template <class Real>
void multiply(Direction direction, const std::complex<Real>* a, const std::complex<Real>* b, double scale, Index count,
              std::complex<Real>* to);

}  // namespace bspfft

#include "bsp_fft/kernel/sweeps.hpp"

namespace bspfft {

namespace {

// Consecutive rows of one number each, in plain loops that compilers vectorise: the steps are constants, 0 where there
// is no such part. near is the table of their factors, far what they all have in common.
template <class Real, int real_step, int imaginary_step>
void take_line(const Real* near_re, const Real* near_im, std::complex<Real> far, Index count,
               const Real* __restrict__ z, PartFactors<Real> factors, Real* __restrict__ real,
               Real* __restrict__ imaginary)
{
    const Real cr = far.real(), ci = far.imag();
    for (Index i = 0; i < count; ++i) {
        const Real wr = cr * near_re[i] - ci * near_im[i], wi = cr * near_im[i] + ci * near_re[i];
        const Real re = z[2 * i], im = z[2 * i + 1];
        if constexpr (real_step != 0) real[real_step * i] = (re * wr - im * wi) * factors.real;
        if constexpr (imaginary_step != 0) imaginary[imaginary_step * i] = (re * wi + im * wr) * factors.imaginary;
    }
}

template <class Real, int real_step, int imaginary_step>
void put_line(const Real* near_re, const Real* near_im, std::complex<Real> far, Real sign, Index count,
              const Real* __restrict__ real, const Real* __restrict__ imaginary, PartFactors<Real> factors,
              Real* __restrict__ z)
{
    const Real cr = far.real(), ci = far.imag();
    for (Index i = 0; i < count; ++i) {
        const Real wr = cr * near_re[i] - ci * near_im[i], wi = sign * (cr * near_im[i] + ci * near_re[i]);
        Real re = 0, im = 0;
        if constexpr (real_step != 0) re = real[real_step * i] * factors.real;
        if constexpr (imaginary_step != 0) im = imaginary[imaginary_step * i] * factors.imaginary;
        z[2 * i] = re * wr - im * wi;
        z[2 * i + 1] = re * wi + im * wr;
    }
}

template <class Real, int from_step, int to_step>
void copy_line(const Real* from, Real* to, Index count, Real factor)
{
    for (Index i = 0; i < count; ++i) to[to_step * i] = factor * from[from_step * i];
}

// Calls body.template operator()<real_step, imaginary_step>() with the steps that occur.
template <class Real, class Body>
void with_steps(const RealParts<Real>& parts, Body body)
{
    const Index re = parts.real ? parts.real_step : 0, im = parts.imaginary ? parts.imaginary_step : 0;
    if (re == 1 && im == -1) body.template operator()<1, -1>();
    if (re == -1 && im == 1) body.template operator()<-1, 1>();
    if (re == 1 && im == 1) body.template operator()<1, 1>();
    if (re == 2 && im == -2) body.template operator()<2, -2>();
    if (re == -2 && im == 2) body.template operator()<-2, 2>();
    if (re == 1 && im == 0) body.template operator()<1, 0>();
    if (re == 0 && im == 1) body.template operator()<0, 1>();
}

template <class Real>
Real* row(Real* part, Index step, Index i, Index width)
{
    return part ? part + i * step * width : nullptr;
}

}  // namespace

template <class Real>
template <class Body>
void Turns<Real>::for_each_block(Rows rows, Body body) const
{
    for (Index i = rows.first; i < rows.end;) {
        const Index block = i / block_, near = i % block_, end = std::min(rows.end, (block + 1) * block_);
        body(i, end - i, near_re() + near, near_im() + near, far(block));
        i = end;
    }
}

template <class Real>
void copy_rows(RealRows<Real> from, RealRows<Real> to, Index count, Index width, Real factor)
{
    if (width == 1) {
        if (from.step == 1 && to.step == 1) return copy_line<Real, 1, 1>(from.data, to.data, count, factor);
        if (from.step == 2) return copy_line<Real, 2, 1>(from.data, to.data, count, factor);
        if (from.step == -2) return copy_line<Real, -2, 1>(from.data, to.data, count, factor);
        if (to.step == 2) return copy_line<Real, 1, 2>(from.data, to.data, count, factor);
        return copy_line<Real, 1, -2>(from.data, to.data, count, factor);
    }
    for (Index i = 0; i < count; ++i) {
        const Real* const source = from.data + i * from.step * width;
        Real* const target = to.data + i * to.step * width;
        for (Index c = 0; c < width; ++c) target[c] = factor * source[c];
    }
}

template <class Real>
void multiply(Direction direction, const std::complex<Real>* a, const std::complex<Real>* b, double scale, Index count,
              std::complex<Real>* to)
{
    const auto of_real = static_cast<Real>(scale), of_imag = direction == Direction::forward ? of_real : -of_real;
    for (Index i = 0; i < count; ++i) {
        const std::complex<Real> scaled{of_real * b[i].real(), of_imag * b[i].imag()};
        to[i] = product(a[i], scaled);
    }
}

template <class Real>
void Turns<Real>::take_apart(Rows rows, const Complex* z, PartFactors<Real> factors, RealParts<Real> to) const
{
    const auto* const from = reinterpret_cast<const Real*>(z);
    if (rows.width == 1 && has_lines_) {
        for_each_block(rows, [&](Index i, Index count, const Real* near_re, const Real* near_im, Complex far) {
            with_steps(to, [&]<int real_step, int imaginary_step>() {
                take_line<Real, real_step, imaginary_step>(near_re, near_im, far, count, from + 2 * i, factors,
                                                           row(to.real, to.real_step, i, 1),
                                                           row(to.imaginary, to.imaginary_step, i, 1));
            });
        });
        return;
    }
    for (Index i = rows.first; i < rows.end; ++i) {
        const Complex w = (*this)(i);
        const Real* __restrict__ const values = from + 2 * i * rows.width;
        if (Real* __restrict__ const real = row(to.real, to.real_step, i, rows.width)) {
            const Complex f = w * factors.real;
            for (Index c = 0; c < rows.width; ++c) real[c] = values[2 * c] * f.real() - values[2 * c + 1] * f.imag();
        }
        if (Real* __restrict__ const imaginary = row(to.imaginary, to.imaginary_step, i, rows.width)) {
            const Complex f = w * factors.imaginary;
            for (Index c = 0; c < rows.width; ++c)
                imaginary[c] = values[2 * c] * f.imag() + values[2 * c + 1] * f.real();
        }
    }
}

template <class Real>
void Turns<Real>::put_together(bool conjugate, Rows rows, RealParts<Real> from, PartFactors<Real> factors,
                               Complex* z) const
{
    auto* const to = reinterpret_cast<Real*>(z);
    if (rows.width == 1 && has_lines_) {
        const Real sign = conjugate ? -1 : 1;
        for_each_block(rows, [&](Index i, Index count, const Real* near_re, const Real* near_im, Complex far) {
            with_steps(from, [&]<int real_step, int imaginary_step>() {
                put_line<Real, real_step, imaginary_step>(
                    near_re, near_im, far, sign, count, row(from.real, from.real_step, i, 1),
                    row(from.imaginary, from.imaginary_step, i, 1), factors, to + 2 * i);
            });
        });
        return;
    }
    for (Index i = rows.first; i < rows.end; ++i) {
        const Complex w = conjugate ? std::conj((*this)(i)) : (*this)(i);
        const Complex f = w * factors.real, g = w * Complex(0, factors.imaginary);
        const Real* __restrict__ const real = row(from.real, from.real_step, i, rows.width);
        const Real* __restrict__ const imaginary = row(from.imaginary, from.imaginary_step, i, rows.width);
        Real* __restrict__ const values = to + 2 * i * rows.width;
        for (Index c = 0; c < rows.width; ++c) {
            const Real re = real ? real[c] : 0, im = imaginary ? imaginary[c] : 0;
            values[2 * c] = re * f.real() + im * g.real();
            values[2 * c + 1] = re * f.imag() + im * g.imag();
        }
    }
}

template class Turns<float>;
template class Turns<double>;
template void copy_rows(RealRows<float>, RealRows<float>, Index, Index, float);
template void copy_rows(RealRows<double>, RealRows<double>, Index, Index, double);
template void multiply(Direction, const std::complex<float>*, const std::complex<float>*, double, Index,
                       std::complex<float>*);
template void multiply(Direction, const std::complex<double>*, const std::complex<double>*, double, Index,
                       std::complex<double>*);

}  // namespace bspfft

#include "bsp_fft/execution/pointwise.hpp"

#include <algorithm>

#include "bsp_fft/base/roots.hpp"
#include "bsp_fft/kernel/sweeps.hpp"

namespace bspfft {

namespace {

// Elements of a cyclic vector on process s.
Index share(Index n, Index p, Index s) { return (n + p - 1 - s) / p; }

// Not by 1/N, whose rounding would be in every result, and in the same direction.
template <class Real>
std::complex<Real> divided(double re, double im, Index length, Real)
{
    const auto by = static_cast<double>(length);
    return {static_cast<Real>(re / by), static_cast<Real>(im / by)};
}

Index pairs_of(const SeparateStep& step) { return step.n / 2 / step.p; }

// One for each element that is made: Y_m besides, on process 0.
Index weights_of(const SeparateStep& step, Index s) { return pairs_of(step) + (s == 0 && !step.back ? 1 : 0); }

// f (a + conj b) + w (a - conj b)
template <class Real>
std::complex<Real> combined(std::complex<Real> a, std::complex<Real> b, Real f, std::complex<Real> w)
{
    b = std::conj(b);
    return f * (a + b) + product(w, a - b);
}

}  // namespace

template <class Real>
Chirp<Real>::Chirp(Data data, Index n, Index length, Index p, Index s, Arena& arena)
    : data_(data),
      n_(n),
      length_(length),
      p_(p),
      s_(s),
      chirp_(arena.table<Complex>(share(n, p, s),
                                  [=](Complex* chirp) {
                                      for (Index i = 0; i < share(n, p, s); ++i)
                                          chirp[i] = static_cast<Complex>(chirp_of(s + p * i, n));
                                  })),
      spectrum_(arena.take<Complex>(length / p))
{}

template <class Real>
void Chirp<Real>::multiply_in(Direction direction, const Real* x, Complex* padded) const
{
    Index count = chirp_.size();
    const auto* const y = reinterpret_cast<const Complex*>(x);
    if (data_ == Data::real) {
        for (Index i = 0; i < count; ++i) padded[i] = x[i] * chirp_.data()[i];
    } else if (data_ == Data::half_spectrum) {
        count = share(n_ / 2 + 1, p_, s_);
        multiply(direction, y, chirp_.data(), 2, count, padded);
        for (Index i = 0; i < count; ++i) {
            const Index k = s_ + p_ * i;
            if (k == 0 || 2 * k == n_) padded[i] = y[i].real() * std::conj(chirp_.data()[i]);
        }
    } else {
        multiply(direction, y, chirp_.data(), 1, count, padded);
    }
    std::fill(padded + count, padded + length_ / p_, Complex{});
}

template <class Real>
void Chirp<Real>::multiply_spectrum(Direction direction, Complex* padded) const
{
    multiply(direction, padded, spectrum_.data(), 1, spectrum_.size(), padded);
}

template <class Real>
void Chirp<Real>::multiply_out(Direction direction, double scale, const Complex* padded, Real* y) const
{
    const Index count = data_ == Data::real ? share(n_ / 2 + 1, p_, s_) : chirp_.size();
    if (data_ != Data::half_spectrum)
        return multiply(direction, padded, chirp_.data(), scale, count, reinterpret_cast<Complex*>(y));
    const auto factor = static_cast<Real>(scale);
    for (Index i = 0; i < count; ++i) {
        const Complex c = chirp_.data()[i];
        y[i] = factor * (padded[i].real() * c.real() + padded[i].imag() * c.imag());
    }
}

template <class Real>
void Chirp<Real>::fill(Complex* padded) const
{
    for (Index i = 0; i < length_ / p_; ++i) {
        const Index at = s_ + p_ * i, j = std::min(at, length_ - at);
        padded[i] = j < n_ ? static_cast<Complex>(std::conj(chirp_of(j, n_))) : Complex{};
    }
}

template <class Real>
void Chirp<Real>::take_spectrum(const Complex* padded)
{
    for (Index i = 0; i < spectrum_.size(); ++i)
        spectrum_.data()[i] = divided(padded[i].real(), padded[i].imag(), length_, Real{});
}

// conj(c_j) is at j and -j: together 2 conj(c_j) cos(2 pi j k / N).
template <class Real>
void Chirp<Real>::sum_spectrum()
{
    for (Index i = 0; i < spectrum_.size(); ++i) {
        DoubleDouble re{1, 0}, im;
        for (Index j = 1; j < n_; ++j) {
            const std::complex<double> c = chirp_of(j, n_);
            const double both = 2 * root_of_unity(j * (s_ + p_ * i) % length_, length_).real();
            re.add_product(both, c.real());
            im.add_product(both, -c.imag());
        }
        spectrum_.data()[i] = divided(re.value(), im.value(), length_, Real{});
    }
}

template <class Real>
Separation<Real>::Separation(const SeparateStep& step, Index s, Arena& arena)
    : back_(step.back),
      s_(s),
      has_own_(MirrorStep{step.p}.partner(s) == s),
      pairs_(pairs_of(step)),
      weights_(arena.take<Complex>(weights_of(step, s)))
{
    Index k = s;
    for (Complex& weight : weights_) {
        weight = static_cast<Complex>(pair_weight(k, step.n, back_));
        k += step.p;
    }
}

template <class Real>
void Separation<Real>::run(const Complex* from, const Complex* landed, Complex* to) const
{
    const Real factor = back_ ? 1 : Real{0.5};
    const Complex* const a = back_ ? from : to;
    const Complex* const w = weights_.data();
    if (!has_own_) {
        const Complex* const mirrored = landed + pairs_ - 1;
        for (Index i = 0; i < pairs_; ++i) to[i] = combined(a[i], mirrored[-i], factor, w[i]);
        return;
    }
    // process 0 has Y_m too, whose m - k is k = 0: it is made from Z_0, or read, and there is no Z_m
    const Index last = s_ == 0 ? pairs_ : pairs_ - 1;
    if (s_ == 0 && !back_) to[last] = to[0];
    for (Index i = 0; i <= last - i; ++i) {
        const Complex lower = a[i], upper = a[last - i];
        to[i] = combined(lower, upper, factor, w[i]);
        if (last - i < weights_.size()) to[last - i] = combined(upper, lower, factor, w[last - i]);
    }
}

template class Chirp<float>;
template class Chirp<double>;
template class Separation<float>;
template class Separation<double>;

}  // namespace bspfft

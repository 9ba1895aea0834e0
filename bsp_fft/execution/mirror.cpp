#include "bsp_fft/execution/mirror.hpp"

#include "bsp_fft/base/roots.hpp"

namespace bspfft {

namespace {

Index pairs_of(const SeparateStep& step) { return step.n / 2 / step.p; }

// One for each element that is made: Y_m besides, on process 0.
Index weights_of(const SeparateStep& step, Index s) { return pairs_of(step) + (s == 0 && !step.back ? 1 : 0); }

template <class Real>
struct Sides {
    std::complex<Real> sum;
    std::complex<Real> turned;  ///< the difference times the weight
};

// a + conj b, and w (a - conj b)
template <class Real>
Sides<Real> sides_of(std::complex<Real> a, std::complex<Real> b, std::complex<Real> w)
{
    const Real re = a.real() - b.real(), im = a.imag() + b.imag();
    return {{a.real() + b.real(), a.imag() - b.imag()},
            {w.real() * re - w.imag() * im, w.real() * im + w.imag() * re}};
}

template <class Real>
std::complex<Real> separated(std::complex<Real> z, std::complex<Real> mirrored, std::complex<Real> weight)
{
    const Sides<Real> sides = sides_of(z, mirrored, weight);
    return Real{0.5} * sides.sum + sides.turned;
}

template <class Real>
std::complex<Real> joined(std::complex<Real> y, std::complex<Real> mirrored, std::complex<Real> weight)
{
    const Sides<Real> sides = sides_of(y, mirrored, weight);
    return sides.sum + sides.turned;
}

}  // namespace

template <class Real>
void exchange_mirrored(const MirrorStep& mirror, Port& port, bool by_hpput, const Real* part, Real* landing,
                       Index start)
{
    constexpr auto each = static_cast<Index>(sizeof(std::complex<Real>));
    const Index s = port.s(), partner = mirror.partner(s);
    if (partner != s) {
        by_hpput ? port.hpput(partner, part, landing, start * each, mirror.pairs * each)
                 : port.put(partner, part, landing, start * each, mirror.pairs * each);
    }
    port.sync();
}

template <class Real>
Separation<Real>::Separation(const SeparateStep& step, Index s, Arena& arena)
    : back_(step.back),
      s_(s),
      has_own_(MirrorStep{step.p}.partner(s) == s),
      pairs_(pairs_of(step)),
      weights_(arena.take<Complex>(weights_of(step, s)))
{
    constexpr std::complex<double> half{0, -0.5}, whole{0, 1};
    Index k = s;
    for (Complex& weight : weights_) {
        const std::complex<double> root = root_of_unity(k, step.n);
        weight = static_cast<Complex>(back_ ? whole * std::conj(root) : half * root);
        k += step.p;
    }
}

template <class Real>
void Separation<Real>::separate(const Complex* landed, Complex* z) const
{
    const Complex* const w = weights_.data();
    if (!has_own_) {
        const Complex* const mirrored = landed + pairs_ - 1;
        for (Index i = 0; i < pairs_; ++i) z[i] = separated(z[i], mirrored[-i], w[i]);
        return;
    }
    // k = 0 is also m - k of k = m
    const Index last = weights_.size() - 1;
    if (last == pairs_) z[last] = z[0];
    for (Index i = 0; i <= last - i; ++i) {
        const Complex lower = z[i], upper = z[last - i];
        z[i] = separated(lower, upper, w[i]);
        z[last - i] = separated(upper, lower, w[last - i]);
    }
}

template <class Real>
void Separation<Real>::join(const Complex* y, const Complex* landed, Complex* z) const
{
    const Complex* const w = weights_.data();
    if (!has_own_) {
        const Complex* const mirrored = landed + pairs_ - 1;
        for (Index i = 0; i < pairs_; ++i) z[i] = joined(y[i], mirrored[-i], w[i]);
        return;
    }
    // process 0 has Y_m, which is m - k of k = 0, and makes no Z_m
    const Index last = s_ == 0 ? pairs_ : pairs_ - 1;
    for (Index i = 0; i <= last - i; ++i) {
        const Complex lower = y[i], upper = y[last - i];
        z[i] = joined(lower, upper, w[i]);
        if (last - i < pairs_) z[last - i] = joined(upper, lower, w[last - i]);
    }
}

template void exchange_mirrored(const MirrorStep&, Port&, bool, const float*, float*, Index);
template void exchange_mirrored(const MirrorStep&, Port&, bool, const double*, double*, Index);
template class Separation<float>;
template class Separation<double>;

}  // namespace bspfft

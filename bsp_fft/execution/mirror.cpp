#include "bsp_fft/execution/mirror.hpp"

#include "bsp_fft/base/roots.hpp"

namespace bspfft {

namespace {

Index pairs_of(const SeparateStep& step) { return step.n / 2 / step.p; }

// One for each element that is made: Y_m besides, on process 0.
Index weights_of(const SeparateStep& step, Index s) { return pairs_of(step) + (s == 0 && !step.back ? 1 : 0); }

// f (a + conj b) + w (a - conj b)
template <class Real>
std::complex<Real> combined(std::complex<Real> a, std::complex<Real> b, Real f, std::complex<Real> w)
{
    const Real re = a.real() - b.real(), im = a.imag() + b.imag();
    const std::complex<Real> sum{a.real() + b.real(), a.imag() - b.imag()};
    return f * sum + std::complex<Real>{w.real() * re - w.imag() * im, w.real() * im + w.imag() * re};
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

template void exchange_mirrored(const MirrorStep&, Port&, bool, const float*, float*, Index);
template void exchange_mirrored(const MirrorStep&, Port&, bool, const double*, double*, Index);
template class Separation<float>;
template class Separation<double>;

}  // namespace bspfft

#include "bsp_fft/execution/mirror.hpp"

#include <algorithm>

#include "bsp_fft/base/roots.hpp"

namespace bspfft {

namespace {

bool goes_back(const Schedule& schedule) { return schedule.problem().data == Data::half_spectrum; }

// One for each element that is made: Y_m besides, on process 0.
Index weights_of(const Schedule& schedule, Index s)
{
    return pairs_of(schedule) + (s == 0 && !goes_back(schedule) ? 1 : 0);
}

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

bool has_pairs(const Schedule& schedule)
{
    return schedule.algorithm() == Algorithm::textbook && schedule.problem().data != Data::complex;
}

Index pairs_of(const Schedule& schedule) { return schedule.n() / 2 / schedule.p(); }

bool pairs_are_apart(const Schedule& schedule)
{
    return has_pairs(schedule) && !schedule.supersteps().back().computes();
}

Index add_mirrored_landing(const Schedule& schedule, LandingSize& landing)
{
    for (const Superstep& step : schedule.supersteps()) {
        if (!step.find<MirrorStep>()) continue;
        landing.arrays = landing.length > 0 ? landing.arrays + 1 : 1;
        landing.length = std::max(landing.length, pairs_of(schedule));
        return landing.arrays - 1;
    }
    return 0;
}

template <class Real>
Mirror<Real>::Mirror(const Schedule& schedule, Index s)
    : s_(s),
      partner_(MirrorStep{schedule.p()}.partner(s)),
      pairs_(pairs_of(schedule)),
      weights_(weights_of(schedule, s))
{
    constexpr std::complex<double> half{0, -0.5}, whole{0, 1};
    for (Index i = 0; i < weights_.size(); ++i) {
        const std::complex<double> root = root_of_unity(s + schedule.p() * i, schedule.n());
        weights_.data()[i] = static_cast<Complex>(goes_back(schedule) ? whole * std::conj(root) : half * root);
    }
}

template <class Real>
Index Mirror<Real>::bytes(const Schedule& schedule, Index s)
{
    return weights_of(schedule, s) * static_cast<Index>(sizeof(Complex));
}

template <class Real>
void Mirror<Real>::begin(Port& port, Real* landing, Index start)
{
    port_ = &port;
    landing_ = reinterpret_cast<Complex*>(landing);
    start_ = start;
}

template <class Real>
void Mirror<Real>::execute(const Superstep& superstep, bool by_hpput, const Real* in, Real* out)
{
    const auto* const from = reinterpret_cast<const Complex*>(in);
    auto* const to = reinterpret_cast<Complex*>(out);
    if (const auto* const separates = superstep.find<SeparateStep>()) {
        separates->back ? join(from, to) : separate(to);
    } else {
        exchange(from, by_hpput);
    }
}

// The part is contiguous, and is not written before the sync: it needs no buffer.
template <class Real>
void Mirror<Real>::exchange(const Complex* part, bool by_hpput)
{
    constexpr auto each = static_cast<Index>(sizeof(Complex));
    if (!has_own()) {
        by_hpput ? port_->hpput(partner_, part, landing_, start_ * each, pairs_ * each)
                 : port_->put(partner_, part, landing_, start_ * each, pairs_ * each);
    }
    port_->sync();
}

template <class Real>
void Mirror<Real>::separate(Complex* z) const
{
    const Complex* const w = weights_.data();
    if (!has_own()) {
        const Complex* const mirrored = landing_ + start_ + pairs_ - 1;
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
void Mirror<Real>::join(const Complex* y, Complex* z) const
{
    const Complex* const w = weights_.data();
    if (!has_own()) {
        const Complex* const mirrored = landing_ + start_ + pairs_ - 1;
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

template class Mirror<float>;
template class Mirror<double>;

}  // namespace bspfft

#include "bsp_fft/kernel/radix2.hpp"

#include <algorithm>
#include <utility>

#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/kernel/roots.hpp"

namespace bspfft {

namespace {

// The weights of local stage k: w_(k c)^(first + j c), 0 <= j < k/2.
template <class Complex>
std::vector<Complex> stage_weights(const LocalProblem& problem, Index k)
{
    std::vector<Complex> weights(static_cast<std::size_t>(k / 2));
    for (Index j = 0; j < k / 2; ++j) {
        weights[static_cast<std::size_t>(j)] =
            static_cast<Complex>(root_of_unity(problem.first + j * problem.cycle, k * problem.cycle));
    }
    return weights;
}

// Without a cycle the weights of stage k/2 are every other one of stage k.
template <class Complex>
std::vector<Complex> every_other(const std::vector<Complex>& weights)
{
    std::vector<Complex> half(weights.size() / 2);
    for (std::size_t j = 0; j < half.size(); ++j) half[j] = weights[2 * j];
    return half;
}

// std::complex's own product looks for infinities first; a butterfly has no time for that.
template <bool forward, class Complex>
inline Complex weighted(const Complex& w, const Complex& x)
{
    const auto wi = forward ? w.imag() : -w.imag();
    return {w.real() * x.real() - wi * x.imag(), w.real() * x.imag() + wi * x.real()};
}

template <bool forward, class Complex>
void butterfly_stage(Index n, Index k, const Complex* w, const Complex* in, Complex* out)
{
    const Index half = k / 2;
    for (Index r = 0; r < n; r += k) {
        for (Index j = 0; j < half; ++j) {
            const Complex upper = in[r + j];
            const Complex lower = weighted<forward>(w[j], in[r + j + half]);
            out[r + j] = upper + lower;
            out[r + j + half] = upper - lower;
        }
    }
}

}  // namespace

template <class Real>
Radix2<Real>::Radix2(const LocalProblem& problem) : problem_(problem)
{
    for (Index k = problem.size; k > problem.block(); k /= 2) {
        weights_.push_back(problem.whole() && !weights_.empty() ? every_other(weights_.back())
                                                                : stage_weights<Complex>(problem, k));
    }
    std::reverse(weights_.begin(), weights_.end());

    const int bits = log2_exact(problem.size);
    low_bits_ = bits / 2;
    const int high_bits = bits - low_bits_;
    for (Index j = 0; j < Index{1} << low_bits_; ++j)
        reversed_low_.push_back(reverse_bits(j, low_bits_) << high_bits);
    for (Index j = 0; j < Index{1} << high_bits; ++j) reversed_high_.push_back(reverse_bits(j, high_bits));
}

template <class Real>
Index Radix2<Real>::reversed(Index j) const
{
    const Index low = j & ((Index{1} << low_bits_) - 1);
    return reversed_low_[static_cast<std::size_t>(low)] |
           reversed_high_[static_cast<std::size_t>(j >> low_bits_)];
}

template <class Real>
void Radix2<Real>::permute(Real scale, const Complex* in, Complex* out) const
{
    for (Index j = 0; j < problem_.size; ++j) {
        const Index r = reversed(j);
        if (in != out) {
            out[j] = scale * in[r];
        } else if (j <= r) {
            const Complex kept = scale * out[j];
            out[j] = scale * out[r];
            out[r] = kept;
        }
    }
}

template <class Real>
template <bool forward>
void Radix2<Real>::stages(const Complex* in, Complex* out) const
{
    Index k = 2 * problem_.block();
    for (const auto& weights : weights_) {
        butterfly_stage<forward>(problem_.size, k, weights.data(), in, out);
        in = out;
        k *= 2;
    }
}

template <class Real>
void Radix2<Real>::apply(Direction direction, Real scale, const Complex* in, Complex* out)
{
    if (problem_.whole()) {
        permute(scale, in, out);
        in = out;
    }
    direction == Direction::forward ? stages<true>(in, out) : stages<false>(in, out);
    if (!problem_.whole() && scale != 1) {
        for (Index j = 0; j < problem_.size; ++j) out[j] *= scale;
    }
}

template class Radix2<float>;
template class Radix2<double>;

}  // namespace bspfft

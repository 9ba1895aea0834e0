#include "bsp_fft/fftw3/half_spectrum_step.hpp"

#include "bsp_fft/fftw3/kinds.hpp"

namespace bspfft::fftw3 {

namespace {

template <class Shape>
bspfft_request request_for(const Shape& shape)
{
    const Index row = shape.n * shape.after, half = shape.n / 2 + 1;
    const bool is_back = shape.kind == from_halfcomplex;
    Problem problem{};
    problem.data = is_back ? Data::to_real : Data::to_complex;
    problem.precision = shape.precision;
    problem.threads = shape.threads;
    // first with the reals coming in
    problem.loops = {{shape.before, row, shape.after * half}, {shape.after, 1, half}};
    problem.axes = {{shape.n, shape.after, 1}};
    if (is_back) {
        for (Axis& loop : problem.loops) std::swap(loop.in, loop.out);
        std::swap(problem.axes[0].in, problem.axes[0].out);
    }
    return request_of(problem);
}

}  // namespace

template <class Real>
HalfSpectrumStep<Real>::HalfSpectrumStep(const Shape& shape)
    : shape_(shape),
      transform_(request_for(shape), false),
      halves_(make_work<Real>(static_cast<std::size_t>(halves())))
{}

template <class Real>
template <class Action>
void HalfSpectrumStep<Real>::for_each(Real* array, Action action)
{
    Real* half = halves_.get();
    for (Index b = 0; b < shape_.before; ++b) {
        for (Index a = 0; a < shape_.after; ++a, half += 2 * (shape_.n / 2 + 1))
            action(array + b * shape_.n * shape_.after + a, half);
    }
}

template <class Real>
void HalfSpectrumStep<Real>::execute(Real* array)
{
    if (shape_.kind == from_halfcomplex) {
        for_each(array, [this](Real* reals, Real* half) { pack(reals, half); });
        return transform_.execute(halves_.get(), array);
    }
    transform_.execute(array, halves_.get());
    for_each(array, [this](Real* reals, Real* half) { unpack(half, reals); });
}

template <class Real>
void HalfSpectrumStep<Real>::unpack(const Real* half, Real* reals) const
{
    const Index n = shape_.n, stride = shape_.after;
    const bool is_hartley = shape_.kind == hartley;
    for (Index k = 0; 2 * k <= n; ++k) {
        const Real real = half[2 * k], imaginary = half[2 * k + 1];
        const bool has_mirror = k > 0 && 2 * k < n;
        reals[k * stride] = is_hartley && has_mirror ? real - imaginary : real;
        if (has_mirror) reals[(n - k) * stride] = is_hartley ? real + imaginary : imaginary;
    }
}

template <class Real>
void HalfSpectrumStep<Real>::pack(const Real* reals, Real* half) const
{
    const Index n = shape_.n, stride = shape_.after;
    for (Index k = 0; 2 * k <= n; ++k) {
        half[2 * k] = reals[k * stride];
        half[2 * k + 1] = k > 0 && 2 * k < n ? reals[(n - k) * stride] : Real{0};
    }
}

template class HalfSpectrumStep<double>;
template class HalfSpectrumStep<float>;

}  // namespace bspfft::fftw3

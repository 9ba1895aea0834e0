#include "bsp_fft/fftw3/transform.hpp"

#include <cstdio>

#include <sys/mman.h>

#include "bsp_fft/base/buffer.hpp"

namespace bspfft::fftw3 {

namespace {

bspfft_request request_for(const HalfSpectrumShape& shape)
{
    const Index row = shape.n * shape.after, half = shape.half();
    const bool is_inverse = shape.kind == from_halfcomplex;
    Problem problem{};
    problem.data = is_inverse ? Data::to_real : Data::to_complex;
    problem.precision = shape.precision;
    problem.threads = shape.threads;
    // first with the reals coming in
    problem.loops = {{shape.before, row, shape.after * half}, {shape.after, 1, half}};
    problem.axes = {{shape.n, shape.after, 1}};
    if (is_inverse) {
        for (Axis& loop : problem.loops) std::swap(loop.in, loop.out);
        std::swap(problem.axes[0].in, problem.axes[0].out);
    }
    return request_of(problem);
}

// From a half spectrum to the reals of one transform, and the inverse: at k is real part k, at n - k imaginary part k.
template <class Real>
void unpack(const HalfSpectrumShape& shape, const Real* half, Real* reals)
{
    const Index n = shape.n, stride = shape.after;
    const bool is_hartley = shape.kind == hartley;
    for (Index k = 0; 2 * k <= n; ++k) {
        const Real real = half[2 * k], imaginary = half[2 * k + 1];
        const bool has_mirror = k > 0 && 2 * k < n;
        reals[k * stride] = is_hartley && has_mirror ? real - imaginary : real;
        if (has_mirror) reals[(n - k) * stride] = is_hartley ? real + imaginary : imaginary;
    }
}

template <class Real>
void pack(const HalfSpectrumShape& shape, const Real* reals, Real* half)
{
    const Index n = shape.n, stride = shape.after;
    for (Index k = 0; 2 * k <= n; ++k) {
        half[2 * k] = reals[k * stride];
        half[2 * k + 1] = k > 0 && 2 * k < n ? reals[(n - k) * stride] : Real{0};
    }
}

}  // namespace

Transform::Transform(const bspfft_request& request, bool in_place) : direction_(request.direction)
{
    bspfft_plan* made = nullptr;
    if (bspfft_plan_request(&made, &request, in_place) != BSPFFT_OK) throw NotCovered(bspfft_message());
    plan_.reset(made);
    straight_ = calls::straight_of(made);
}

void Transform::fail()
{
    std::fprintf(stderr, "libbspfft-fftw3: a transform failed: %s\n", bspfft_message());
    std::abort();
}

double Transform::flops() const
{
    return static_cast<double>(bspfft_flops(plan_.get())) *
           static_cast<double>(bspfft_processes(plan_.get()));
}

void* allocate(std::size_t bytes)
{
    const bool is_large = bytes >= huge_page;
    void* array = nullptr;
    if (posix_memalign(&array, is_large ? huge_page : cache_line, bytes > 0 ? bytes : 1) != 0) return nullptr;
#ifdef MADV_HUGEPAGE
    // whole pages only; without huge pages it is as good, and slower
    if (is_large) static_cast<void>(madvise(array, bytes / huge_page * huge_page, MADV_HUGEPAGE));
#endif
    return array;
}

template <class Real>
HalfSpectrumStep<Real>::HalfSpectrumStep(const HalfSpectrumShape& shape)
    : shape_(shape),
      transform_(request_for(shape), false),
      halves_(make_work<Real>(static_cast<std::size_t>(reals())))
{}

template <class Real>
void HalfSpectrumStep<Real>::execute(Real* array)
{
    const bool is_inverse = shape_.kind == from_halfcomplex;
    if (!is_inverse) transform_.execute(array, halves_.get());
    Real* half = halves_.get();
    for (Index b = 0; b < shape_.before; ++b) {
        for (Index a = 0; a < shape_.after; ++a, half += 2 * shape_.half()) {
            Real* const reals = array + b * shape_.n * shape_.after + a;
            is_inverse ? pack(shape_, reals, half) : unpack(shape_, half, reals);
        }
    }
    if (is_inverse) transform_.execute(halves_.get(), array);
}

template class HalfSpectrumStep<double>;
template class HalfSpectrumStep<float>;

}  // namespace bspfft::fftw3

// The functions of fft.h: requests, and those that take an array and its lengths, each of which is a request; and the
// settings. Translation only.
#include <algorithm>
#include <complex>
#include <functional>
#include <numeric>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/refusal.hpp"
#include "bsp_fft/base/roots.hpp"
#include "bsp_fft/calls/crew.hpp"
#include "bsp_fft/schedule/radices.hpp"

namespace bspfft::calls {

namespace {

CallKey key_of(const bspfft_request* request, bool in_place)
{
    CallKey key{normalised(request), in_place};
    if (key.request.threads == 0) key.request.threads = static_cast<int>(threads());
    return key;
}

/// Calls on the crew of its number of processes; the plan is kept for the next.
void call(const bspfft_request* request, const void* in, void* out)
{
    c::require(in, "bspfft_call", "in");
    c::require(out, "bspfft_call", "out");
    const CallKey key = key_of(request, in == out);
    Loan crew(processes_of_call(key));
    crew.transform(key).execute(in, out);
}

template <class Real>
bspfft_request request_of(int axes, const std::int64_t* length)
{
    require_axes(axes);
    c::require(length, "bspfft", "length");
    bspfft_request request{};
    request.size = sizeof request;
    request.precision = sizeof(Real) == sizeof(float) ? BSPFFT_FLOAT : BSPFFT_DOUBLE;
    request.dimensions = axes;
    std::copy_n(length, axes, request.length);
    return request;
}

/// The functions of Fourier transforms, by what they differ in.
struct Fourier {
    int data, direction;

    template <class Real>
    int operator()(int axes, const std::int64_t* length, const Real* in, Real* out) const
    {
        return c::guarded([&] {
            bspfft_request request = request_of<Real>(axes, length);
            request.data = data;
            request.direction = direction;
            if (direction == BSPFFT_INVERSE)
                request.scale = 1 / std::accumulate(length, length + axes, 1.0, std::multiplies<double>());
            call(&request, in, out);
        });
    }
};
constexpr Fourier fft{BSPFFT_COMPLEX, BSPFFT_FORWARD}, ifft{BSPFFT_COMPLEX, BSPFFT_INVERSE};
constexpr Fourier rfft{BSPFFT_REAL, BSPFFT_FORWARD}, irfft{BSPFFT_REAL, BSPFFT_INVERSE};

template <class Real>
int cosines(std::int64_t n, int kind, const Real* in, Real* out)
{
    return c::guarded([&] {
        bspfft_request request = request_of<Real>(1, &n);
        request.data = BSPFFT_REAL;
        request.kind[0] = kind;
        if (kind == BSPFFT_DCT_3) request.scale = 1 / (2 * static_cast<double>(n));
        call(&request, in, out);
    });
}

// By spectra of a smooth length, with zeros behind both.
template <class Real>
int convolved(std::int64_t n, const Real* in, std::int64_t m, const Real* kernel, Real* out)
{
    return c::guarded([&] {
        if (n < 1 || m < 1) throw refusal("a convolution of ", n, " and ", m, " numbers; both have at least one");
        c::require(in, "bspfft_convolve", "in");
        c::require(kernel, "bspfft_convolve", "kernel");
        c::require(out, "bspfft_convolve", "out");
        const Index results = n + m - 1, length = 2 * smooth_length((results + 1) / 2), half = length / 2 + 1;
        Buffer<Real> reals(length);
        Buffer<std::complex<Real>> spectrum(half), factors(half);
        bspfft_request request = request_of<Real>(1, &length);
        request.data = BSPFFT_REAL;
        const auto transform = [&](const Real* from, Index count, void* to) {
            std::fill(std::copy_n(from, count, reals.data()), reals.data() + length, Real{0});
            call(&request, reals.data(), to);
        };
        transform(kernel, m, factors.data());
        transform(in, n, spectrum.data());
        for (Index k = 0; k < half; ++k) spectrum[k] = product(spectrum[k], factors[k]);
        request.direction = BSPFFT_INVERSE;
        request.scale = 1 / static_cast<double>(length);
        call(&request, spectrum.data(), reals.data());
        std::copy_n(reals.data(), results, out);
    });
}

// A setting, or `otherwise` where asking for it fails.
template <class Value, class Ask>
Value answer(Value otherwise, Ask ask) noexcept
{
    c::guarded([&] { otherwise = static_cast<Value>(ask()); });
    return otherwise;
}

}  // namespace

}  // namespace bspfft::calls

using namespace bspfft;
using namespace bspfft::calls;
using bspfft::c::guarded;

int bspfft_set_threads(int number) { return guarded(set_threads, number); }
int bspfft_threads(void) { return answer(1, threads); }
int bspfft_most_threads(void) { return answer(1, calls::most_threads); }
int bspfft_set_kept_limit(int64_t bytes) { return guarded(set_kept_limit, bytes); }
int64_t bspfft_kept_limit(void) { return answer(Index{0}, kept_limit); }
int64_t bspfft_kept_bytes(void) { return KeptTransforms::bytes_of_all + answer(Index{0}, bytes_of_idle); }
int bspfft_set_reproducible(int on) { return guarded(set_reproducible, on); }
int bspfft_reproducible(void) { return answer(0, reproducible); }
void bspfft_release(void) { guarded(release); }

int bspfft_call(const bspfft_request* request, const void* in, void* out) { return guarded(call, request, in, out); }

int bspfft_plan_request(bspfft_plan** plan, const bspfft_request* request, int is_in_place)
{
    return guarded([&] {
        c::require(plan, "bspfft_plan_request", "the address for the plan");
        *plan = nullptr;
        *plan = request_plan(key_of(request, is_in_place != 0)).release();
    });
}

// The same functions in both precisions.
#define BSPFFT_CALLS(Real, f)                                                                                        \
    int bspfft_fft##f(int64_t n, const Real* in, Real* out) { return fft(1, &n, in, out); }                          \
    int bspfft_ifft##f(int64_t n, const Real* in, Real* out) { return ifft(1, &n, in, out); }                        \
    int bspfft_rfft##f(int64_t n, const Real* in, Real* out) { return rfft(1, &n, in, out); }                        \
    int bspfft_irfft##f(int64_t n, const Real* in, Real* out) { return irfft(1, &n, in, out); }                      \
    int bspfft_fftn##f(int axes, const int64_t n[], const Real* in, Real* out) { return fft(axes, n, in, out); }     \
    int bspfft_ifftn##f(int axes, const int64_t n[], const Real* in, Real* out) { return ifft(axes, n, in, out); }   \
    int bspfft_rfftn##f(int axes, const int64_t n[], const Real* in, Real* out) { return rfft(axes, n, in, out); }   \
    int bspfft_irfftn##f(int axes, const int64_t n[], const Real* in, Real* out) { return irfft(axes, n, in, out); } \
    int bspfft_dct##f(int64_t n, const Real* in, Real* out) { return cosines(n, BSPFFT_DCT_2, in, out); }            \
    int bspfft_idct##f(int64_t n, const Real* in, Real* out) { return cosines(n, BSPFFT_DCT_3, in, out); }           \
    int bspfft_convolve##f(int64_t n, const Real* in, int64_t m, const Real* kernel, Real* out)                      \
    {                                                                                                                \
        return convolved(n, in, m, kernel, out);                                                                     \
    }

BSPFFT_CALLS(double, )
BSPFFT_CALLS(float, f)

// The functions of fft.h that take an array and its lengths. Each is a request.
#include <algorithm>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/c/border.hpp"
#include "bsp_fft/schedule/radices.hpp"
#include "bsp_fft/schedule/size_limit.hpp"
#include "bspfft/error.hpp"
#include "bspfft/fft.h"

using bspfft::Error;
using bspfft::Index;
using bspfft::Status;
using bspfft::c::guarded;
using bspfft::c::require;

namespace {

template <class Real>
bspfft_request request_of(int axes, const int64_t* length)
{
    bspfft::require_axes(axes);
    require(length, "bspfft", "length");
    bspfft_request request{};
    request.size = sizeof request;
    request.precision = sizeof(Real) == sizeof(float) ? BSPFFT_FLOAT : BSPFFT_DOUBLE;
    request.dimensions = axes;
    for (int l = 0; l < axes; ++l) request.length[l] = length[l];
    return request;
}

double elements_of(const bspfft_request& request)
{
    double product = 1;
    for (int l = 0; l < request.dimensions; ++l) product *= static_cast<double>(request.length[l]);
    return product;
}

void pass_on(int status)
{
    // the message is there already
    if (status != BSPFFT_OK) throw Error(static_cast<Status>(status), bspfft::c::last_message());
}

template <class Real>
int fourier(int axes, const int64_t* length, int data, int direction, const Real* in, Real* out)
{
    return guarded([&] {
        bspfft_request request = request_of<Real>(axes, length);
        request.data = data;
        request.direction = direction;
        if (direction == BSPFFT_INVERSE) request.scale = 1 / elements_of(request);
        pass_on(bspfft_call(&request, in, out));
    });
}

template <class Real>
int cosines(int64_t n, int kind, const Real* in, Real* out)
{
    return guarded([&] {
        bspfft_request request = request_of<Real>(1, &n);
        request.data = BSPFFT_REAL;
        request.kind[0] = kind;
        if (kind == BSPFFT_DCT_3) request.scale = 1 / (2 * static_cast<double>(n));
        pass_on(bspfft_call(&request, in, out));
    });
}

// By spectra of a smooth length, with zeros behind both.
template <class Real>
int convolved(int64_t n, const Real* in, int64_t m, const Real* kernel, Real* out)
{
    return guarded([&] {
        if (n < 1 || m < 1)
            throw Error(Status::invalid_argument,
                        bspfft::text("a convolution of ", n, " and ", m, " numbers; both have at least one"));
        require(in, "bspfft_convolve", "in");
        require(kernel, "bspfft_convolve", "kernel");
        require(out, "bspfft_convolve", "out");
        const Index results = n + m - 1, length = 2 * bspfft::smooth_length((results + 1) / 2), half = length / 2 + 1;
        bspfft::Buffer<Real> reals(length), spectrum(2 * half), factors(2 * half);
        bspfft_request request = request_of<Real>(1, &length);
        request.data = BSPFFT_REAL;
        const auto transform = [&](const Real* from, Index count, Real* to) {
            std::fill(std::copy_n(from, count, reals.data()), reals.data() + length, Real{0});
            pass_on(bspfft_call(&request, reals.data(), to));
        };
        transform(kernel, m, factors.data());
        transform(in, n, spectrum.data());
        for (Index k = 0; k < 2 * half; k += 2) {
            const Real re = spectrum.data()[k], im = spectrum.data()[k + 1];
            const Real x = factors.data()[k], y = factors.data()[k + 1];
            spectrum.data()[k] = re * x - im * y;
            spectrum.data()[k + 1] = re * y + im * x;
        }
        request.direction = BSPFFT_INVERSE;
        request.scale = 1 / static_cast<double>(length);
        pass_on(bspfft_call(&request, spectrum.data(), reals.data()));
        std::copy_n(reals.data(), results, out);
    });
}

}  // namespace

int bspfft_fft(int64_t n, const double* in, double* out)
{
    return fourier(1, &n, BSPFFT_COMPLEX, BSPFFT_FORWARD, in, out);
}
int bspfft_ifft(int64_t n, const double* in, double* out)
{
    return fourier(1, &n, BSPFFT_COMPLEX, BSPFFT_INVERSE, in, out);
}
int bspfft_rfft(int64_t n, const double* in, double* out)
{
    return fourier(1, &n, BSPFFT_REAL, BSPFFT_FORWARD, in, out);
}
int bspfft_irfft(int64_t n, const double* in, double* out)
{
    return fourier(1, &n, BSPFFT_REAL, BSPFFT_INVERSE, in, out);
}
int bspfft_fftn(int axes, const int64_t length[], const double* in, double* out)
{
    return fourier(axes, length, BSPFFT_COMPLEX, BSPFFT_FORWARD, in, out);
}
int bspfft_ifftn(int axes, const int64_t length[], const double* in, double* out)
{
    return fourier(axes, length, BSPFFT_COMPLEX, BSPFFT_INVERSE, in, out);
}
int bspfft_rfftn(int axes, const int64_t length[], const double* in, double* out)
{
    return fourier(axes, length, BSPFFT_REAL, BSPFFT_FORWARD, in, out);
}
int bspfft_irfftn(int axes, const int64_t length[], const double* in, double* out)
{
    return fourier(axes, length, BSPFFT_REAL, BSPFFT_INVERSE, in, out);
}
int bspfft_dct(int64_t n, const double* in, double* out)
{
    return cosines(n, BSPFFT_DCT_2, in, out);
}
int bspfft_idct(int64_t n, const double* in, double* out)
{
    return cosines(n, BSPFFT_DCT_3, in, out);
}
int bspfft_convolve(int64_t n, const double* in, int64_t m, const double* kernel, double* out)
{
    return convolved(n, in, m, kernel, out);
}

int bspfft_fftf(int64_t n, const float* in, float* out)
{
    return fourier(1, &n, BSPFFT_COMPLEX, BSPFFT_FORWARD, in, out);
}
int bspfft_ifftf(int64_t n, const float* in, float* out)
{
    return fourier(1, &n, BSPFFT_COMPLEX, BSPFFT_INVERSE, in, out);
}
int bspfft_rfftf(int64_t n, const float* in, float* out)
{
    return fourier(1, &n, BSPFFT_REAL, BSPFFT_FORWARD, in, out);
}
int bspfft_irfftf(int64_t n, const float* in, float* out)
{
    return fourier(1, &n, BSPFFT_REAL, BSPFFT_INVERSE, in, out);
}
int bspfft_fftnf(int axes, const int64_t length[], const float* in, float* out)
{
    return fourier(axes, length, BSPFFT_COMPLEX, BSPFFT_FORWARD, in, out);
}
int bspfft_ifftnf(int axes, const int64_t length[], const float* in, float* out)
{
    return fourier(axes, length, BSPFFT_COMPLEX, BSPFFT_INVERSE, in, out);
}
int bspfft_rfftnf(int axes, const int64_t length[], const float* in, float* out)
{
    return fourier(axes, length, BSPFFT_REAL, BSPFFT_FORWARD, in, out);
}
int bspfft_irfftnf(int axes, const int64_t length[], const float* in, float* out)
{
    return fourier(axes, length, BSPFFT_REAL, BSPFFT_INVERSE, in, out);
}
int bspfft_dctf(int64_t n, const float* in, float* out)
{
    return cosines(n, BSPFFT_DCT_2, in, out);
}
int bspfft_idctf(int64_t n, const float* in, float* out)
{
    return cosines(n, BSPFFT_DCT_3, in, out);
}
int bspfft_convolvef(int64_t n, const float* in, int64_t m, const float* kernel, float* out)
{
    return convolved(n, in, m, kernel, out);
}

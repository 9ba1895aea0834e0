#include "tools/fftw_peer.hpp"

#ifdef BSPFFT_HAVE_FFTW_THREADS

#include <complex>
#include <memory>

#include <fftw3.h>

#include "bsp_fft/base/buffer.hpp"

namespace bspfft {

namespace {

// FFTW's names for one precision.
template <class Real>
struct Names;

template <>
struct Names<double> {
    static constexpr auto plan = fftw_plan_dft_1d;
    static constexpr auto execute = fftw_execute;
    static constexpr auto destroy = fftw_destroy_plan;
    static constexpr auto start_threads = fftw_init_threads;
    static constexpr auto use_threads = fftw_plan_with_nthreads;
    using Plan = fftw_plan;
    using Complex = fftw_complex;
};

template <>
struct Names<float> {
    static constexpr auto plan = fftwf_plan_dft_1d;
    static constexpr auto execute = fftwf_execute;
    static constexpr auto destroy = fftwf_destroy_plan;
    static constexpr auto start_threads = fftwf_init_threads;
    static constexpr auto use_threads = fftwf_plan_with_nthreads;
    using Plan = fftwf_plan;
    using Complex = fftwf_complex;
};

template <class Real>
using Array = std::shared_ptr<Buffer<std::complex<Real>>>;

template <class Real>
std::function<void()> planned(Index n, int threads, const Array<Real>& in, const Array<Real>& out)
{
    using Fftw = Names<Real>;
    Fftw::use_threads(threads);
    const auto raw = [](const Array<Real>& x) {
        return reinterpret_cast<typename Fftw::Complex*>(x->data());
    };
    const std::shared_ptr<std::remove_pointer_t<typename Fftw::Plan>> plan(
        Fftw::plan(static_cast<int>(n), raw(in), raw(out), FFTW_FORWARD, FFTW_MEASURE), Fftw::destroy);
    // MEASURE has written into the arrays.
    for (const Array<Real>& array : {in, out}) std::fill_n(array->data(), n, std::complex<Real>());
    return [plan, in, out] { Fftw::execute(plan.get()); };
}

}  // namespace

bool has_fftw_threads() { return true; }

const char* fftw_version_name() { return fftw_version; }

template <class Real>
std::vector<std::function<void()>> fftw_runs(Index n, int threads)
{
    static const int started = Names<Real>::start_threads();
    static_cast<void>(started);
    const auto first = std::make_shared<Buffer<std::complex<Real>>>(n);
    const auto second = std::make_shared<Buffer<std::complex<Real>>>(n);
    std::vector<std::function<void()>> runs{planned<Real>(n, 1, first, first),
                                            planned<Real>(n, 1, first, second)};
    if (threads > 1) {
        runs.push_back(planned<Real>(n, threads, first, first));
        runs.push_back(planned<Real>(n, threads, first, second));
    }
    return runs;
}

#else

namespace bspfft {

bool has_fftw_threads() { return false; }

const char* fftw_version_name() { return "none"; }

template <class Real>
std::vector<std::function<void()>> fftw_runs(Index, int)
{
    return {};
}

#endif

template std::vector<std::function<void()>> fftw_runs<float>(Index, int);
template std::vector<std::function<void()>> fftw_runs<double>(Index, int);

}  // namespace bspfft

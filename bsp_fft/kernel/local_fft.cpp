#include "bsp_fft/kernel/local_fft.hpp"

#include "bsp_fft/kernel/radix2.hpp"
#include "bspfft/error.hpp"

#ifdef BSPFFT_HAVE_FFTW
#include "bsp_fft/kernel/fftw.hpp"
#endif

namespace bspfft {

bool has_fftw()
{
#ifdef BSPFFT_HAVE_FFTW
    return true;
#else
    return false;
#endif
}

Kernel resolve(Kernel wish)
{
    if (wish == Kernel::automatic) return has_fftw() ? Kernel::fftw : Kernel::radix2;
    if (wish == Kernel::fftw && !has_fftw()) {
        throw Error(
            Status::not_available,
            "the kernel fftw is not in this build, which was made without FFTW 3; take radix2 or auto");
    }
    return wish;
}

Engine describe(Kernel kernel)
{
    if (kernel == Kernel::simd) return {"simd", BlockOrder::natural};
    if (kernel == Kernel::fftw) return {"fftw", BlockOrder::natural};
    return {"radix2", BlockOrder::bit_reversed};
}

Index table_bytes(Kernel kernel, const LocalProblem& problem, Index bytes_per_complex)
{
    if (kernel == Kernel::fftw)
        return problem.whole() ? 0 : (problem.size - problem.block()) * bytes_per_complex;
    return (problem.size - problem.block()) * bytes_per_complex;
}

template <class Real>
std::unique_ptr<LocalFft<Real>> make_local_fft(Kernel kernel, const LocalProblem& problem,
                                               [[maybe_unused]] std::complex<Real>* in,
                                               [[maybe_unused]] std::complex<Real>* out)
{
#ifdef BSPFFT_HAVE_FFTW
    if (kernel == Kernel::fftw) return make_fftw<Real>(problem, in, out);
#endif
    if (kernel != Kernel::radix2)
        throw Error(Status::internal_error, "make_local_fft needs a resolved kernel");
    return std::make_unique<Radix2<Real>>(problem);
}

template std::unique_ptr<LocalFft<float>> make_local_fft(Kernel, const LocalProblem&, std::complex<float>*,
                                                         std::complex<float>*);
template std::unique_ptr<LocalFft<double>> make_local_fft(Kernel, const LocalProblem&, std::complex<double>*,
                                                          std::complex<double>*);

}  // namespace bspfft

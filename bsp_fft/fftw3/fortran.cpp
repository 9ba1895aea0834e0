// FFTW's old interface for Fortran: the same calls by reference, with lengths in the opposite order. Compilers add one
// underscore to a name, or two; so both are here.
#include <algorithm>
#include <vector>

#include "bsp_fft/fftw3/names.hpp"

namespace {

/// Fortran's first axis runs fastest.
template <class To = int>
std::vector<To> reversed(int rank, const int* values)
{
    std::vector<To> result(static_cast<std::size_t>(std::max(rank, 0)));
    for (std::size_t l = 0; l < result.size(); ++l) result[result.size() - 1 - l] = static_cast<To>(values[l]);
    return result;
}
std::vector<FFTW(r2r_kind)> reversed_kinds(int rank, const int* kinds)
{
    return reversed<FFTW(r2r_kind)>(rank, kinds);
}
FFTW(r2r_kind) kind_of(const int* kind) { return static_cast<FFTW(r2r_kind)>(*kind); }

constexpr unsigned any = 0;

}  // namespace

#define BSPFFT_WITH_SUFFIX(name, suffix) BSPFFT_JOIN(name, suffix)

#define FORTRAN(name) BSPFFT_WITH_SUFFIX(BSPFFT_JOIN(BSPFFT_FORTRAN_PREFIX, name), _)
#include "bsp_fft/fftw3/fortran_calls-inl.hpp"
#undef FORTRAN

#define FORTRAN(name) BSPFFT_WITH_SUFFIX(BSPFFT_JOIN(BSPFFT_FORTRAN_PREFIX, name), __)
#include "bsp_fft/fftw3/fortran_calls-inl.hpp"

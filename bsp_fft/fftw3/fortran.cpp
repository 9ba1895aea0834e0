// FFTW's old interface for Fortran: the same calls by reference, with lengths in the opposite order. Compilers add one
// underscore to a name, or two; so both are here.
#include <algorithm>
#include <vector>

#include "bsp_fft/fftw3/names.hpp"

namespace {

/// Fortran's first axis runs fastest.
template <class To>
std::vector<To> reversed(int rank, const int* values)
{
    std::vector<To> result(static_cast<std::size_t>(std::max(rank, 0)));
    for (std::size_t l = 0; l < result.size(); ++l) result[result.size() - 1 - l] = static_cast<To>(values[l]);
    return result;
}

std::vector<FFTW(iodim)> axes_of(int rank, const int* n, const int* is, const int* os)
{
    std::vector<FFTW(iodim)> axes;
    for (int l = 0; l < rank; ++l) axes.push_back({n[l], is[l], os[l]});
    return axes;
}

/// What Fortran reads or writes wisdom by, letter by letter.
template <class Letter>
struct By {
    void (*function)(Letter*, void*);
    void* data;
    void* self() { return this; }
};
void write_by(char letter, void* to)
{
    const auto* const writer = static_cast<const By<const char>*>(to);
    writer->function(&letter, writer->data);
}
int read_by(void* from)
{
    const auto* const reader = static_cast<const By<int>*>(from);
    int letter = 0;
    reader->function(&letter, reader->data);
    return letter < 0 ? EOF : letter;
}

}  // namespace

#define BSPFFT_WITH_SUFFIX(name, suffix) BSPFFT_JOIN(name, suffix)

#pragma GCC visibility push(default)
extern "C" {

#define FORTRAN(name) BSPFFT_WITH_SUFFIX(BSPFFT_JOIN(BSPFFT_FORTRAN_PREFIX, name), _)
#include "fortran_calls-inl.hpp"
#undef FORTRAN

#define FORTRAN(name) BSPFFT_WITH_SUFFIX(BSPFFT_JOIN(BSPFFT_FORTRAN_PREFIX, name), __)
#include "fortran_calls-inl.hpp"
#undef FORTRAN

}  // extern "C"
#pragma GCC visibility pop

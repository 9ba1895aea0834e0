// Arrays as fftw_malloc gives them: aligned, on huge pages if they are large, and fit for free() too.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

namespace bspfft::fftw3 {

/// Null if there is no memory.
void* allocate(std::size_t bytes);

struct Free {
    void operator()(void* array) const { std::free(array); }
};

/// An array of reals, not set to anything; throws std::bad_alloc.
template <class Real>
using Work = std::unique_ptr<Real[], Free>;
template <class Real>
Work<Real> make_work(std::size_t reals)
{
    Work<Real> work(static_cast<Real*>(allocate(reals * sizeof(Real))));
    if (!work) throw std::bad_alloc();
    return work;
}

}  // namespace bspfft::fftw3

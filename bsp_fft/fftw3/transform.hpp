// What FFTW's plans are made of: our transforms, steps along one axis by half spectra, and work arrays.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

#include "bsp_fft/calls/straight.hpp"
#include "bsp_fft/fftw3/problem.hpp"

namespace bspfft::fftw3 {

/// A transform of bspfft's.
class Transform {
public:
    /// Throws NotCovered with what the library says.
    Transform(const bspfft_request& request, bool in_place);

    /// Several threads may call it at the same time; if it has one process they do not wait for each other, as in FFTW.
    /// Ends the program if it fails, since FFTW's callers cannot be told.
    void execute(const void* in, void* out)
    {
        if (straight_) return straight_->run(in, out);
        if (bspfft_execute_on(plan_.get(), direction_, in, out) != BSPFFT_OK) [[unlikely]]
            fail();
    }

    double flops() const;
    /// The bytes that it holds on all processes.
    Index bytes() const { return bspfft_bytes(plan_.get()); }

private:
    struct Destroy {
        void operator()(bspfft_plan* plan) const { bspfft_plan_destroy(plan); }
    };
    [[noreturn]] static void fail();

    std::unique_ptr<bspfft_plan, Destroy> plan_;
    const calls::Straight* straight_;
    int direction_;
};

/// An array as fftw_malloc gives it: aligned, on huge pages if it is large, and fit for free() too. Null if there is no
/// memory.
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

/// An array of before x n x after reals, and which of FFTW's R2HC, HC2R or DHT is done along n.
struct HalfSpectrumShape {
    Index before, n, after;
    int kind, precision, threads;

    Index half() const { return n / 2 + 1; }
};

/// In place, by our transforms between reals and half spectra.
template <class Real>
class HalfSpectrumStep {
public:
    explicit HalfSpectrumStep(const HalfSpectrumShape& shape);

    void execute(Real* array);
    double flops() const { return transform_.flops(); }
    Index bytes() const { return transform_.bytes() + reals() * static_cast<Index>(sizeof(Real)); }

private:
    /// In all half spectra.
    Index reals() const { return shape_.before * shape_.after * shape_.half() * 2; }

    HalfSpectrumShape shape_;
    Transform transform_;
    Work<Real> halves_;
};

}  // namespace bspfft::fftw3

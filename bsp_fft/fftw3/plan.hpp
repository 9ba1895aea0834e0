// What an fftw_plan points at: a problem, its arrays, and how it is computed.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "bsp_fft/fftw3/way.hpp"

namespace bspfft::fftw3 {

template <class Real>
class Plan {
public:
    /// Throws NotCovered, and std::bad_alloc.
    Plan(const Problem& problem, const Arrays<Real>& arrays);

    /// On the arrays that were planned with, or on others.
    void execute() { execute(arrays_); }
    void execute(const Arrays<Real>& arrays);

    double flops() const { return way_->flops(); }
    /// In one line.
    std::string description() const;

private:
    Problem problem_;
    Arrays<Real> arrays_;
    bool in_place_;
    std::unique_ptr<Way<Real>> way_;
    /// FFTW wants plans in place to be executed in place, and others not. Not all programs do.
    std::unique_ptr<Way<Real>> other_way_;
    std::once_flag is_other_way_made_;
};

}  // namespace bspfft::fftw3

// In which order the axes of a cosine or sine transform are done, and how the array is divided meanwhile.
#pragma once

#include <memory>
#include <vector>

#include "bsp_fft/plans/trigonometric/stage.hpp"

namespace bspfft {

/// The stages in the order of the forward transform. The shape has the batch; kinds has one for each axis of it that is
/// in `axes`.
template <class Real>
std::vector<std::unique_ptr<TrigonometricStage<Real>>> stages_of(const std::vector<Index>& shape,
                                                                 const std::vector<Index>& axes,
                                                                 const std::vector<Trigonometric>& kinds,
                                                                 const PlanOptions& options, Index p, Index s);

/// Whether the forward transform goes from the second array to the first.
bool is_third(Trigonometric kind);

}  // namespace bspfft

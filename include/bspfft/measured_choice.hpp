// The grid and the cut of the fast algorithm by trials, where the planner's model may miss the best.
//
//     const PlanOptions options = measured_options<double>({256, 256, 256});
//     Plan<double> plan({256, 256, 256}, options);
#pragma once

#include <vector>

#include "bspfft/error.hpp"
#include "bspfft/machine.hpp"
#include "bspfft/options.hpp"

namespace bspfft {

/// A grid and a cut that were looked at. Seconds are of one transform, on the slowest process.
struct CutTrial {
    std::vector<Index> grid;  ///< as in PlanOptions
    std::vector<Index> cut;   ///< likewise; none: without a cut
    double sampled = 0;  ///< from some tiles of both computations, without puts; 0: not sampled
    double seconds = 0;  ///< of whole transforms, the minimum; 0: not tried
};

/// What the trials have found.
struct MeasuredChoice {
    PlanOptions options;           ///< those given, with the best grid and cut
    std::vector<CutTrial> trials;  ///< the model's own first; the others by their samples
    std::size_t best = 0;          ///< which of them; the model's unless another is faster by a hundredth

    /// The trial of the model's own grid and cut, and the best one.
    const CutTrial& by_model() const { return trials.front(); }
    const CutTrial& winner() const { return trials[best]; }
    /// How many times faster the winner is than the model's own.
    double gain() const { return by_model().seconds / winner().seconds; }
};

/// Samples cuts near the model's on every axis, and other grids, about two dozen; then whole transforms are timed: the
/// model's own, the two best others, and more while there is time. Grids, cuts or parts of a cut that the options name
/// stay as they are. Of other algorithms than the fast one, and of other kernels than simd, the model's own is timed.
///
/// Of the options data is complex or real. Collective: all processes decide alike. Throws Error on all of them as a
/// plan does. Cost: so many seconds, and more if few transforms take longer; memory as for one plan at a time.
template <class Real>
BSPFFT_API MeasuredChoice measured_choice(const std::vector<Index>& shape, const PlanOptions& options = {},
                                          double seconds = 0.3);

/// Its options alone.
template <class Real>
PlanOptions measured_options(const std::vector<Index>& shape, const PlanOptions& options = {}, double seconds = 0.3)
{
    return measured_choice<Real>(shape, options, seconds).options;
}

extern template BSPFFT_API MeasuredChoice measured_choice<float>(const std::vector<Index>&, const PlanOptions&, double);
extern template BSPFFT_API MeasuredChoice measured_choice<double>(const std::vector<Index>&, const PlanOptions&,
                                                                  double);

/// Adds the winner of a choice on p processes to what the machine remembers.
BSPFFT_API void remember(Machine& machine, const std::vector<Index>& shape, const MeasuredChoice& choice,
                         Index bytes_per_real, Index p);

/// The options with the grid and the cut that a machine remembers for this, and the seconds of a transform with them;
/// as they are, and seconds unchanged, if it remembers none, or if they name a grid, a cut, another algorithm or
/// another kernel.
BSPFFT_API PlanOptions remembered_options(const Machine& machine, const std::vector<Index>& shape,
                                          const PlanOptions& options, Index bytes_per_real, Index p,
                                          double* seconds = nullptr);

}  // namespace bspfft

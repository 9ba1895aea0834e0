// The planner's choice of grid and cut.
#pragma once

#include "bsp_fft/schedule/program.hpp"

namespace bspfft {

/// The grid and the cut of the free cut, axis by axis in the order of `memory` (the slowest axis first): as the options
/// fix them, and otherwise those that promise the best time. Of real data and of half a spectrum the same cut: that of
/// the way to the spectrum. Throws Error(invalid_argument) where none is possible.
std::vector<AxisCut> choose_cut(const Problem& problem, Index p, const ScheduleOptions& options,
                                const std::vector<Index>& memory);

/// The a of each axis of the problem, by its shape alone, 1 where it is not transformed: near the square roots, so that
/// many processes have a part, and those that promise the best time on one. Numbers of the options' cut stay.
std::vector<Index> reproducible_cut(const Problem& problem, const ScheduleOptions& options,
                                    const std::vector<Index>& memory);

/// Columns that are transformed together, for such a cut.
Index lanes_for(const std::vector<AxisCut>& axes, Index bytes_per_real);
Index lanes_for(const std::vector<AxisCut>& axes, const ScheduleOptions& options);

/// Whether no axis that is transformed needs a cut: none is distributed, and the columns without one fill the lanes of
/// tiles that fit in the cache, or need not.
bool needs_no_cut(const std::vector<AxisCut>& axes, const ScheduleOptions& options);

/// The grid that the options ask for, or else the best; of a reproducible cut, if that is not empty. Throws as
/// choose_cut does.
std::vector<Index> grid_for(const Problem& problem, Index p, const std::vector<Index>& asked,
                            const std::vector<Index>& memory, const std::vector<Index>& reproducible = {});

/// The grid itself, by the same laws, for problems in blocks as well: as the options fix it, or none.
void require_grid(const std::vector<Index>& grid, const Problem& problem, Index p);

}  // namespace bspfft

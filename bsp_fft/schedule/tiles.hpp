// Shared by the builders of schedules for the lanes kernel: computations on tiles of columns, and what is around them.
#pragma once

#include "bsp_fft/schedule/building.hpp"

namespace bspfft {

/// A free cut, and the layouts that it begins and ends with.
struct FreeCut {
    std::vector<AxisCut> axes;
    Layout input;
    Layout output;
    bool whole;  ///< no axis is cut
};

/// The planner's, or as the options fix it.
FreeCut free_cut_of(const Problem& problem, Index p, ScheduleOptions options);

/// The same from the output's layout to the input's.
FreeCut turned_back(const FreeCut& there);

/// The three steps of a free cut: columns, the move that they send, and rows. Layouts name an element (k1, j2) by
/// j1 = k1 before the move, and by k2 = j2 after it.
std::vector<Step> free_cut_steps(const std::vector<AxisCut>& axes, const Layout& input, const Layout& output,
                                 const ScheduleOptions& options);

/// One computation that transforms axes that no process shares, in the places that they have.
Compute local_transforms(const std::vector<AxisCut>& axes, const Layout& before, const Layout& after,
                         const ScheduleOptions& options);

/// Whether a process has short vectors, to be transformed one by one: few of them, but any number in arrays that all
/// processes see, where tiles would have to be gathered.
bool has_short_vectors(const std::vector<AxisCut>& axes, const ScheduleOptions& options);

/// Transforms do not alternate between landing arrays.
void use_one_landing_array(std::vector<Step>& steps);

/// The shape's axes, the slowest in memory first: as the layout has them, if there is one.
std::vector<Index> memory_order(const Problem& problem, const std::optional<Layout>& layout);

/// The layout with its axes in memory as the other one has them, if there is another.
Layout stored_like(const Layout& layout, const std::optional<Layout>& other);

/// The steps between the layouts that were asked for: a move more at either end, where the algorithm's own layout is
/// another.
Schedule between_layouts(Algorithm algorithm, const Problem& problem, const Layout& own_input, const Layout& own_output,
                         const ScheduleOptions& options, std::vector<Step> steps);

}  // namespace bspfft

// Shared by the builders: steps with counts derived from their layouts, computations on tiles of columns, and what is
// around them.
#pragma once

#include "bsp_fft/schedule/builders.hpp"

namespace bspfft {

/// A computation that transforms one digit; its twiddles are a step before or after the transform.
Compute computation(std::string name, Layout before, Layout after, Digit digit, std::vector<LocalStep> steps);

/// 5 m log2 r: for m elements in transforms of length r.
Index flops_of(Index elements, Index radix);

/// A move, which synchronises unless there is one process.
Move move(std::string name, const Layout& from, MoveStep step);

/// From one layout to another, where they differ; elements are complex numbers, or real ones of one word each.
Move layout_move(const Layout& from, const Layout& to, Index words_per_element = 2);

/// Products of the elements that the layout has, over the padded array.
Compute products(const std::string& name, const Layout& layout, MultiplyStep::By by, const Layout& padded);

/// A sweep between these layouts. Of two that are complex numbers and their parts, the complex numbers are counted.
Compute sweep(SweepStep step, const Layout& before, const Layout& after);

/// Nothing but a move of real numbers, as a schedule.
Schedule move_schedule(const Layout& from, const Layout& to, Exchange exchange, Index bytes_per_real);

/// How often a computation goes through the data, by the order that its kernel wants. Tiles are transformed while they
/// are in the cache. Butterflies in place go through all of the data in every stage, and once more to bring it into
/// their order. A kernel with a natural order needs about one sweep for each half of its transforms, and one for
/// twiddles. The first computation finds the input in natural order.
Index sweeps_of(const Compute& computation, BlockOrder order, bool first);

/// Puts a sync before the first step, if there is none: for packets that could land in an array that is still being
/// read.
void open_with_sync(std::vector<Step>& steps);

/// Throws Error(invalid_argument) unless the exchange is put or hpput: the syncs depend on it.
void require_resolved(Exchange exchange);

/// Throws Error(invalid_argument) if some elements of the problem do not exist; `who` transforms all of them.
void require_all_elements(const Problem& problem, const std::string& who);

/// The digit as bits, the least significant of them first in memory.
std::vector<Digit> bit_reversed(Digit digit);

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
std::vector<Step> free_cut_steps(const FreeCut& cut, const ScheduleOptions& options);

/// One computation that transforms axes that no process shares, in the places that they have.
Compute local_transforms(const std::vector<AxisCut>& axes, const Layout& before, const Layout& after,
                         const ScheduleOptions& options);

/// Sweeps in place, each over some axes, the last ones first. Nothing unless they promise less time than the cut, and
/// no process shares these axes, or all see the whole array.
std::vector<Step> local_sweeps(const FreeCut& cut, const ScheduleOptions& options);

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

inline constexpr Index flops_a_product = 6;  ///< of two complex numbers

/// Elements that process s has in a computation on tiles; process 0 has the most.
Index tile_elements(const std::vector<AxisCut>& cut, Access access, Index s);

/// Whether a computation on tiles has real numbers, before or after: it has half the flops of complex ones.
bool is_of_reals(const Compute& step);

/// What process s computes in a step. The largest over the processes is the step's own count.
Index flops_of_process(const Compute& step, Index s);

/// The counts of the move of a free cut, from what its processes own before and after: those of process s.
MoveCounts tile_counts(const TilePackets& packets, Index s);

/// The largest of each over all processes. Cost: independent of p.
MoveCounts largest_counts(const TilePackets& packets);

}  // namespace bspfft

// Shared by the builders: steps with counts derived from their layouts.
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

/// The steps of the textbook's algorithm; an automatic kernel is resolved. Throws as textbook_schedule does.
std::vector<Step> textbook_steps(Index n, Index p, ScheduleOptions& options);

/// The digit as bits, the least significant of them first in memory.
std::vector<Digit> bit_reversed(Digit digit);

}  // namespace bspfft

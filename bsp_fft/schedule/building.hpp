// Shared by the builders: supersteps with counts derived from their layouts.
#pragma once

#include "bspfft/schedule.hpp"

namespace bspfft {

/// A computation that transforms one digit; its twiddles are a step before or after the transform.
Superstep computation(std::string name, Layout before, Layout after, Digit digit, std::vector<Step> steps);

/// 5 m log2 r: of m elements in transforms of length r.
Index flops_of(Index elements, Index radix);

/// A move with its sync.
Superstep move(std::string name, const Layout& from, MoveStep step);

/// From one layout to another, where they differ; elements are complex numbers, or real ones of one word each.
Superstep layout_move(const Layout& from, const Layout& to, Index words_per_element = 2);

/// How often a computation goes through the data, by the order that its kernel wants. Tiles are transformed while they
/// are in the cache. Butterflies in place go through all of the data in every stage, and once more to bring it into
/// their order. A kernel with a natural order needs about one sweep for each half of its transforms, and one for
/// twiddles. The first computation finds the input in natural order.
Index sweeps_of(const Superstep& computation, BlockOrder order, bool first);

/// Makes the first superstep open with a sync: for packets that could land in an array that is still being read.
void open_with_sync(std::vector<Superstep>& supersteps);

/// Throws Error(invalid_argument) unless the exchange is put or hpput: the syncs depend on it.
void require_resolved(Exchange exchange);

/// Throws Error(invalid_argument) if some elements of the problem do not exist: whoever it is transforms all of them.
void require_all_elements(const Problem& problem, const std::string& who);

/// The digit as bits, the least significant of them first in memory.
std::vector<Digit> bit_reversed(Digit digit);

}  // namespace bspfft

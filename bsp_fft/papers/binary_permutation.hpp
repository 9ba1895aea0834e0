// Binary permutations: the orders in which a butterfly yields its outputs at the highest rate  [Sahay
// 1993, 4.2].
#pragma once

#include <vector>

#include "bspfft/error.hpp"

namespace bspfft {

/// A permutation of 0 .. 2^i - 1, as the sequence of its values.
using Permutation = std::vector<Index>;

/// Whether a sequence is a binary permutation  [Definition 4.1]: at every node of the full binary tree over
/// the values, all leaves of one subtree come before all leaves of the other.
bool is_binary(const Permutation& permutation);

/// The binary permutation of 0 .. 2^i - 1 in which the inner node v of that tree (root 1, children 2v and
/// 2v + 1) visits its right subtree first where right_first[v - 1] is set. Every binary permutation has
/// exactly one such description.
///
/// Requires 2^i - 1 choices; otherwise throws Error(invalid_argument).
Permutation binary_permutation(const std::vector<bool>& right_first);

/// The binary permutation of 0 .. 2^(q+r) - 1 that visits blocks of 2^r values in the order `outer`, the k-th
/// of them in the order inner[k]  [Proposition 4.1].
///
/// Requires binary permutations, 2^q inner ones of one length; otherwise throws Error(invalid_argument).
Permutation compose(const Permutation& outer, const std::vector<Permutation>& inner);

/// The parts of a binary permutation, which is compose(outer, inner).
struct Decomposition {
    Permutation outer;
    std::vector<Permutation> inner;
};

/// Requires a binary permutation, and blocks = 2^q of them; otherwise throws Error(invalid_argument).
Decomposition decompose(const Permutation& permutation, Index blocks);

/// The order in which processor i of P yields its m outputs: blocks of m/P in the order of their
/// destinations (destination_in_order), each block in increasing order.
///
/// Requires powers of two, P <= m and 0 <= i < P; otherwise throws Error(invalid_argument).
Permutation output_order(Index i, Index processors, Index outputs);

}  // namespace bspfft

// The fast algorithm as the models of hidden communication see it.
#pragma once

#include "bsp_fft/papers/hidden_communication.hpp"

namespace bspfft {

/// The columns of the fast algorithm in double precision.
///
/// Requires n = 2^m, p = 2^q, p^2 <= n; otherwise throws Error(invalid_argument).
ColumnBlocks column_blocks(Index n, Index p);

/// The problem of hiding its communication, for all message schedules.
inline HidingProblem hiding_problem(Index n, Index p)
{
    HidingProblem problem(n, p);
    problem.columns = column_blocks(n, p);
    return problem;
}

}  // namespace bspfft

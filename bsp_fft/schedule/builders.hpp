// The builders of programs, one algorithm a file.
#pragma once

#include "bsp_fft/schedule/program.hpp"

namespace bspfft {

/// Bisseling's algorithm  [PSC 3.4]: cycles 1, N, N^2, ..., p with N = n/p; as many butterfly stages under each as are
/// local.
///
/// Requires n = 2^m, p = 2^q, 1 <= p <= n/2; otherwise throws Error(invalid_argument) with the nearest valid choice.
Schedule textbook_schedule(Index n, Index p, ScheduleOptions options = {});

/// The classical packing of real data: x_2j and x_(2j+1) are one complex number, the textbook's algorithm transforms
/// these n/2, and every process separates what it has from what its mirrored process has: one move more, of the whole
/// part, if p > 2. Input cyclic in pairs (Layout::block_cyclic), half a spectrum out plainly cyclic; or back.
///
/// Requires real data or half a spectrum on one axis, n = 2^m, p = 2^q, 1 <= p <= n/4; otherwise throws
/// Error(invalid_argument) with the nearest valid choice.
Schedule real_textbook_schedule(const Problem& problem, Index p, ScheduleOptions options = {});

/// The free cut on every axis, n = a b: columns of length a, one move, rows of length b  [Koopman and Bisseling 2023,
/// with the cut made free]. The same flops and the same h for every cut; the one that is chosen makes columns and rows
/// fit in the cache. One superstep without a move where no axis that is transformed is distributed and the batch fills
/// the lanes.
///
/// Requires a grid whose product is p, and a cut of every axis that is transformed with a >= p and b >= p, or both
/// left out; otherwise throws Error(invalid_argument).
Schedule free_cut_schedule(const Problem& problem, Index p, ScheduleOptions options = {});
Schedule free_cut_schedule(Index n, Index p, ScheduleOptions options = {});

/// Whether there is a free cut over p processes: on one axis n = a b with a >= p and b >= p.
bool has_free_cut(const Problem& problem, Index p);
bool has_free_cut(Index n, Index p);

/// A vector on one process that is larger than the memory of its device: n = a b a, columns of length a and rows of
/// length n/a in slices that fit in the window, in place and in natural order: two sweeps over the bus  [Bailey 1990,
/// with two digits exchanged on the way].
///
/// Requires one axis of complex numbers and such a cut for options.device_window; otherwise throws
/// Error(invalid_argument) with the smallest window.
Schedule window_schedule(const Problem& problem, const ScheduleOptions& options);

/// One axis after the other is transformed where it is local, and blocks move in between: slabs or pencils
/// [Czechowski et al. 2012]. Input in blocks over the grid, output in the same blocks, or transposed, which saves a
/// move. Requires at least two axes, or p = 1.
Schedule pencils_schedule(const Problem& problem, Index p, ScheduleOptions options = {});

/// The algorithm of reproducible results, by the problem alone: fast where its cut keeps many processes busy or the
/// array is small, else bluestein for one axis and pencils for several.
Algorithm reproducible_algorithm(const Problem& problem);

/// Bluestein's algorithm: any n on any p, as a cyclic convolution with a chirp, of a smooth length of at least 2n - 1:
/// two moves. Input and output cyclic with uneven parts. Requires one axis that is transformed, and no others.
Schedule bluestein_schedule(const Problem& problem, Index p, ScheduleOptions options = {});

/// Forward, times a factor at every place of the spectrum, and inverse: two moves. In between rows are transformed,
/// multiplied and transformed back while they are in the cache, so that memory is swept three times. Input and output
/// have the same layout, the algorithm's own.
///
/// Requires a free cut (has_fused_operator); otherwise throws Error(invalid_argument).
Schedule spectral_operator_schedule(const Problem& problem, Index p, ScheduleOptions options = {});

/// Whether there is such a schedule: a free cut, and no batch.
bool has_fused_operator(const Problem& problem, Index p);

}  // namespace bspfft

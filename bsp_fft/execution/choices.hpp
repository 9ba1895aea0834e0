// What a plan resolves before it builds anything; `bspfft plan` shows the same without building.
#pragma once

#include <string>
#include <vector>

#include "bsp_fft/schedule/program.hpp"
#include "bspfft/options.hpp"

namespace bspfft {

/// The options with every `automatic` but grid, cut and layouts resolved, for an array of this shape (without the
/// batch) over p processes on this BSPlib. Throws Error(invalid_argument) for choices that exclude each other,
/// Error(not_available) for a kernel that is not built in.
PlanOptions resolved(const PlanOptions& requested, const std::vector<Index>& shape, Index p, Index bytes_per_real);

/// put or hpput, as requested or as suits this BSPlib.
Exchange resolved(Exchange requested);

/// Whether packets are sent one after another from a small buffer, on this BSPlib; otherwise each stays in a send
/// buffer until the sync.
bool packets_share_a_buffer(Exchange resolved);

/// The instruction set of the simd kernel, by Highway's name, and another one from now on ("auto" for the best); throws
/// Error(not_available) if it is not available.
std::string instruction_set();
/// Bytes of its vectors.
Index vector_bytes();
void use_instruction_set(const std::string& name);

/// Resolved options as a program's builder wants them: what was asked for, carried from here to the steps.
ScheduleOptions request_of(const PlanOptions& options, Index bytes_per_real);

/// The schedule that resolved options name.
Schedule schedule_for(const std::vector<Index>& shape, Index p, const PlanOptions& options, Index bytes_per_real);

/// The inverse of a schedule that such options name: from its output's layout to its input's.
Schedule inverse_schedule(const Schedule& forward, const PlanOptions& options);

/// Reals that the arrays of process s need for a program and its inverse: the input alone, the output alone, or one
/// for both, and for the layouts of all supersteps on plain arrays. Bluestein's convolution has arrays of its own.
struct ArraySpans {
    Index input = 0;
    Index output = 0;
    Index shared = 0;
};
ArraySpans spans_of(const Program& forward, const Program& inverse, Index s);

}  // namespace bspfft

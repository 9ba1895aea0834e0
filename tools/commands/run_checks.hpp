// What a run refuses before anything starts: options that it would ignore, and outputs over other files.
#pragma once

#include "tools/commands/run.hpp"

namespace bspfft::tools {

/// The request with its output, which is the input of --in-place. Throws Error(invalid_argument).
RunRequest checked(RunRequest request);

/// Throws Error(invalid_argument) for an output that is the input or another output, or cannot be shown.
void require_files(const RunRequest& request);

/// Throws Error(invalid_argument) for options that the plan on p processes would ignore. What it cannot do it says
/// itself.
void require_effects(const RunRequest& request, const Transform& transform, Index p);

}  // namespace bspfft::tools

// What a plan resolves for the kernel cuda: where its arrays are, and what of them fits on the device.
#pragma once

#include "bspfft/options.hpp"
#include "bsp_fft/schedule/program.hpp"

namespace bspfft {

/// Arrays on a device imply the kernel cuda. Throws Error(invalid_argument) for choices that exclude each other.
PlanOptions with_device_choices(PlanOptions requested, Index p);

/// The kernel's own of a schedule over p processes: axes as wholes, where what a process has fits in the window, and
/// the lanes of tiles.
void choose_for_device(ScheduleOptions& details, const Problem& problem, const PlanOptions& options, Index p);

/// For plans whose arrays are on the host: throws Error(invalid_argument) for others.
void require_host_memory(const PlanOptions& options, const char* who);

}  // namespace bspfft

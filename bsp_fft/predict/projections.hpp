// The papers' models applied to our algorithm and to a machine file: hidden communication, and projections to a device.
#pragma once

#include <optional>

#include "bsp_fft/papers/hidden_communication.hpp"
#include "bsp_fft/papers/projection.hpp"
#include "bspfft/machine.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

/// The problem of hiding the communication of the fast algorithm in double precision, for all message schedules.
///
/// Requires n = 2^m, p = 2^q, p^2 <= n; otherwise throws Error(invalid_argument).
HidingProblem hiding_problem(Index n, Index p);

/// The nodes and the network of a system, with this device in each node  [Czechowski et al. 2012]. A is measured, as
/// for the host's kernels: words per point that the device's kernel would move through its memory in its time. Throws
/// Error(file_error) if the file knows no device, or nothing of its kernel.
ProjectedSystem with_device(ProjectedSystem system, const Machine& machine);

/// The model's T_mem, T_PCIe and T_net for this machine and a transform of a cube by the kernel cuda; none for others.
/// T_net is by the beta of puts, 0 on one process; T_PCIe is one copy to the device and back, as we need it, where the
/// model has three, and 0 if the arrays are on the device.
std::optional<ProjectedTimes> projected_here(const Machine& machine, const Schedule& schedule);

}  // namespace bspfft

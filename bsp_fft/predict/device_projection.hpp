// The projection of Czechowski et al. 2012 for the device that a machine file knows.
#pragma once

#include <optional>

#include "bsp_fft/papers/projection.hpp"
#include "bspfft/machine.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

/// So many nodes with this device each, and with the network of another system. A is measured, as for the host's
/// kernels: words per point that the device's kernel would move through its memory in its time. Throws
/// Error(file_error) if the file knows no device, or nothing of its kernel.
ProjectedSystem with_device(ProjectedSystem system, const Machine& machine);

/// The model's T_mem, T_PCIe and T_net for this machine, of a transform of a cube by the kernel cuda; of others none.
/// T_net is by the beta of puts, 0 on one process; T_PCIe is one copy to the device and back, as we need it, where the
/// model has three, and 0 if the arrays are on the device.
std::optional<ProjectedTimes> projected_here(const Machine& machine, const Schedule& schedule);

}  // namespace bspfft

// What a plan has for the kernel cuda: where its arrays are, what of them fits on the device, and the arrays, on the
// device or on the host and pinned there.
#pragma once

#include <vector>

#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/gpu/work.hpp"
#include "bsp_fft/schedule/program.hpp"
#include "bspfft/options.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

/// Arrays on a device imply the kernel cuda. Throws Error(invalid_argument) for choices that exclude each other.
PlanOptions with_device_choices(PlanOptions requested, Index p);

/// The kernel's own of a schedule over p processes: axes as wholes, where what a process has fits in the window, and
/// the lanes of tiles.
void choose_for_device(ScheduleOptions& details, const Problem& problem, const PlanOptions& options, Index p);

/// For plans whose arrays are on the host: throws Error(invalid_argument) for others.
void require_host_memory(const PlanOptions& options, const char* who);

/// The arrays of one process. Where a schedule has steps that are the host's, such as moves between layouts of the
/// caller's, arrays on the device have mirrors on the host, which they are copied to and from.
class DeviceArrays : public DeviceWork {
public:
    DeviceArrays(const PlanOptions& options, const Schedule& forward, const Schedule& inverse);

    bool on_device() const { return on_device_; }
    bool has_mirrors() const { return on_device_ && !arrays_on_device; }

    /// Zeros on the device, as long as this exists.
    void* zeros(Index bytes);
    /// Host memory that goes between the two fast.
    void* mirror(Index bytes);
    /// Until this ends; nothing happens where that is not possible.
    void pin(void* host, Index bytes);

    /// Complete when it returns.
    void copy(int kind, void* to, const void* from, Index bytes) const;

    /// Every process learns where the others' landing arrays are, unless packets are sent there. Collective. Cost: four
    /// supersteps, h = 2 (p - 1), or none.
    void share_landings(Port& port, void* landing);
    /// From now on transforms are complete when they return, or may still be on the caller's stream.
    void wait_always(bool always) { waits = always || !may_run_on_; }

private:
    bool on_device_;
    bool may_run_on_;  ///< after a transform has returned
    std::vector<DeviceMemory> memory_;
    std::vector<MadeByDevice<void>> pinned_;
};

}  // namespace bspfft

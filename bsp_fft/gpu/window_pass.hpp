// A pass over an array on the host that is larger than the window on the device: slice after slice comes, is
// transformed, and goes back to the places that it came from.
#pragma once

#include <memory>
#include <vector>

#include "bsp_fft/gpu/device_pass.hpp"
#include "bsp_fft/gpu/window_places.hpp"

namespace bspfft {

template <class Real>
class WindowPass final : public PassKernel<Real> {
public:
    /// Throws Error(out_of_memory) if the window is too small for what the passes of a plan have on the device.
    WindowPass(const Pass& pass, const Scales& scales, const PassArrays<Real>& arrays);

    void run(Direction direction, Index first, Index count, Real* in, Real* out) override;

private:
    using Scratch = DeviceWork::Scratch;
    static constexpr auto bytes_per_element = static_cast<Index>(2 * sizeof(Real));

    /// An array on the device, and what has happened to the slice that is in it.
    struct Slot {
        Scratch array;
        DeviceEvent came, done, went;
    };

    void make_plan();
    void make_tables();
    void require_window() const;
    void copy(int kind, Index slice, Real* host, const Slot& slot, const DeviceStream& stream);
    void transform(Index slice, Direction direction, const Slot& slot);
    void gather(Index column, void* array, Real* to);
    void scatter(Index first, Index columns, Index slice, Direction direction, void* array);
    bspfft_device_remap remap_of(Index first, Index columns) const;
    void* work() const { return work_->scratch(Scratch::work); }

    Pass pass_;
    Scales scales_;
    std::unique_ptr<DeviceWork> own_work_;  ///< of a pass that belongs to no plan
    DeviceWork* work_;
    WindowPlaces places_;
    bool in_parts_;  ///< columns have the same places before and after: a part of them comes back before the next
    bool gathers_;   ///< to where transforms are made; otherwise these read the slice itself
    WindowSide::Steps in_{};  ///< as the transforms have them
    Index part_ = 1;  ///< columns that are transformed at once: scratch memory is smaller then
    DevicePlan plan_;
    DeviceSideTables from_, to_;
    DeviceMemory row_index_, column_index_;
    DeviceStream coming_, going_;
    std::vector<Slot> slots_;
};

}  // namespace bspfft

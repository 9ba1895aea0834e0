// A pass whose arrays are on the host, through the device in slices of columns: while one is transformed, the next
// comes and the one before goes. Arrays may be larger than the device's memory.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "bsp_fft/gpu/device_pass.hpp"

namespace bspfft {

/// How a slice of neighbouring columns lies in an array on the host.
enum class SliceShape {
    apart,     ///< rows at equal distances, and in each the columns together
    together,  ///< one column after the other, each contiguous
    packets,   ///< tiles, on one process
};

/// Nothing if a side of a pass has another shape, or other processes have a part in it.
std::optional<SliceShape> slice_shape_of(const DevicePassPlaces& places, const DeviceSide& side, Index p);

/// Columns of a slice, so that some of them fit in `window` bytes of the device's memory; 0 if none does.
Index slice_width(const DevicePassPlaces& places, Index bytes_per_real, Index window);

template <class Real>
class SlicedPass final : public PassKernel<Real> {
public:
    SlicedPass(const Pass& pass, const Scales& scales, const PassArrays<Real>& arrays, DevicePassPlaces places,
               Index width);

    void run(Direction direction, Index first, Index count, Real* in, Real* out) override;

private:
    static constexpr auto bytes_per_real = static_cast<Index>(sizeof(Real));

    /// What one slice needs on the device. Slices take turns.
    struct Slot {
        DeviceStream stream;
        DeviceMemory in, before, after, out;
        DevicePlan full, last;
        DeviceSideTables from, to;
    };
    struct Slice {
        Index first;
        Index width;
    };

    void make_slot();
    DevicePlan plan_of(Index width) const;
    void start(Slot& slot, const Slice& slice, Direction direction, const Real* in, Real* out);
    void fetch(Slot& slot, const Slice& slice, const Real* in);
    void fetch_packets(Slot& slot, const Slice& slice, const Real* in);
    void transform(Slot& slot, const Slice& slice, Direction direction);
    void store(Slot& slot, const Slice& slice, Real* out);
    bspfft_device_remap remap_of(const Slice& slice, Index rows, double scale) const;
    Index tile_length() const { return places_.to.receivers.front().tile_length; }
    Index reals_before() const { return places_.data == BSPFFT_DEVICE_REAL_TO_HALF ? 1 : 2; }
    Index reals_after() const { return places_.data == BSPFFT_DEVICE_HALF_TO_REAL ? 1 : 2; }

    Pass pass_;
    Scales scales_;
    std::unique_ptr<DeviceWork> own_work_;
    DeviceWork* work_;
    TileSink<Real>* sink_;
    DevicePassPlaces places_;
    SliceShape in_shape_;
    SliceShape out_shape_;
    Index width_;
    DeviceMemory row_index_, column_index_;
    std::vector<Slot> slots_;
};

}  // namespace bspfft

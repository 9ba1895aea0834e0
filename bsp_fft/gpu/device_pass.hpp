// A pass on a device: elements are gathered, transformed, and go to an array or into packets.
#pragma once

#include <memory>

#include "bsp_fft/gpu/device_places.hpp"
#include "bsp_fft/gpu/work.hpp"
#include "bsp_fft/kernel/kernels.hpp"

namespace bspfft {

/// The tables of one side on the device; the array is named when it is used.
class DeviceSideTables {
public:
    DeviceSideTables() = default;
    DeviceSideTables(const Device& device, const DeviceSide& side);

    bspfft_device_side at(void* array) const;
    /// Where the packets for each receiver go.
    void send_to(const Device& device, const std::vector<void*>& arrays);
    Index bytes() const;

private:
    bspfft_device_side side_{};
    DeviceMemory rows_, columns_, mirrored_, receiver_of_, number_of_, receivers_, landed_;
    std::vector<bspfft_device_receiver> receivers_here_;
};

/// The twiddles of what goes out.
void set_twiddles(bspfft_device_remap& remap, const DevicePassPlaces& places, bool inverse,
                  const DeviceMemory& row_index, const DeviceMemory& column_index);

/// One pass of a plan. Where the plan's arrays are on the host, they are copied to it and from it.
template <class Real>
class DevicePass final : public PassKernel<Real>, public TilePacker<Real> {
public:
    DevicePass(const Pass& pass, const Scales& scales, const PassArrays<Real>& arrays, DevicePassPlaces places);

    void run(Direction direction, Index first, Index count, Real* in, Real* out) override;
    void pack(Index packet, Index first, Index count, Real* to) const override;
    const Real* packed_on_device(Index packet) const override;

private:
    using Scratch = DeviceWork::Scratch;
    static constexpr auto bytes_per_real = static_cast<Index>(sizeof(Real));

    void reserve();
    void require_window() const;
    void* source(Real* in);
    void* target(Real* out);
    void prepare_packets();
    void compute(Direction direction, void* in, void* out);
    void gather(double scale, void* in);
    void scatter(Direction direction, double scale, void* out);
    void deliver();
    void finish(void* from, Real* out);

    bool source_is_on_device() const;
    bool sends() const { return places_.to.kind == BSPFFT_DEVICE_PACKETS_OUT; }
    bool writes_landings() const { return work_->landing_on_device && !work_->sends_from_device; }
    Index tile_of_packet(Index packet) const;
    Index packet_reals(std::size_t i) const;
    void* transformed() const;

    Pass pass_;
    Scales scales_;
    std::unique_ptr<DeviceWork> own_work_;  ///< of a pass that belongs to no plan
    DeviceWork* work_;
    TileSink<Real>* sink_;
    Index landing_start_;
    DevicePassPlaces places_;
    DeviceCalls calls_;
    DevicePlan plan_;
    DeviceSideTables from_, to_;
    DeviceMemory row_index_, column_index_;
    bool one_copy_;  ///< of the array that is transformed in place
    bool packets_are_named_ = false;
    std::vector<Index> packet_places_;  ///< in the staging arrays, in reals
    Index packets_length_ = 0;
    Index tile_ = 0;  ///< that is being delivered
    Index width_ = 0;
};

}  // namespace bspfft

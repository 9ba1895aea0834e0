// All columns of a pass at once. Where the plan's arrays are on the host, they are copied to it and from it.
#pragma once

#include <algorithm>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/gpu/device_pass.hpp"
#include "bsp_fft/layout/grid_cut.hpp"

namespace bspfft {

template <class Real>
class WholePass final : public PassKernel<Real>, public TilePacker<Real>, private PassOnDevice {
public:
    WholePass(const Pass& pass, const Scales& scales, const PassArrays<Real>& arrays, DevicePassPlaces places)
        : PassOnDevice(pass, scales, *arrays.device, bytes_per_real),
          sink_(arrays.tiles),
          landing_start_(arrays.landing_start),
          places_(std::move(places)),
          calls_(device_calls_of(places_, bytes_per_real, arrays.in == arrays.out)),
          one_copy_(arrays.in == arrays.out && calls_.reads_source && calls_.writes_target)
    {
        add_tables(places_, pass, !calls_.reads_source, !calls_.writes_target);
        reserve();
        // only one process, and one axis, has slices
        require_window(0, text("transforms of length ", pass.rows, " need "),
                       ", or one process and one axis, which goes through it in slices");
        if (places_.columns == 0) return;
        plan_ = DevicePlan(on(), calls_.transform);
        if (!calls_.reads_source) from_ = DeviceSideTables(on(), places_.from);
        if (!calls_.writes_target) to_ = DeviceSideTables(on(), places_.to);
        make_twiddles(places_);
    }

    void run(Direction direction, Index, Index, Real* in, Real* out) override
    {
        if (sends() && !packets_are_named_) prepare_packets();
        if (places_.columns > 0) {
            void* const from = source(in);
            void* const to = sends() ? nullptr : target(out);
            compute(direction, from, to);
            finish(to, out);
        }
        if (sends() && !writes_landings()) deliver();
    }

    // Rows come in whole groups of lanes, but for the last: they follow one another in a tile.
    void pack(Index packet, Index first, Index count, Real* to) const override
    {
        const Real* const from = static_cast<const Real*>(work_.scratch(Scratch::host_packets)) +
                                 tile_of_packet(packet) + 2 * first * width_;
        std::copy_n(from, 2 * count * width_, to);
    }

    const Real* packed_on_device(Index packet) const override
    {
        if (!work_.sends_from_device) return nullptr;
        return static_cast<const Real*>(work_.scratch(Scratch::packets)) + tile_of_packet(packet);
    }

private:
    using Scratch = DeviceWork::Scratch;
    static constexpr auto bytes_per_real = static_cast<Index>(sizeof(Real));

    bool sends() const { return places_.to.kind == BSPFFT_DEVICE_PACKETS_OUT; }
    bool writes_landings() const { return work_.landing_on_device && !work_.sends_from_device; }
    Scratch transformed() const { return places_.data == BSPFFT_DEVICE_COMPLEX ? Scratch::work : Scratch::other_work; }

    bool source_is_on_device() const
    {
        const bool landed = places_.from.kind == BSPFFT_DEVICE_PACKETS_IN;
        return landed ? work_.landing_on_device : work_.arrays_on_device;
    }

    // Complex data are transformed in the same work array; real data become others.
    void reserve()
    {
        const Index size = places_.columns * bytes_per_real;
        if (!calls_.reads_source) work_.reserve(Scratch::work, places_.reals_before() * places_.rows_before * size);
        if (!calls_.writes_target) work_.reserve(transformed(), places_.reals_after() * places_.rows_after * size);
        if (!source_is_on_device()) work_.reserve(Scratch::source, places_.from.span * bytes_per_real);
        if (!sends() && !work_.arrays_on_device && !one_copy_)
            work_.reserve(Scratch::target, places_.to.span * bytes_per_real);
        if (!sends()) return;
        for (const DeviceSide::Receiver& receiver : places_.to.receivers) {
            packet_places_.push_back(packets_length_);
            packets_length_ += 2 * tiles_of(places_.to.count, places_.to.lanes) * receiver.tile_length;
        }
        if (writes_landings()) return;
        work_.reserve(Scratch::packets, packets_length_ * bytes_per_real);
        if (!work_.sends_from_device) work_.reserve(Scratch::host_packets, packets_length_ * bytes_per_real);
    }

    // Copies what is on the host.
    void* source(Real* in)
    {
        if (source_is_on_device()) return in;
        void* const copy = work_.scratch(Scratch::source);
        copy_alone(BSPFFT_DEVICE_TO_DEVICE, copy, in, places_.from.span * bytes_per_real);
        return copy;
    }

    // What is no element's keeps its value.
    void* target(Real* out)
    {
        if (work_.arrays_on_device) return out;
        if (one_copy_) return work_.scratch(Scratch::source);
        void* const copy = work_.scratch(Scratch::target);
        if (!places_.to.dense)
            on().copy(BSPFFT_DEVICE_TO_DEVICE, copy, out, places_.to.span * bytes_per_real, work_.stream());
        return copy;
    }

    void prepare_packets()
    {
        packets_are_named_ = true;
        if (places_.columns == 0) return;
        std::vector<void*> arrays;
        for (std::size_t i = 0; i < places_.to.receivers.size(); ++i) {
            const DeviceSide::Receiver& receiver = places_.to.receivers[i];
            void* const landing = work_.landing_of(receiver.process);
            const Index place = landing ? 2 * (landing_start_ + receiver.first) : packet_places_[i];
            arrays.push_back(shifted(landing ? landing : work_.scratch(Scratch::packets), place * bytes_per_real));
        }
        to_.send_to(on(), arrays);
    }

    void compute(Direction direction, void* in, void* out)
    {
        const double scale = scales_.of(direction);
        const bool gathers = !calls_.reads_source, scatters = !calls_.writes_target;
        const DeviceColumns all{0, places_.columns};
        void* const from = gathers ? work_.scratch(Scratch::work) : in;
        void* const to = scatters ? work_.scratch(transformed()) : out;
        if (gathers)
            remap(places_.rows_before, all, from_.at(in), work_array(from, places_.reals_before()),
                  scatters ? 1 : scale, work_.stream());
        for (const DeviceCalls::Place& place : calls_.places) {
            plan_.execute(is_inverse(direction), gathers || scatters ? 1 : scale,
                          shifted(from, places_.reals_before() * place.in * bytes_per_real),
                          shifted(to, places_.reals_after() * place.out * bytes_per_real), work_.stream());
        }
        if (!scatters) return;
        remap(places_.rows_after, all, work_array(to, places_.reals_after()), to_.at(out), scale, work_.stream(),
              twiddles_of(direction));
    }

    // Packets come to pinned host memory, results to the plan's array.
    void finish(void* from, Real* out)
    {
        const bool staged = sends() && !work_.landing_on_device, copied = !sends() && !work_.arrays_on_device;
        if (staged || copied || work_.waits) work_.synchronise();
        if (staged)
            copy_alone(BSPFFT_DEVICE_TO_HOST, work_.scratch(Scratch::host_packets), work_.scratch(Scratch::packets),
                       packets_length_ * bytes_per_real);
        if (copied) copy_alone(BSPFFT_DEVICE_TO_HOST, out, from, places_.to.span * bytes_per_real);
    }

    void deliver()
    {
        const DeviceSide& to = places_.to;
        for (tile_ = 0; tile_ < tiles_of(to.count, to.lanes); ++tile_) {
            width_ = std::min(to.lanes, to.count - tile_ * to.lanes);
            sink_->deliver(tile_, width_, *this);
        }
    }

    Index tile_of_packet(Index packet) const
    {
        const auto i = static_cast<std::size_t>(packet);
        return packet_places_[i] + 2 * tile_ * places_.to.receivers[i].tile_length;
    }

    TileSink<Real>* sink_;
    Index landing_start_;
    DevicePassPlaces places_;
    DeviceCalls calls_;
    DevicePlan plan_;
    DeviceSideTables from_, to_;
    bool one_copy_;  ///< of the array that is transformed in place
    bool packets_are_named_ = false;
    std::vector<Index> packet_places_;  ///< in the staging arrays, in reals
    Index packets_length_ = 0;
    Index tile_ = 0;  ///< that is being delivered
    Index width_ = 0;
};

}  // namespace bspfft

// The columns of a pass whose arrays are on the host, through the device in slices: while one is transformed, the next
// comes and the one before goes. Arrays may be larger than the device's memory.
#pragma once

#include <algorithm>
#include <optional>

#include "bsp_fft/base/steady_seconds.hpp"
#include "bsp_fft/gpu/device_pass.hpp"
#include "bsp_fft/layout/grid_cut.hpp"
#include "bsp_fft/schedule/device.hpp"

namespace bspfft {

// One that comes, one that is transformed and one that goes.
constexpr Index slots = 3;
// Bytes of a slice: before and after its transform, the library's scratch memory, and what is copied.
constexpr Index arrays_of_slot = 5;

/// How a slice of neighbouring columns lies in an array on the host.
enum class SliceShape {
    apart,     ///< rows at equal distances, and in each the columns together
    together,  ///< one column after the other, each contiguous
    packets,   ///< tiles, on one process
};

inline bool is_contiguous(const DeviceStrides& strides, const std::vector<Index>& lengths, Index rows)
{
    Index step = 1;
    for (std::size_t l = lengths.size(); l-- > 0; step *= lengths[l]) {
        if (lengths[l] > 1 && strides.steps[l] != step) return false;
    }
    return strides.column_counts.size() == 1 && strides.column_steps.front() == rows;
}

// Nothing if a side of a pass has another shape, or other processes have a part in it.
inline std::optional<SliceShape> slice_shape_of(const DevicePassPlaces& places, const DeviceSide& side, Index p)
{
    if (side.kind != BSPFFT_DEVICE_PLAIN) {
        const bool one_batch = side.kind == BSPFFT_DEVICE_PACKETS_OUT || side.count == places.columns;
        return p == 1 && one_batch ? std::optional(SliceShape::packets) : std::nullopt;
    }
    if (!side.strides || side.strides->begin != 0) return std::nullopt;
    std::vector<Index> lengths = places.lengths;
    const bool before = &side == &places.from;
    const int halved = before ? BSPFFT_DEVICE_HALF_TO_REAL : BSPFFT_DEVICE_REAL_TO_HALF;
    if (places.data == halved) lengths.back() = lengths.back() / 2 + 1;
    if (is_contiguous(*side.strides, lengths, before ? places.rows_before : places.rows_after))
        return SliceShape::together;
    const bool one_axis = lengths.size() == 1 && side.strides->column_counts.size() == 1;
    if (one_axis && side.strides->column_steps.front() == 1) return SliceShape::apart;
    return std::nullopt;
}

// Columns of a slice, so that some of them fit in `window` bytes of the device's memory; 0 if none does.
inline Index slice_width(const DevicePassPlaces& places, Index bytes_per_real, Index window)
{
    const Index column = 2 * bytes_per_real * std::max(places.rows_before, places.rows_after);
    const Index lanes = std::max({Index{1}, places.to.kind == BSPFFT_DEVICE_PACKETS_OUT ? places.to.lanes : 1,
                                  places.from.kind == BSPFFT_DEVICE_PACKETS_IN ? places.from.lanes : 1});
    const Index fitting = window == 0 ? places.columns : window / (slots * arrays_of_slot) / column;
    const Index wanted = usual_slice_width(places.columns, column);
    const Index width = std::min({fitting, std::max(wanted, lanes), places.columns});
    return width == places.columns ? width : width / lanes * lanes;
}

template <class Real>
class SlicedPass final : public PassKernel<Real>, private PassOnDevice {
public:
    SlicedPass(const Pass& pass, const Scales& scales, const PassArrays<Real>& arrays, DevicePassPlaces places,
               Index width)
        : PassOnDevice(pass, scales, *arrays.device, bytes_per_real),
          sink_(arrays.tiles),
          places_(std::move(places)),
          in_shape_(*slice_shape_of(places_, places_.from, 1)),
          out_shape_(*slice_shape_of(places_, places_.to, 1)),
          width_(width)
    {
        // a slice has the same places in each of its tiles as the whole, but tiles are closer together
        if (gathers()) {
            const Index length = TileLanding(*pass.tiles->from, pass.s).tile_length();
            for (bspfft_device_landed& landed : places_.from.landed)
                landed.tile = landed.tile / length * width_ * places_.from.lanes;
            from_ = DeviceSideTables(on(), places_.from);
        }
        for (Index i = 0; i < std::min(slots, tiles_of(places_.columns, width_)); ++i) make_slot();
        make_twiddles(places_);
    }

    void run(Direction direction, Index, Index, Real* in, Real* out) override
    {
        if (scatters()) out = sink_->own_place(0);
        const double begin = steady_seconds();
        std::size_t turn = 0;
        for (Index first = 0; first < places_.columns; first += width_) {
            const DeviceColumns slice{first, std::min(width_, places_.columns - first)};
            const Slot& slot = slots_[turn];
            gathers() ? fetch_packets(slot, slice, in) : copy(BSPFFT_DEVICE_TO_DEVICE, slot, slice, in_shape_, in);
            transform(slot, slice, direction);
            scatters() ? store_packets(slot, slice, out) : copy(BSPFFT_DEVICE_TO_HOST, slot, slice, out_shape_, out);
            turn = (turn + 1) % slots_.size();
        }
        for (const Slot& slot : slots_) slot.stream.synchronise();
        // computing is hidden behind copies
        work_.traffic.seconds += steady_seconds() - begin;
    }

private:
    static constexpr auto bytes_per_real = static_cast<Index>(sizeof(Real));

    /// What one slice needs on the device. Slices take turns.
    struct Slot {
        DeviceStream stream;
        DeviceMemory in, before, after, out;
        DevicePlan full, last;
        DeviceSideTables to;
    };

    bool gathers() const { return in_shape_ == SliceShape::packets; }
    bool scatters() const { return out_shape_ == SliceShape::packets; }
    Index tile_length() const { return places_.to.receivers.front().tile_length; }

    void make_slot()
    {
        Slot slot;
        slot.stream = DeviceStream(on());
        const auto memory = [&](Index reals) { return DeviceMemory(on(), reals * bytes_per_real); };
        const Index before = width_ * places_.rows_before * places_.reals_before();
        const Index after = width_ * places_.rows_after * places_.reals_after();
        const Index lanes = places_.from.lanes;
        slot.in = memory(gathers() ? 2 * tiles_of(places_.rows_before, lanes) * lanes * width_ : before);
        if (gathers()) slot.before = memory(before);
        if (scatters()) slot.after = memory(after);
        slot.out = memory(scatters() ? 2 * tiles_of(width_, places_.to.lanes) * tile_length() : after);
        slot.full = plan_of(width_);
        const Index rest = places_.columns % width_;
        if (rest > 0) slot.last = plan_of(rest);
        if (scatters()) {
            slot.to = DeviceSideTables(on(), places_.to);
            slot.to.send_to(on(), {slot.out.data()});
        }
        slots_.push_back(std::move(slot));
    }

    // The rows of a slice with fewer columns are as far apart as those of others.
    DevicePlan plan_of(Index width) const
    {
        bspfft_device_transform transform = contiguous_transform(bytes_per_real, places_.data, places_.lengths, width);
        if (in_shape_ == SliceShape::apart) {
            transform.in_stride = width_;
            transform.in_distance = 1;
        }
        if (out_shape_ == SliceShape::apart) {
            transform.out_stride = width_;
            transform.out_distance = 1;
        }
        return DevicePlan(on(), transform);
    }

    // Columns that follow one another are one piece, and otherwise each row is.
    void copy(int kind, const Slot& slot, const DeviceColumns& slice, SliceShape shape, Real* host)
    {
        const bool comes = kind == BSPFFT_DEVICE_TO_DEVICE;
        const Index reals = comes ? places_.reals_before() : places_.reals_after(), element = reals * bytes_per_real;
        const Index rows = comes ? places_.rows_before : places_.rows_after;
        void* const array = comes ? slot.in.data() : slot.out.data();
        const Index apart = (comes ? places_.from : places_.to).strides->steps.front();
        const Index run = shape == SliceShape::together ? rows : 1;
        copy_pieces(kind, host + reals * slice.first * run, apart * element, array, width_ * element,
                    {slice.count * run * element, rows / run}, slot.stream);
    }

    // Copies from every tile the groups of the slice's rows; the last tile may be narrower.
    void fetch_packets(const Slot& slot, const DeviceColumns& slice, Real* in)
    {
        const Index lanes = places_.from.lanes, element = 2 * bytes_per_real, senders = places_.rows_before;
        const Index full = senders / lanes, rest = senders % lanes;
        const TileLanding landing(*pass_.tiles->from, pass_.s);
        const auto fetch = [&](Index tile, Index count, Index columns) {
            copy_pieces(BSPFFT_DEVICE_TO_DEVICE, in + 2 * (landing.tile(0, tile) + slice.first * columns),
                        landing.tile_length() * element, static_cast<Real*>(slot.in.data()) + 2 * tile * width_ * lanes,
                        width_ * lanes * element, {slice.count * columns * element, count}, slot.stream);
        };
        fetch(0, full, lanes);
        if (rest > 0) fetch(full, 1, rest);
    }

    void transform(const Slot& slot, const DeviceColumns& slice, Direction direction)
    {
        const double scale = scales_.of(direction);
        if (gathers())
            remap(places_.rows_before, slice, from_.at(slot.in.data()), work_array(slot.before.data()), 1,
                  slot.stream.get());
        const DevicePlan& plan = slice.count == width_ ? slot.full : slot.last;
        plan.execute(is_inverse(direction), scatters() ? 1 : scale, gathers() ? slot.before.data() : slot.in.data(),
                     scatters() ? slot.after.data() : slot.out.data(), slot.stream.get());
        if (!scatters()) return;
        remap(places_.rows_after, slice, work_array(slot.after.data()), slot.to.at(nullptr), scale, slot.stream.get(),
              twiddles_of(direction));
    }

    void store_packets(const Slot& slot, const DeviceColumns& slice, Real* out)
    {
        const Index tile = slice.first / places_.to.lanes, tiles = tiles_of(slice.count, places_.to.lanes);
        const Index bytes = tiles * tile_length() * 2 * bytes_per_real;
        copy_pieces(BSPFFT_DEVICE_TO_HOST, out + 2 * tile * tile_length(), bytes, slot.out.data(), bytes, {bytes, 1},
                    slot.stream);
    }

    TileSink<Real>* sink_;
    DevicePassPlaces places_;
    SliceShape in_shape_;
    SliceShape out_shape_;
    Index width_;
    DeviceSideTables from_;
    std::vector<Slot> slots_;
};

/// Null if a slice would have all columns or none, or if its places are not of a few shapes.
template <class Real>
std::unique_ptr<PassKernel<Real>> make_sliced_pass(const Pass& pass, const Scales& scales,
                                                   const PassArrays<Real>& arrays, const DevicePassPlaces& places)
{
    if (arrays.device->arrays_on_device || places.columns < 2) return nullptr;
    if (!slice_shape_of(places, places.from, pass.p) || !slice_shape_of(places, places.to, pass.p)) return nullptr;
    const Index width = slice_width(places, sizeof(Real), arrays.device->window);
    if (width == 0 || width >= places.columns) return nullptr;
    return std::make_unique<SlicedPass<Real>>(pass, scales, arrays, places, width);
}

}  // namespace bspfft

#include "bsp_fft/gpu/device_slices.hpp"

#include <algorithm>

#include "bsp_fft/base/steady_seconds.hpp"
#include "bsp_fft/kernel/lanes/tile_places.hpp"
#include "bsp_fft/layout/grid_cut.hpp"
#include "bsp_fft/schedule/slice_sizes.hpp"

namespace bspfft {

namespace {

// One that comes, one that is transformed and one that goes.
constexpr Index slots = 3;
// Bytes of a slice: before and after its transform, the library's scratch memory, and what is copied.
constexpr Index arrays_of_slot = 5;

bool is_contiguous(const DeviceStrides& strides, const std::vector<Index>& lengths, Index rows)
{
    Index step = 1;
    for (std::size_t l = lengths.size(); l-- > 0; step *= lengths[l]) {
        if (lengths[l] > 1 && strides.steps[l] != step) return false;
    }
    return strides.column_counts.size() == 1 && strides.column_steps.front() == rows;
}

}  // namespace

std::optional<SliceShape> slice_shape_of(const DevicePassPlaces& places, const DeviceSide& side, Index p)
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

Index slice_width(const DevicePassPlaces& places, Index bytes_per_real, Index window)
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
SlicedPass<Real>::SlicedPass(const Pass& pass, const Scales& scales, const PassArrays<Real>& arrays,
                             DevicePassPlaces places, Index width)
    : pass_(pass),
      scales_(scales),
      own_work_(arrays.device ? nullptr : std::make_unique<DeviceWork>(device(), nullptr)),
      work_(arrays.device ? arrays.device : own_work_.get()),
      sink_(arrays.tiles),
      places_(std::move(places)),
      in_shape_(*slice_shape_of(places_, places_.from, 1)),
      out_shape_(*slice_shape_of(places_, places_.to, 1)),
      width_(width)
{
    // a slice has the same places in each of its tiles as the whole, but tiles are closer together
    if (pass.tiles->from) {
        const Index length = TileLanding(*pass.tiles->from, pass.s).tile_length();
        for (bspfft_device_landed& landed : places_.from.landed)
            landed.tile = landed.tile / length * width_ * places_.from.lanes;
    }
    for (Index i = 0; i < std::min(slots, tiles_of(places_.columns, width_)); ++i) make_slot();
    row_index_ = on_device(work_->device(), places_.twiddles.row_index);
    column_index_ = on_device(work_->device(), places_.twiddles.column_index);
}

template <class Real>
void SlicedPass<Real>::make_slot()
{
    const Device& on = work_->device();
    Slot slot;
    slot.stream = DeviceStream(on);
    const bool gathers = in_shape_ == SliceShape::packets, scatters = out_shape_ == SliceShape::packets;
    const Index before = width_ * places_.rows_before * reals_before() * bytes_per_real;
    const Index after = width_ * places_.rows_after * reals_after() * bytes_per_real;
    slot.in = DeviceMemory(on, gathers ? 2 * tiles_of(places_.rows_before, places_.from.lanes) * places_.from.lanes *
                                             width_ * bytes_per_real
                                       : before);
    if (gathers) slot.before = DeviceMemory(on, before);
    if (scatters) slot.after = DeviceMemory(on, after);
    slot.out = DeviceMemory(on, scatters ? 2 * tiles_of(width_, places_.to.lanes) * tile_length() * bytes_per_real
                                         : after);
    slot.full = plan_of(width_);
    const Index rest = places_.columns % width_;
    if (rest > 0) slot.last = plan_of(rest);
    if (gathers) slot.from = DeviceSideTables(on, places_.from);
    if (scatters) {
        slot.to = DeviceSideTables(on, places_.to);
        slot.to.send_to(on, {slot.out.data()});
    }
    slots_.push_back(std::move(slot));
}

// The rows of a slice with fewer columns are as far apart as those of others.
template <class Real>
DevicePlan SlicedPass<Real>::plan_of(Index width) const
{
    bspfft_device_transform transform{};
    transform.bytes_per_real = static_cast<std::int32_t>(bytes_per_real);
    transform.data = places_.data;
    transform.rank = static_cast<std::int32_t>(places_.lengths.size());
    transform.batch = width;
    for (std::size_t l = 0; l < places_.lengths.size(); ++l)
        transform.length[l] = transform.in_embed[l] = transform.out_embed[l] = places_.lengths[l];
    const std::size_t last = places_.lengths.size() - 1;
    if (places_.data == BSPFFT_DEVICE_HALF_TO_REAL) transform.in_embed[last] = places_.lengths[last] / 2 + 1;
    if (places_.data == BSPFFT_DEVICE_REAL_TO_HALF) transform.out_embed[last] = places_.lengths[last] / 2 + 1;
    const bool in_apart = in_shape_ == SliceShape::apart, out_apart = out_shape_ == SliceShape::apart;
    transform.in_stride = in_apart ? width_ : 1;
    transform.in_distance = in_apart ? 1 : places_.rows_before;
    transform.out_stride = out_apart ? width_ : 1;
    transform.out_distance = out_apart ? 1 : places_.rows_after;
    return DevicePlan(work_->device(), transform);
}

template <class Real>
void SlicedPass<Real>::run(Direction direction, Index, Index, Real* in, Real* out)
{
    if (out_shape_ == SliceShape::packets) out = sink_->own_place(0);
    const double begin = steady_seconds();
    std::size_t turn = 0;
    for (Index first = 0; first < places_.columns; first += width_) {
        start(slots_[turn], {first, std::min(width_, places_.columns - first)}, direction, in, out);
        turn = (turn + 1) % slots_.size();
    }
    for (const Slot& slot : slots_) slot.stream.synchronise();
    // computing is hidden behind copies
    work_->traffic.seconds += steady_seconds() - begin;
}

template <class Real>
void SlicedPass<Real>::start(Slot& slot, const Slice& slice, Direction direction, const Real* in, Real* out)
{
    in_shape_ == SliceShape::packets ? fetch_packets(slot, slice, in) : fetch(slot, slice, in);
    transform(slot, slice, direction);
    store(slot, slice, out);
}

template <class Real>
void SlicedPass<Real>::fetch(Slot& slot, const Slice& slice, const Real* in)
{
    const Index element = reals_before() * bytes_per_real, rows = places_.rows_before;
    if (in_shape_ == SliceShape::together) {
        work_->device().copy(BSPFFT_DEVICE_TO_DEVICE, slot.in.data(), in + reals_before() * slice.first * rows,
                             slice.width * rows * element, slot.stream.get());
    } else {
        work_->device().copy(BSPFFT_DEVICE_TO_DEVICE, slot.in.data(), width_ * element,
                             in + reals_before() * slice.first, places_.from.strides->steps.front() * element,
                             slice.width * element, rows, slot.stream.get());
    }
    work_->traffic.bytes_in += slice.width * rows * element;
}

// Copies from every tile the groups of the slice's rows; the last tile may be narrower.
template <class Real>
void SlicedPass<Real>::fetch_packets(Slot& slot, const Slice& slice, const Real* in)
{
    const Index lanes = places_.from.lanes, element = 2 * bytes_per_real, senders = places_.rows_before;
    const Index full = senders / lanes, rest = senders % lanes;
    const TileLanding landing(*pass_.tiles->from, pass_.s);
    const auto copy = [&](Index tile, Index count, Index columns) {
        work_->device().copy(BSPFFT_DEVICE_TO_DEVICE, static_cast<Real*>(slot.in.data()) + 2 * tile * width_ * lanes,
                             width_ * lanes * element, in + 2 * (landing.tile(0, tile) + slice.first * columns),
                             landing.tile_length() * element, slice.width * columns * element, count,
                             slot.stream.get());
    };
    copy(0, full, lanes);
    if (rest > 0) copy(full, 1, rest);
    work_->traffic.bytes_in += slice.width * senders * element;
}

template <class Real>
bspfft_device_remap SlicedPass<Real>::remap_of(const Slice& slice, Index rows, double scale) const
{
    bspfft_device_remap remap{};
    remap.bytes_per_real = static_cast<std::int32_t>(bytes_per_real);
    remap.rows = rows;
    remap.columns = slice.width;
    remap.first = slice.first;
    remap.scale = scale;
    return remap;
}

template <class Real>
void SlicedPass<Real>::transform(Slot& slot, const Slice& slice, Direction direction)
{
    const double scale = scales_.of(direction);
    const bool gathers = in_shape_ == SliceShape::packets, scatters = out_shape_ == SliceShape::packets;
    const bool inverse = swaps(pass_.inverse, direction);
    if (gathers) {
        bspfft_device_remap remap = remap_of(slice, places_.rows_before, 1);
        remap.from = slot.from.at(slot.in.data());
        remap.to.kind = BSPFFT_DEVICE_WORK;
        remap.to.reals = 2;
        remap.to.array = slot.before.data();
        work_->device().remap(remap, slot.stream.get());
    }
    const DevicePlan& plan = slice.width == width_ ? slot.full : slot.last;
    plan.execute(inverse, scatters ? 1 : scale, gathers ? slot.before.data() : slot.in.data(),
                 scatters ? slot.after.data() : slot.out.data(), slot.stream.get());
    if (!scatters) return;
    bspfft_device_remap remap = remap_of(slice, places_.rows_after, scale);
    remap.from.kind = BSPFFT_DEVICE_WORK;
    remap.from.reals = 2;
    remap.from.array = slot.after.data();
    remap.to = slot.to.at(nullptr);
    set_twiddles(remap, places_, inverse, row_index_, column_index_);
    work_->device().remap(remap, slot.stream.get());
}

template <class Real>
void SlicedPass<Real>::store(Slot& slot, const Slice& slice, Real* out)
{
    const Index element = reals_after() * bytes_per_real, rows = places_.rows_after;
    Index bytes = slice.width * rows * element;
    if (out_shape_ == SliceShape::packets) {
        const Index tile = slice.first / places_.to.lanes, tiles = tiles_of(slice.width, places_.to.lanes);
        bytes = tiles * tile_length() * element;
        work_->device().copy(BSPFFT_DEVICE_TO_HOST, out + 2 * tile * tile_length(), slot.out.data(), bytes,
                             slot.stream.get());
    } else if (out_shape_ == SliceShape::together) {
        work_->device().copy(BSPFFT_DEVICE_TO_HOST, out + reals_after() * slice.first * rows, slot.out.data(), bytes,
                             slot.stream.get());
    } else {
        work_->device().copy(BSPFFT_DEVICE_TO_HOST, out + reals_after() * slice.first,
                             places_.to.strides->steps.front() * element, slot.out.data(), width_ * element,
                             slice.width * element, rows, slot.stream.get());
    }
    work_->traffic.bytes_out += bytes;
}

template class SlicedPass<float>;
template class SlicedPass<double>;

}  // namespace bspfft

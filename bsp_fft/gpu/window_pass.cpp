#include "bsp_fft/gpu/window_pass.hpp"

#include <algorithm>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/steady_seconds.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/kernel/lanes/tile_places.hpp"

namespace bspfft {

namespace {

// Slices are transformed in parts, one after the other, for which libraries have as much scratch memory, and several
// times as much for large prime factors. With small ones a part may take so much of the window, and there are fewer.
constexpr Index parts = 16, parts_of_window = 16, small_prime = 7;

DeviceSide plain_side(const WindowSide& places)
{
    DeviceSide side;
    for (const Index row : places.rows) side.rows.push_back(2 * row);
    for (const Index column : places.columns) side.columns.push_back(2 * column);
    return side;
}

// How many of the columns, each of column_bytes bytes, are transformed at once.
Index part_of(const WindowPlaces& places, Index window, Index column_bytes)
{
    const bool has_small_primes = prime_factors(places.rows).back() <= small_prime;
    const Index in_window = has_small_primes ? window / parts_of_window / column_bytes : 0;
    const Index most = std::max({Index{1}, places.columns / parts, in_window});
    const std::vector<Index> widths = divisors(places.columns);
    return *(std::upper_bound(widths.begin(), widths.end(), most) - 1);
}

bool are_neighbours(const std::vector<Index>& columns) { return columns.size() > 1 && columns[1] == columns[0] + 1; }

template <class T>
T* shifted(void* array, Index elements)
{
    return static_cast<T*>(array) + 2 * elements;
}

}  // namespace

template <class Real>
WindowPass<Real>::WindowPass(const Pass& pass, const Scales& scales, const PassArrays<Real>& arrays)
    : pass_(pass),
      scales_(scales),
      own_work_(arrays.device ? nullptr : std::make_unique<DeviceWork>(device(), nullptr)),
      work_(arrays.device ? arrays.device : own_work_.get()),
      places_(window_places_of(pass)),
      coming_(work_->device()),
      going_(work_->device())
{
    for (const Scratch array : {Scratch::source, Scratch::target, Scratch::other_work}) {
        const Device& on = work_->device();
        slots_.push_back({array, DeviceEvent(on), DeviceEvent(on), DeviceEvent(on)});
        work_->reserve(array, places_.elements() * bytes_per_element);
    }
    const auto read = places_.from.steps();
    in_parts_ = places_.from.columns == places_.to.columns;
    gathers_ = in_parts_ || !read;
    in_ = gathers_ ? WindowSide::Steps{1, places_.rows} : *read;
    part_ = part_of(places_, in_parts_ ? work_->window : 0, places_.rows * bytes_per_element);
    work_->reserve(Scratch::work, (in_parts_ ? part_ : places_.columns) * places_.rows * bytes_per_element);
    make_plan();
    make_tables();
    require_window();
}

template <class Real>
void WindowPass<Real>::make_plan()
{
    bspfft_device_transform transform{};
    transform.bytes_per_real = static_cast<std::int32_t>(sizeof(Real));
    transform.data = BSPFFT_DEVICE_COMPLEX;
    transform.rank = 1;
    transform.batch = part_;
    transform.length[0] = transform.in_embed[0] = transform.out_embed[0] = places_.rows;
    transform.in_stride = in_.row;
    transform.in_distance = in_.column;
    transform.out_stride = 1;
    transform.out_distance = places_.rows;
    plan_ = DevicePlan(work_->device(), transform);
    work_->bytes_beside += plan_.bytes();
}

template <class Real>
void WindowPass<Real>::make_tables()
{
    const Device& on = work_->device();
    const DeviceSide from = plain_side(places_.from), to = plain_side(places_.to);
    if (gathers_) from_ = DeviceSideTables(on, from);
    to_ = DeviceSideTables(on, to);
    row_index_ = on_device(on, places_.twiddles.row_index);
    column_index_ = on_device(on, places_.twiddles.column_index);
    work_->bytes_beside += from_.bytes() + to_.bytes() + row_index_.bytes() + column_index_.bytes();
}

template <class Real>
void WindowPass<Real>::require_window() const
{
    const Index bytes = work_->scratch_bytes() + work_->bytes_beside;
    if (work_->window == 0 || bytes <= work_->window) return;
    throw Error(Status::out_of_memory,
                text("slices of ", places_.elements(), " numbers, tables and what the library takes for transforms of ",
                     "length ", places_.rows, " are ", bytes, " bytes of the device's memory, and ", work_->window,
                     " are to be used; take a larger window"));
}

// Copies in either direction have a stream each, so that the slices of a direction follow one another and both
// directions are at work at once.
template <class Real>
void WindowPass<Real>::run(Direction direction, Index, Index, Real* in, Real* out)
{
    const double begin = steady_seconds();
    for (Index slice = 0; slice < places_.slices; ++slice) {
        const Slot& slot = slots_[static_cast<std::size_t>(slice) % slots_.size()];
        if (slice >= static_cast<Index>(slots_.size())) slot.went.hold(coming_.get());
        copy(BSPFFT_DEVICE_TO_DEVICE, slice, in, slot, coming_);
        slot.came.record(coming_.get());
        slot.came.hold(work_->stream());
        transform(slice, direction, slot);
        slot.done.record(work_->stream());
        slot.done.hold(going_.get());
        copy(BSPFFT_DEVICE_TO_HOST, slice, out, slot, going_);
        slot.went.record(going_.get());
    }
    going_.synchronise();
    const Index bytes = places_.slices * places_.elements() * bytes_per_element;
    work_->traffic.bytes_in += bytes;
    work_->traffic.bytes_out += bytes;
    // computing is hidden behind copies
    work_->traffic.seconds += steady_seconds() - begin;
}

template <class Real>
void WindowPass<Real>::copy(int kind, Index slice, Real* host, const Slot& slot, const DeviceStream& stream)
{
    const Index piece = places_.piece * bytes_per_element, pitch = places_.pitch * bytes_per_element;
    Real* const there = host + 2 * slice * places_.piece;
    void* const here = work_->scratch(slot.array);
    if (kind == BSPFFT_DEVICE_TO_DEVICE) {
        work_->device().copy(kind, here, piece, there, pitch, piece, places_.pieces, stream.get());
    } else {
        work_->device().copy(kind, there, pitch, here, piece, piece, places_.pieces, stream.get());
    }
}

template <class Real>
bspfft_device_remap WindowPass<Real>::remap_of(Index first, Index columns) const
{
    bspfft_device_remap remap{};
    remap.bytes_per_real = static_cast<std::int32_t>(sizeof(Real));
    remap.rows = places_.rows;
    remap.columns = columns;
    remap.first = first;
    remap.scale = 1;
    for (bspfft_device_side* side : {&remap.from, &remap.to}) {
        side->kind = BSPFFT_DEVICE_WORK;
        side->reals = 2;
        side->array = work();
    }
    return remap;
}

template <class Real>
void WindowPass<Real>::transform(Index slice, Direction direction, const Slot& slot)
{
    void* const array = work_->scratch(slot.array);
    for (Index column = 0; column < places_.columns; column += part_) {
        Real* const to = shifted<Real>(work(), in_parts_ ? 0 : column * places_.rows);
        if (gathers_) gather(column, array, to);
        plan_.execute(swaps(pass_.inverse, direction), 1, gathers_ ? to : shifted<Real>(array, column * in_.column), to,
                      work_->stream());
        if (in_parts_) scatter(column, part_, slice, direction, array);
    }
    if (!in_parts_) scatter(0, places_.columns, slice, direction, array);
}

template <class Real>
void WindowPass<Real>::gather(Index column, void* array, Real* to)
{
    bspfft_device_remap remap = remap_of(column, part_);
    remap.transposes = are_neighbours(places_.from.columns) ? 1 : 0;
    remap.from = from_.at(array);
    remap.to.array = to;
    work_->device().remap(remap, work_->stream());
}

template <class Real>
void WindowPass<Real>::scatter(Index first, Index columns, Index slice, Direction direction, void* array)
{
    bspfft_device_remap remap = remap_of(first, columns);
    remap.to = to_.at(array);
    remap.scale = scales_.of(direction);
    if (places_.twiddles.orders.empty()) {
        remap.transposes = are_neighbours(places_.to.columns) ? 1 : 0;
    } else {
        remap.twiddles.axes = 1;
        remap.twiddles.inverse = swaps(pass_.inverse, direction) ? 1 : 0;
        remap.twiddles.order[0] = places_.twiddles.orders.front();
        remap.twiddles.row_index = row_index_.as<std::int64_t>();
        remap.twiddles.column_index = column_index_.as<std::int64_t>() + slice * places_.columns;
        remap.twiddles.rows = places_.rows;
        remap.twiddles.columns = places_.columns;
    }
    work_->device().remap(remap, work_->stream());
}

template class WindowPass<float>;
template class WindowPass<double>;

}  // namespace bspfft

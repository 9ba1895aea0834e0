#include "bsp_fft/gpu/device_pass.hpp"

#include <algorithm>
#include <cstring>

#include "bsp_fft/base/steady_seconds.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/kernel/lanes/tile_places.hpp"
#include "bsp_fft/layout/grid_cut.hpp"

namespace bspfft {

namespace {

template <class Real>
DeviceCalls calls_for(const DevicePassPlaces& places, const PassArrays<Real>& arrays)
{
    return device_calls_of(places, static_cast<Index>(sizeof(Real)), arrays.in == arrays.out);
}

void* shifted(void* array, Index bytes) { return static_cast<char*>(array) + bytes; }

}  // namespace

template <class Real>
DevicePass<Real>::DevicePass(const Pass& pass, const Scales& scales, const PassArrays<Real>& arrays,
                             DevicePassPlaces places)
    : pass_(pass),
      scales_(scales),
      own_work_(arrays.device ? nullptr : std::make_unique<DeviceWork>(device(), nullptr)),
      work_(arrays.device ? arrays.device : own_work_.get()),
      sink_(arrays.tiles),
      landing_start_(arrays.landing_start),
      places_(std::move(places)),
      calls_(calls_for(places_, arrays)),
      one_copy_(arrays.in == arrays.out && calls_.reads_source && calls_.writes_target)
{
    add_tables(places_, pass, !calls_.reads_source, !calls_.writes_target);
    reserve();
    require_window();
    if (places_.columns == 0) return;
    const Device& on = work_->device();
    plan_ = DevicePlan(on, calls_.transform);
    if (!calls_.reads_source) from_ = DeviceSideTables(on, places_.from);
    if (!calls_.writes_target) to_ = DeviceSideTables(on, places_.to);
    row_index_ = on_device(on, places_.twiddles.row_index);
    column_index_ = on_device(on, places_.twiddles.column_index);
}

template <class Real>
bool DevicePass<Real>::source_is_on_device() const
{
    const bool landed = places_.from.kind == BSPFFT_DEVICE_PACKETS_IN;
    return landed ? work_->landing_on_device : work_->arrays_on_device;
}

// Complex data are transformed in the same work array; real data become others.
template <class Real>
void DevicePass<Real>::reserve()
{
    const bool half = places_.data != BSPFFT_DEVICE_COMPLEX;
    const Index before = (places_.data == BSPFFT_DEVICE_REAL_TO_HALF ? 1 : 2) * places_.rows_before;
    const Index after = (places_.data == BSPFFT_DEVICE_HALF_TO_REAL ? 1 : 2) * places_.rows_after;
    const Index size = places_.columns * bytes_per_real;
    if (!calls_.reads_source) work_->reserve(Scratch::work, before * size);
    if (!calls_.writes_target) work_->reserve(half ? Scratch::other_work : Scratch::work, after * size);
    if (!source_is_on_device()) work_->reserve(Scratch::source, places_.from.span * bytes_per_real);
    if (!sends() && !work_->arrays_on_device && !one_copy_)
        work_->reserve(Scratch::target, places_.to.span * bytes_per_real);
    if (!sends()) return;
    for (std::size_t i = 0; i < places_.to.receivers.size(); ++i) {
        packet_places_.push_back(packets_length_);
        packets_length_ += packet_reals(i);
    }
    if (writes_landings()) return;
    work_->reserve(Scratch::packets, packets_length_ * bytes_per_real);
    if (!work_->sends_from_device) work_->reserve_host(packets_length_ * bytes_per_real);
}

// Only one process, and one axis, has slices.
template <class Real>
void DevicePass<Real>::require_window() const
{
    const Index bytes = work_->scratch_bytes();
    if (work_->window == 0 || bytes <= work_->window) return;
    throw Error(Status::out_of_memory,
                text("transforms of length ", pass_.rows, " need ", bytes, " bytes of the device's memory, and ",
                     work_->window, " are to be used; take a larger window, or one process and one axis, which goes ",
                     "through it in slices"));
}

template <class Real>
Index DevicePass<Real>::packet_reals(std::size_t i) const
{
    const DeviceSide& to = places_.to;
    return 2 * tiles_of(to.count, to.lanes) * to.receivers[i].tile_length;
}

template <class Real>
void DevicePass<Real>::run(Direction direction, Index, Index, Real* in, Real* out)
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

// Copies what is on the host.
template <class Real>
void* DevicePass<Real>::source(Real* in)
{
    if (source_is_on_device()) return in;
    void* const copy = work_->scratch(Scratch::source);
    const Index bytes = places_.from.span * bytes_per_real;
    const double start = steady_seconds();
    work_->device().copy(BSPFFT_DEVICE_TO_DEVICE, copy, in, bytes, work_->stream());
    work_->synchronise();
    work_->traffic.bytes_in += bytes;
    work_->traffic.seconds += steady_seconds() - start;
    return copy;
}

// What is no element's keeps its value.
template <class Real>
void* DevicePass<Real>::target(Real* out)
{
    if (work_->arrays_on_device) return out;
    if (one_copy_) return work_->scratch(Scratch::source);
    void* const copy = work_->scratch(Scratch::target);
    if (!places_.to.dense)
        work_->device().copy(BSPFFT_DEVICE_TO_DEVICE, copy, out, places_.to.span * bytes_per_real, work_->stream());
    return copy;
}

template <class Real>
void DevicePass<Real>::prepare_packets()
{
    packets_are_named_ = true;
    if (places_.columns == 0) return;
    std::vector<void*> arrays;
    for (std::size_t i = 0; i < places_.to.receivers.size(); ++i) {
        const DeviceSide::Receiver& receiver = places_.to.receivers[i];
        void* const landing = work_->landing_of(receiver.process);
        if (landing) {
            arrays.push_back(shifted(landing, 2 * (landing_start_ + receiver.first) * bytes_per_real));
        } else {
            arrays.push_back(shifted(work_->scratch(Scratch::packets), packet_places_[i] * bytes_per_real));
        }
    }
    to_.send_to(work_->device(), arrays);
}

template <class Real>
void* DevicePass<Real>::transformed() const
{
    return work_->scratch(places_.data == BSPFFT_DEVICE_COMPLEX ? Scratch::work : Scratch::other_work);
}

template <class Real>
void DevicePass<Real>::compute(Direction direction, void* in, void* out)
{
    const double scale = scales_.of(direction);
    const bool gathers = !calls_.reads_source, scatters = !calls_.writes_target;
    if (gathers) gather(scatters ? 1 : scale, in);
    const bool half_in = places_.data == BSPFFT_DEVICE_REAL_TO_HALF;
    const bool half_out = places_.data == BSPFFT_DEVICE_HALF_TO_REAL;
    void* const from = gathers ? work_->scratch(Scratch::work) : in;
    void* const to = scatters ? transformed() : out;
    for (const DeviceCalls::Place& place : calls_.places) {
        plan_.execute(swaps(pass_.inverse, direction), gathers || scatters ? 1 : scale,
                      shifted(from, (half_in ? 1 : 2) * place.in * bytes_per_real),
                      shifted(to, (half_out ? 1 : 2) * place.out * bytes_per_real), work_->stream());
    }
    if (scatters) scatter(direction, scale, out);
}

template <class Real>
void DevicePass<Real>::gather(double scale, void* in)
{
    bspfft_device_remap remap{};
    remap.bytes_per_real = static_cast<std::int32_t>(bytes_per_real);
    remap.rows = places_.rows_before;
    remap.columns = places_.columns;
    remap.from = from_.at(in);
    remap.to.kind = BSPFFT_DEVICE_WORK;
    remap.to.reals = places_.data == BSPFFT_DEVICE_REAL_TO_HALF ? 1 : 2;
    remap.to.array = work_->scratch(Scratch::work);
    remap.scale = scale;
    work_->device().remap(remap, work_->stream());
}

template <class Real>
void DevicePass<Real>::scatter(Direction direction, double scale, void* out)
{
    bspfft_device_remap remap{};
    remap.bytes_per_real = static_cast<std::int32_t>(bytes_per_real);
    remap.rows = places_.rows_after;
    remap.columns = places_.columns;
    remap.from.kind = BSPFFT_DEVICE_WORK;
    remap.from.reals = places_.data == BSPFFT_DEVICE_HALF_TO_REAL ? 1 : 2;
    remap.from.array = transformed();
    remap.to = to_.at(out);
    remap.scale = scale;
    set_twiddles(remap, places_, swaps(pass_.inverse, direction), row_index_, column_index_);
    work_->device().remap(remap, work_->stream());
}

// Packets come to pinned host memory, results to the plan's array.
template <class Real>
void DevicePass<Real>::finish(void* from, Real* out)
{
    const bool staged = sends() && !work_->landing_on_device, copied = !sends() && !work_->arrays_on_device;
    if (!staged && !copied) {
        if (work_->waits) work_->synchronise();
        return;
    }
    work_->synchronise();
    const Index bytes = (staged ? packets_length_ : places_.to.span) * bytes_per_real;
    const double start = steady_seconds();
    if (staged) {
        work_->device().copy(BSPFFT_DEVICE_TO_HOST, work_->host(), work_->scratch(Scratch::packets), bytes,
                             work_->stream());
    } else {
        work_->device().copy(BSPFFT_DEVICE_TO_HOST, out, from, bytes, work_->stream());
    }
    work_->synchronise();
    work_->traffic.bytes_out += bytes;
    work_->traffic.seconds += steady_seconds() - start;
}

template <class Real>
void DevicePass<Real>::deliver()
{
    const DeviceSide& to = places_.to;
    for (tile_ = 0; tile_ < tiles_of(to.count, to.lanes); ++tile_) {
        width_ = std::min(to.lanes, to.count - tile_ * to.lanes);
        sink_->deliver(tile_, width_, *this);
    }
}

// Rows come in whole groups of lanes, but for the last: they follow one another in a tile.
template <class Real>
void DevicePass<Real>::pack(Index packet, Index first, Index count, Real* to) const
{
    const Real* const from = static_cast<const Real*>(work_->host()) + tile_of_packet(packet) + 2 * first * width_;
    std::copy_n(from, 2 * count * width_, to);
}

template <class Real>
const Real* DevicePass<Real>::packed_on_device(Index packet) const
{
    if (!work_->sends_from_device) return nullptr;
    return static_cast<const Real*>(work_->scratch(Scratch::packets)) + tile_of_packet(packet);
}

template <class Real>
Index DevicePass<Real>::tile_of_packet(Index packet) const
{
    const auto i = static_cast<std::size_t>(packet);
    return packet_places_[i] + 2 * tile_ * places_.to.receivers[i].tile_length;
}

template class DevicePass<float>;
template class DevicePass<double>;

}  // namespace bspfft

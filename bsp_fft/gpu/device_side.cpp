#include "bsp_fft/gpu/device_pass.hpp"

#include <algorithm>

#include "bsp_fft/base/steady_seconds.hpp"
#include "bsp_fft/base/text.hpp"

namespace bspfft {

DeviceSideTables::DeviceSideTables(const Device& device, const DeviceSide& side)
{
    for (const DeviceSide::Receiver& receiver : side.receivers)
        receivers_.push_back({nullptr, receiver.rows, receiver.tile_length});
    const auto add = [&](const auto& table, auto*& place) {
        place = tables_.emplace_back(on_device(device, table)).template as<std::remove_reference_t<decltype(*place)>>();
    };
    add(side.rows, side_.rows);
    add(side.columns, side_.columns);
    add(side.mirrored_columns, side_.mirrored_columns);
    add(side.receiver_of, side_.receiver_of);
    add(side.number_of, side_.number_of);
    add(side.landed, side_.landed);
    add(receivers_, side_.receivers);  // the last, as send_to() expects
    side_.kind = side.kind;
    side_.reals = static_cast<std::int32_t>(side.reals);
    side_.mirrored_from = side.mirrored_from;
    side_.lanes = side.lanes;
    side_.count = side.count;
}

bspfft_device_side DeviceSideTables::at(void* array) const
{
    bspfft_device_side side = side_;
    side.array = array;
    return side;
}

void DeviceSideTables::send_to(const Device& device, const std::vector<void*>& arrays)
{
    for (std::size_t i = 0; i < arrays.size(); ++i) receivers_[i].array = arrays[i];
    device.copy(BSPFFT_DEVICE_TO_DEVICE, tables_.back().data(), receivers_.data(), tables_.back().bytes(), nullptr);
    device.synchronise(nullptr);
}

Index DeviceSideTables::bytes() const
{
    Index sum = 0;
    for (const DeviceMemory& table : tables_) sum += table.bytes();
    return sum;
}

bspfft_device_side work_array(void* array, Index reals)
{
    bspfft_device_side side{};
    side.kind = BSPFFT_DEVICE_WORK;
    side.reals = static_cast<std::int32_t>(reals);
    side.array = array;
    return side;
}

void PassOnDevice::require_window(Index beside, const std::string& what, const char* otherwise) const
{
    const Index bytes = work_.scratch_bytes() + beside;
    if (work_.window == 0 || bytes <= work_.window) return;
    throw Error(Status::out_of_memory, text(what, bytes, " bytes of the device's memory, and ", work_.window,
                                            " are to be used; take a larger window", otherwise));
}

void PassOnDevice::make_twiddles(const DevicePassPlaces& places)
{
    const DeviceTwiddles& twiddles = places.twiddles;
    row_index_ = on_device(on(), twiddles.row_index);
    column_index_ = on_device(on(), twiddles.column_index);
    twiddles_.axes = static_cast<std::int32_t>(twiddles.orders.size());
    std::copy(twiddles.orders.begin(), twiddles.orders.end(), twiddles_.order);
    twiddles_.row_index = row_index_.as<std::int64_t>();
    twiddles_.rows = places.rows_after;
    twiddles_.columns = places.columns;
}

bspfft_device_twiddles PassOnDevice::twiddles_of(Direction direction, Index first) const
{
    bspfft_device_twiddles twiddles = twiddles_;
    twiddles.inverse = is_inverse(direction) ? 1 : 0;
    if (twiddles.axes > 0) twiddles.column_index = column_index_.as<std::int64_t>() + first;
    return twiddles;
}

void PassOnDevice::remap(Index rows, const DeviceColumns& columns, const bspfft_device_side& from,
                         const bspfft_device_side& to, double scale, void* stream,
                         const bspfft_device_twiddles& twiddles, bool transposes) const
{
    if (rows == 0 || columns.count == 0) return;
    const bspfft_device_remap remap{
        static_cast<std::int32_t>(bytes_per_real_), transposes, rows, columns.count, columns.first, from, to, twiddles,
        scale};
    on().check(on().functions().remap(&remap, stream), "moving elements");
}

void PassOnDevice::copy_alone(int kind, void* to, const void* from, Index bytes)
{
    const double start = steady_seconds();
    on().copy(kind, to, from, bytes, work_.stream());
    work_.synchronise();
    work_.traffic.bytes += bytes;
    work_.traffic.seconds += steady_seconds() - start;
}

void PassOnDevice::copy_pieces(int kind, void* host, Index host_pitch, void* array, Index pitch, const Pieces& pieces,
                               const DeviceStream& stream)
{
    const bool leaves = kind == BSPFFT_DEVICE_TO_HOST;
    on().copy(kind, leaves ? host : array, leaves ? host_pitch : pitch, leaves ? array : host,
              leaves ? pitch : host_pitch, pieces.width, pieces.count, stream.get());
    work_.traffic.bytes += pieces.width * pieces.count;
}

}  // namespace bspfft

#include "bsp_fft/gpu/device_pass.hpp"

#include <algorithm>

namespace bspfft {

namespace {

template <class T>
Index bytes_of(const std::vector<T>& table)
{
    return static_cast<Index>(table.size() * sizeof(T));
}

}  // namespace

DeviceSideTables::DeviceSideTables(const Device& device, const DeviceSide& side)
    : rows_(on_device(device, side.rows)),
      columns_(on_device(device, side.columns)),
      mirrored_(on_device(device, side.mirrored_columns)),
      receiver_of_(on_device(device, side.receiver_of)),
      number_of_(on_device(device, side.number_of)),
      landed_(on_device(device, side.landed))
{
    for (const DeviceSide::Receiver& receiver : side.receivers)
        receivers_here_.push_back({nullptr, receiver.rows, receiver.tile_length});
    receivers_ = on_device(device, receivers_here_);
    side_.kind = side.kind;
    side_.reals = static_cast<std::int32_t>(side.reals);
    side_.rows = rows_.as<std::int64_t>();
    side_.columns = columns_.as<std::int64_t>();
    side_.mirrored_columns = mirrored_.as<std::int64_t>();
    side_.mirrored_from = side.mirrored_from;
    side_.lanes = side.lanes;
    side_.count = side.count;
    side_.receiver_of = receiver_of_.as<std::int32_t>();
    side_.number_of = number_of_.as<std::int32_t>();
    side_.receivers = receivers_.as<bspfft_device_receiver>();
    side_.landed = landed_.as<bspfft_device_landed>();
}

bspfft_device_side DeviceSideTables::at(void* array) const
{
    bspfft_device_side side = side_;
    side.array = array;
    return side;
}

void DeviceSideTables::send_to(const Device& device, const std::vector<void*>& arrays)
{
    for (std::size_t i = 0; i < arrays.size(); ++i) receivers_here_[i].array = arrays[i];
    device.copy(BSPFFT_DEVICE_TO_DEVICE, receivers_.data(), receivers_here_.data(), bytes_of(receivers_here_), nullptr);
    device.synchronise(nullptr);
}

void set_twiddles(bspfft_device_remap& remap, const DevicePassPlaces& places, bool inverse,
                  const DeviceMemory& row_index, const DeviceMemory& column_index)
{
    const DeviceTwiddles& twiddles = places.twiddles;
    remap.twiddles.axes = static_cast<std::int32_t>(twiddles.orders.size());
    remap.twiddles.inverse = inverse ? 1 : 0;
    std::copy(twiddles.orders.begin(), twiddles.orders.end(), remap.twiddles.order);
    remap.twiddles.row_index = row_index.as<std::int64_t>();
    remap.twiddles.column_index = column_index.as<std::int64_t>();
    remap.twiddles.rows = places.rows_after;
    remap.twiddles.columns = places.columns;
}

Index DeviceSideTables::bytes() const
{
    Index sum = 0;
    for (const DeviceMemory* table : {&rows_, &columns_, &mirrored_, &receiver_of_, &number_of_, &landed_})
        sum += table->bytes();
    return sum;
}

}  // namespace bspfft

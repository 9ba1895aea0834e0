#include "bsp_fft/gpu/device_places.hpp"

#include <algorithm>

#include "bsp_fft/schedule/device.hpp"

namespace bspfft {

namespace {

// What libraries transform at once in arrays with strides.
constexpr std::size_t most_at_once = 3;

using Lengths = std::vector<Index>;

// A work array with these axes, one column after the other.
DeviceStrides work_strides(const Lengths& lengths, const std::vector<Index>& counts)
{
    DeviceStrides work{0, Lengths(lengths.size(), 1), counts, counts};
    Index step = 1;
    for (std::size_t l = lengths.size(); l-- > 0; step *= lengths[l]) work.steps[l] = step;
    for (std::size_t i = counts.size(); i-- > 0; step *= counts[i]) work.column_steps[i] = step;
    return work;
}

// How long axes are in memory: each step a multiple of the next one.
bool embed(const Lengths& lengths, const DeviceStrides& side, std::int64_t (&embedded)[8], std::int64_t& stride)
{
    stride = side.steps.back();
    if (stride < 1) return false;
    embedded[0] = lengths.front();
    for (std::size_t l = 1; l < lengths.size(); ++l) {
        if (side.steps[l - 1] % side.steps[l] != 0) return false;
        embedded[l] = side.steps[l - 1] / side.steps[l];
        if (embedded[l] < lengths[l]) return false;
    }
    return true;
}

/// Columns at equal distances before and after.
struct ColumnDigit {
    Index count;
    Index in;
    Index out;
};

// Neighbours that continue each other on both sides are one.
std::vector<ColumnDigit> column_digits(const DeviceStrides& from, const DeviceStrides& to)
{
    std::vector<ColumnDigit> digits;
    for (std::size_t i = 0; i < from.column_counts.size(); ++i) {
        ColumnDigit next{from.column_counts[i], from.column_steps[i], to.column_steps[i]};
        const bool continues =
            !digits.empty() && digits.back().in == next.in * next.count && digits.back().out == next.out * next.count;
        if (continues) {
            next.count *= digits.back().count;
            digits.pop_back();
        }
        digits.push_back(next);
    }
    if (digits.empty()) digits.push_back({1, 1, 1});
    return digits;
}

// Real numbers are read and written in pairs.
bool are_aligned(const DeviceCalls& calls)
{
    return std::ranges::all_of(calls.places, [&](const DeviceCalls::Place& place) {
        return (calls.transform.data != BSPFFT_DEVICE_REAL_TO_HALF || place.in % 2 == 0) &&
               (calls.transform.data != BSPFFT_DEVICE_HALF_TO_REAL || place.out % 2 == 0);
    });
}

// Nothing if a side cannot be described, or there would be too many calls.
std::optional<DeviceCalls> calls(int data, const Lengths& lengths_in, const Lengths& lengths_out,
                                 const DeviceStrides& from, const DeviceStrides& to)
{
    DeviceCalls result{};
    bspfft_device_transform& transform = result.transform;
    transform.data = data;
    transform.rank = static_cast<std::int32_t>(lengths_in.size());
    if (!embed(lengths_in, from, transform.in_embed, transform.in_stride) ||
        !embed(lengths_out, to, transform.out_embed, transform.out_stride))
        return std::nullopt;
    std::vector<ColumnDigit> digits = column_digits(from, to);
    const auto most = std::ranges::max_element(digits, {}, &ColumnDigit::count);
    transform.batch = most->count;
    transform.in_distance = most->in;
    transform.out_distance = most->out;
    digits.erase(most);
    result.places.push_back({from.begin, to.begin});
    for (const ColumnDigit& digit : digits) {
        if (digit.count * std::ssize(result.places) > most_device_calls) return std::nullopt;
        std::vector<DeviceCalls::Place> more;
        for (const DeviceCalls::Place& place : result.places) {
            for (Index j = 0; j < digit.count; ++j)
                more.push_back({place.in + j * digit.in, place.out + j * digit.out});
        }
        result.places = std::move(more);
    }
    if (!are_aligned(result)) return std::nullopt;
    return result;
}

// Axes of one element have no step.
void drop_short_axes(Lengths& lengths, std::optional<DeviceStrides>& from, std::optional<DeviceStrides>& to)
{
    for (std::size_t l = lengths.size(); l-- > 0 && lengths.size() > 1;) {
        if (lengths[l] != 1) continue;
        const auto at = static_cast<std::ptrdiff_t>(l);
        lengths.erase(lengths.begin() + at);
        for (auto* side : {&from, &to}) {
            if (*side) (*side)->steps.erase((*side)->steps.begin() + at);
        }
    }
}

Lengths halved(Lengths lengths, bool half)
{
    if (half) lengths.back() = lengths.back() / 2 + 1;
    return lengths;
}

}  // namespace

DeviceCalls device_calls_of(const DevicePassPlaces& places, Index bytes_per_real, bool in_place)
{
    Lengths lengths = places.lengths;
    const bool from_half = places.data == BSPFFT_DEVICE_HALF_TO_REAL;
    const bool to_half = places.data == BSPFFT_DEVICE_REAL_TO_HALF;
    std::optional<DeviceStrides> source, target;
    // a transform of half a spectrum does not keep it
    if (!from_half) source = places.from.strides;
    if (places.twiddles.orders.empty()) target = places.to.strides;
    if (!to_half && !from_half) drop_short_axes(lengths, source, target);
    const bool same_columns = source && target && source->column_counts == target->column_counts;
    const bool alike = source && source == target;
    const Lengths lengths_in = halved(lengths, from_half), lengths_out = halved(lengths, to_half);

    std::optional<DeviceCalls> found;
    const bool several = lengths.size() > most_at_once;
    for (const bool reads : {true, false}) {
        for (const bool writes : {true, false}) {
            if (found || (reads && !source) || (writes && !target) || (several && (reads || writes))) continue;
            if (reads && writes && (in_place ? !alike : !same_columns)) continue;
            const std::vector<Index> counts = reads    ? source->column_counts
                                              : writes ? target->column_counts
                                                       : std::vector<Index>{places.columns};
            found = calls(places.data, lengths_in, lengths_out, reads ? *source : work_strides(lengths_in, counts),
                          writes ? *target : work_strides(lengths_out, counts));
            if (!found) continue;
            found->reads_source = reads;
            found->writes_target = writes;
        }
    }
    found->transform.bytes_per_real = static_cast<std::int32_t>(bytes_per_real);
    std::copy(lengths.begin(), lengths.end(), found->transform.length);
    return *found;
}

}  // namespace bspfft

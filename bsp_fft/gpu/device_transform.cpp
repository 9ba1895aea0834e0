#include "bsp_fft/gpu/device_places.hpp"

#include <algorithm>

#include "bsp_fft/schedule/device_kind.hpp"

namespace bspfft {

namespace {

// What libraries transform at once in arrays with strides.
constexpr std::size_t most_axes = 3;

/// One side of a transform, for axes that are longer than 1.
struct Side {
    Index begin = 0;
    std::vector<Index> lengths;
    std::vector<Index> steps;
    std::vector<Index> column_steps;
};

Side work_side(const std::vector<Index>& lengths, const std::vector<Index>& counts)
{
    Side side;
    side.lengths = lengths;
    side.steps.assign(lengths.size(), 1);
    for (std::size_t l = lengths.size(); l-- > 1;) side.steps[l - 1] = side.steps[l] * lengths[l];
    Index step = side.steps.front() * lengths.front();
    side.column_steps.assign(counts.size(), 0);
    for (std::size_t i = counts.size(); i-- > 0; step *= counts[i]) side.column_steps[i] = step;
    return side;
}

std::optional<Side> array_side(const DeviceSide& array, const std::vector<Index>& lengths)
{
    if (!array.strides) return std::nullopt;
    return Side{array.strides->begin, lengths, array.strides->steps, array.strides->column_steps};
}

// How long axes are in memory: each step a multiple of the next one.
bool embed(const Side& side, std::int64_t (&embedded)[8], std::int64_t& stride)
{
    const std::size_t rank = side.lengths.size();
    stride = side.steps.back();
    if (stride < 1) return false;
    embedded[0] = side.lengths.front();
    for (std::size_t l = 1; l < rank; ++l) {
        if (side.steps[l - 1] % side.steps[l] != 0) return false;
        embedded[l] = side.steps[l - 1] / side.steps[l];
        if (embedded[l] < side.lengths[l]) return false;
    }
    return true;
}

/// Digits of columns; neighbours that continue each other on both sides are one.
struct Columns {
    std::vector<Index> counts;
    std::vector<Index> in;
    std::vector<Index> out;

    Columns(const std::vector<Index>& digits, const Side& from, const Side& to)
    {
        for (std::size_t i = 0; i < digits.size(); ++i) {
            const Index in_step = from.column_steps[i], out_step = to.column_steps[i];
            const bool continues = !counts.empty() && in.back() == in_step * digits[i] &&
                                   out.back() == out_step * digits[i];
            if (!continues) {
                counts.push_back(1);
                in.push_back(0);
                out.push_back(0);
            }
            counts.back() *= digits[i];
            in.back() = in_step;
            out.back() = out_step;
        }
        if (counts.empty()) {
            counts.push_back(1);
            in.push_back(1);
            out.push_back(1);
        }
    }
};

// Real numbers are read and written in pairs.
bool are_aligned(const DeviceCalls& calls)
{
    return std::all_of(calls.places.begin(), calls.places.end(), [&](const DeviceCalls::Place& place) {
        return (calls.transform.data != BSPFFT_DEVICE_REAL_TO_HALF || place.in % 2 == 0) &&
               (calls.transform.data != BSPFFT_DEVICE_HALF_TO_REAL || place.out % 2 == 0);
    });
}

// Nothing if a side cannot be described, or there would be too many calls.
std::optional<DeviceCalls> calls(const DevicePassPlaces& places, const std::vector<Index>& digits, const Side& from,
                                 const Side& to)
{
    DeviceCalls result{};
    bspfft_device_transform& transform = result.transform;
    transform.data = places.data;
    transform.rank = static_cast<std::int32_t>(from.lengths.size());
    if (!embed(from, transform.in_embed, transform.in_stride) || !embed(to, transform.out_embed, transform.out_stride))
        return std::nullopt;
    const Columns columns(digits, from, to);
    const auto most = static_cast<std::size_t>(
        std::max_element(columns.counts.begin(), columns.counts.end()) - columns.counts.begin());
    transform.batch = columns.counts[most];
    transform.in_distance = columns.in[most];
    transform.out_distance = columns.out[most];
    result.places.push_back({from.begin, to.begin});
    for (std::size_t i = 0; i < columns.counts.size(); ++i) {
        if (i == most) continue;
        if (columns.counts[i] * std::ssize(result.places) > most_device_calls) return std::nullopt;
        std::vector<DeviceCalls::Place> more;
        for (const DeviceCalls::Place& place : result.places) {
            for (Index j = 0; j < columns.counts[i]; ++j)
                more.push_back({place.in + j * columns.in[i], place.out + j * columns.out[i]});
        }
        result.places = std::move(more);
    }
    if (!are_aligned(result)) return std::nullopt;
    return result;
}

// Axes of one element have no step.
void drop_short_axes(std::vector<Index>& lengths, std::optional<Side>& from, std::optional<Side>& to)
{
    for (std::size_t l = lengths.size(); l-- > 0 && lengths.size() > 1;) {
        if (lengths[l] != 1) continue;
        const auto at = static_cast<std::ptrdiff_t>(l);
        lengths.erase(lengths.begin() + at);
        for (auto* side : {&from, &to}) {
            if (*side) (*side)->steps.erase((*side)->steps.begin() + at);
            if (*side) (*side)->lengths.erase((*side)->lengths.begin() + at);
        }
    }
}

bool same_columns(const DevicePassPlaces& places)
{
    return places.from.strides->column_counts == places.to.strides->column_counts;
}

std::vector<Index> halved(std::vector<Index> lengths, bool half)
{
    if (half) lengths.back() = lengths.back() / 2 + 1;
    return lengths;
}

}  // namespace

DeviceCalls device_calls_of(const DevicePassPlaces& places, Index bytes_per_real, bool in_place)
{
    std::vector<Index> lengths = places.lengths;
    const bool there = places.data == BSPFFT_DEVICE_REAL_TO_HALF, back = places.data == BSPFFT_DEVICE_HALF_TO_REAL;
    // a transform of half a spectrum does not keep it
    std::optional<Side> source = back ? std::nullopt : array_side(places.from, lengths);
    std::optional<Side> target;
    if (places.twiddles.orders.empty()) target = array_side(places.to, halved(lengths, there));
    if (!there && !back) drop_short_axes(lengths, source, target);
    const bool alike = source && target && source->steps == target->steps &&
                       source->column_steps == target->column_steps && source->begin == target->begin;
    const std::vector<Index> work_in = halved(lengths, back), work_out = halved(lengths, there);
    const std::vector<Index> together{places.columns};

    std::optional<DeviceCalls> found;
    const bool several = lengths.size() > most_axes;
    for (const bool reads : {true, false}) {
        for (const bool writes : {true, false}) {
            if (found || (reads && !source) || (writes && !target) || (several && (reads || writes))) continue;
            if (reads && writes && ((in_place && !alike) || !same_columns(places))) continue;
            const std::vector<Index>& digits = reads    ? places.from.strides->column_counts
                                               : writes ? places.to.strides->column_counts
                                                        : together;
            found = calls(places, digits, reads ? *source : work_side(work_in, digits),
                          writes ? *target : work_side(work_out, digits));
            if (!found) continue;
            found->reads_source = reads;
            found->writes_target = writes;
        }
    }
    found->transform.bytes_per_real = static_cast<std::int32_t>(bytes_per_real);
    for (std::size_t l = 0; l < lengths.size(); ++l) found->transform.length[l] = lengths[l];
    return *found;
}

}  // namespace bspfft

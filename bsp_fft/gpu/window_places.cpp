#include <algorithm>

#include "bsp_fft/gpu/device_places.hpp"
#include "bsp_fft/kernel/lanes/tile_places.hpp"

namespace bspfft {

namespace {

using Step = Index PassDigit::*;

// Sums of digit * step, the first digit the fastest.
std::vector<Index> sums(const std::vector<PassDigit>& digits, Step step)
{
    std::vector<PlaceDigit> places;
    for (auto at = digits.rbegin(); at != digits.rend(); ++at) places.push_back({at->radix, (*at).*step});
    return all_of(Places(places));
}

std::optional<Index> step_of(const std::vector<Index>& places)
{
    const Index step = places.size() > 1 ? places[1] - places[0] : 1;
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (places[i] != static_cast<Index>(i) * step) return std::nullopt;
    }
    return step;
}

// The digit that slices are cut from: its values have the same places before and after.
std::size_t sliced_digit(const Pass& pass)
{
    const auto found =
        std::ranges::find_if(pass.column_digits, [](const PassDigit& digit) { return digit.in == digit.out; });
    if (found == pass.column_digits.end() || found->radix % pass.slices != 0)
        throw Error(Status::internal_error, "a pass that is to go through a window has no slices");
    return static_cast<std::size_t>(found - pass.column_digits.begin());
}

DeviceSide side_of(const std::vector<PassDigit>& rows, const std::vector<PassDigit>& columns, Step step)
{
    DeviceSide side;
    side.rows = sums(rows, step);
    side.columns = sums(columns, step);
    const std::optional<Index> row = step_of(side.rows), column = step_of(side.columns);
    if (row && column) side.strides = {0, {*row}, {std::ssize(side.columns)}, {*column}};
    for (auto* places : {&side.rows, &side.columns}) {
        for (Index& place : *places) place *= side.reals;
    }
    return side;
}

}  // namespace

WindowPlaces window_places_of(const Pass& pass)
{
    std::vector<PassDigit> rows = pass.row_digits, columns = pass.column_digits;
    const std::size_t number = sliced_digit(pass);
    const PassDigit sliced = columns[number];
    const Index width = sliced.radix / pass.slices;
    WindowPlaces places{};
    places.slices = pass.slices;
    places.piece = width * sliced.in;
    places.pitch = sliced.radix * sliced.in;
    places.pieces = pass.size() / places.pitch;
    places.lengths = {pass.rows};
    places.rows_before = places.rows_after = pass.rows;
    places.columns = pass.columns / pass.slices;

    // on the device what is between the pieces is left out
    columns[number].radix = width;
    const auto within = [&](Index step) { return step < places.pitch ? step : step / sliced.radix * width; };
    for (auto* digits : {&rows, &columns}) {
        for (PassDigit& digit : *digits) {
            digit.in = within(digit.in);
            digit.out = within(digit.out);
        }
    }
    std::ranges::sort(columns, [](const PassDigit& a, const PassDigit& b) { return a.in < b.in; });
    places.from = side_of(rows, columns, &PassDigit::in);
    places.to = side_of(rows, columns, &PassDigit::out);
    if (pass.twiddles == Twiddles::none) return places;

    places.twiddles.orders = {pass.order};
    places.twiddles.row_index = sums(rows, &PassDigit::weight);
    const std::vector<Index> factors = sums(columns, &PassDigit::twiddle);
    places.twiddles.column_index.reserve(static_cast<std::size_t>(pass.columns));
    for (Index slice = 0; slice < places.slices; ++slice) {
        const Index first = pass.first + slice * width * sliced.twiddle;
        for (const Index factor : factors) places.twiddles.column_index.push_back(first + factor);
    }
    return places;
}

}  // namespace bspfft

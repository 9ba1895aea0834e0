#include "bsp_fft/gpu/device_pass.hpp"

#include <algorithm>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/steady_seconds.hpp"
#include "bsp_fft/base/text.hpp"

namespace bspfft {

namespace {

using Step = Index PassDigit::*;

// Sums of digit * step, the first digit the fastest.
std::vector<Index> sums(const std::vector<PassDigit>& digits, Step step)
{
    std::vector<Index> result{0};
    for (const PassDigit& digit : digits) {
        const std::size_t before = result.size();
        for (Index value = 1; value < digit.radix; ++value) {
            for (std::size_t i = 0; i < before; ++i) result.push_back(result[i] + value * (digit.*step));
        }
    }
    return result;
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

}  // namespace

std::optional<WindowSide::Steps> WindowSide::steps() const
{
    const std::optional<Index> row = step_of(rows), column = step_of(columns);
    if (!row || !column) return std::nullopt;
    return Steps{*row, *column};
}

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
    places.rows = pass.rows;
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
    places.from = {sums(rows, &PassDigit::in), sums(columns, &PassDigit::in)};
    places.to = {sums(rows, &PassDigit::out), sums(columns, &PassDigit::out)};
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
    return *(std::ranges::upper_bound(widths, most) - 1);
}

bool are_neighbours(const std::vector<Index>& columns) { return columns.size() > 1 && columns[1] == columns[0] + 1; }

template <class Real>
class WindowPass final : public PassKernel<Real>, private PassOnDevice {
public:
    WindowPass(const Pass& pass, const Scales& scales, const PassArrays<Real>& arrays)
        : PassOnDevice(pass, scales, *arrays.device, sizeof(Real)),
          places_(window_places_of(pass)),
          in_parts_(places_.from.columns == places_.to.columns),
          coming_(on()),
          going_(on())
    {
        for (const Scratch array : {Scratch::source, Scratch::target, Scratch::other_work}) {
            slots_.push_back({array, DeviceEvent(on()), DeviceEvent(on()), DeviceEvent(on())});
            work_.reserve(array, places_.elements() * bytes_per_element);
        }
        const auto read = places_.from.steps();
        gathers_ = in_parts_ || !read;
        part_ = part_of(places_, in_parts_ ? work_.window : 0, places_.rows * bytes_per_element);
        work_.reserve(Scratch::work, (in_parts_ ? part_ : places_.columns) * places_.rows * bytes_per_element);

        bspfft_device_transform transform =
            contiguous_transform(sizeof(Real), BSPFFT_DEVICE_COMPLEX, {places_.rows}, part_);
        if (!gathers_) {
            transform.in_stride = read->row;
            transform.in_distance = read->column;
        }
        column_step_ = transform.in_distance;
        plan_ = DevicePlan(on(), transform);
        if (gathers_) from_ = DeviceSideTables(on(), plain_side(places_.from));
        to_ = DeviceSideTables(on(), plain_side(places_.to));
        make_twiddles(places_.twiddles, places_.rows, places_.columns);
        work_.bytes_beside += plan_.bytes() + from_.bytes() + to_.bytes() + row_index_.bytes() + column_index_.bytes();
        require_window(work_.bytes_beside, text("slices of ", places_.elements(),
                                                " numbers, tables and what the library takes for transforms of ",
                                                "length ", places_.rows, " are "));
    }

    // Copies in either direction have a stream each, so that the slices of a direction follow one another and both
    // directions are at work at once.
    void run(Direction direction, Index, Index, Real* in, Real* out) override
    {
        const double begin = steady_seconds();
        for (Index slice = 0; slice < places_.slices; ++slice) {
            const Slot& slot = slots_[static_cast<std::size_t>(slice) % slots_.size()];
            if (slice >= static_cast<Index>(slots_.size())) slot.went.hold(coming_.get());
            copy(BSPFFT_DEVICE_TO_DEVICE, slice, in, slot, coming_);
            slot.came.record(coming_.get());
            slot.came.hold(work_.stream());
            transform(slice, direction, slot);
            slot.done.record(work_.stream());
            slot.done.hold(going_.get());
            copy(BSPFFT_DEVICE_TO_HOST, slice, out, slot, going_);
            slot.went.record(going_.get());
        }
        going_.synchronise();
        // computing is hidden behind copies
        work_.traffic.seconds += steady_seconds() - begin;
    }

private:
    using Scratch = DeviceWork::Scratch;
    static constexpr auto bytes_per_element = static_cast<Index>(2 * sizeof(Real));

    /// An array on the device, and what has happened to the slice that is in it.
    struct Slot {
        Scratch array;
        DeviceEvent came, done, went;
    };

    void* work() const { return work_.scratch(Scratch::work); }

    void copy(int kind, Index slice, Real* host, const Slot& slot, const DeviceStream& stream)
    {
        const Index piece = places_.piece * bytes_per_element;
        copy_pieces(kind, host + 2 * slice * places_.piece, places_.pitch * bytes_per_element,
                    work_.scratch(slot.array), piece, {piece, places_.pieces}, stream);
    }

    void transform(Index slice, Direction direction, const Slot& slot)
    {
        void* const array = work_.scratch(slot.array);
        for (Index column = 0; column < places_.columns; column += part_) {
            void* const to = shifted(work(), in_parts_ ? 0 : column * places_.rows * bytes_per_element);
            const DeviceColumns part{column, part_};
            if (gathers_)
                remap(places_.rows, part, from_.at(array), work_array(to), 1, work_.stream(), {},
                      are_neighbours(places_.from.columns));
            plan_.execute(is_inverse(direction), 1,
                          gathers_ ? to : shifted(array, column * column_step_ * bytes_per_element), to,
                          work_.stream());
            if (in_parts_) scatter(part, slice, direction, array);
        }
        if (!in_parts_) scatter({0, places_.columns}, slice, direction, array);
    }

    void scatter(const DeviceColumns& columns, Index slice, Direction direction, void* array)
    {
        const bspfft_device_twiddles twiddles = twiddles_of(direction, slice * places_.columns);
        remap(places_.rows, columns, work_array(work()), to_.at(array), scales_.of(direction), work_.stream(), twiddles,
              twiddles.axes == 0 && are_neighbours(places_.to.columns));
    }

    WindowPlaces places_;
    bool in_parts_;  ///< columns have the same places before and after: a part of them comes back before the next
    bool gathers_;   ///< to where transforms are made; otherwise these read the slice itself
    Index column_step_ = 0;  ///< between columns, as the transforms have them
    Index part_ = 1;         ///< columns that are transformed at once: scratch memory is smaller then
    DevicePlan plan_;
    DeviceSideTables from_, to_;
    DeviceStream coming_, going_;
    std::vector<Slot> slots_;
};

}  // namespace

template <class Real>
std::unique_ptr<PassKernel<Real>> make_window_pass(const Pass& pass, const Scales& scales,
                                                   const PassArrays<Real>& arrays)
{
    return std::make_unique<WindowPass<Real>>(pass, scales, arrays);
}

template std::unique_ptr<PassKernel<float>> make_window_pass(const Pass&, const Scales&, const PassArrays<float>&);
template std::unique_ptr<PassKernel<double>> make_window_pass(const Pass&, const Scales&, const PassArrays<double>&);

}  // namespace bspfft

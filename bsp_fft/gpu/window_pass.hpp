// A pass over an array on the host that is larger than the window on the device (WindowPlaces): slice after slice
// comes, is transformed, and goes back to the places that it came from. Throws Error(out_of_memory) if the window is
// too small for what the passes of a plan have on the device.
#pragma once

#include <algorithm>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/steady_seconds.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/gpu/device_pass.hpp"

namespace bspfft {

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
        gathers_ = in_parts_ || !places_.from.strides;
        part_ = columns_at_once();
        work_.reserve(Scratch::work, (in_parts_ ? part_ : places_.columns) * rows() * bytes_per_element);

        bspfft_device_transform transform = contiguous_transform(sizeof(Real), places_.data, places_.lengths, part_);
        if (!gathers_) {
            transform.in_stride = places_.from.strides->steps.front();
            transform.in_distance = places_.from.strides->column_steps.front();
        }
        column_step_ = transform.in_distance;
        plan_ = DevicePlan(on(), transform);
        if (gathers_) from_ = DeviceSideTables(on(), places_.from);
        to_ = DeviceSideTables(on(), places_.to);
        make_twiddles(places_);
        work_.bytes_beside += plan_.bytes() + from_.bytes() + to_.bytes() + row_index_.bytes() + column_index_.bytes();
        require_window(work_.bytes_beside, text("slices of ", places_.elements(),
                                                " numbers, tables and what the library takes for transforms of ",
                                                "length ", rows(), " are "));
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

    // Slices are transformed in parts, one after the other, for which libraries have as much scratch memory, and
    // several times as much for large prime factors. With small ones a part may take so much of the window, and there
    // are fewer.
    static constexpr Index parts = 16, parts_of_window = 16, small_prime = 7;

    Index columns_at_once() const
    {
        const bool has_small_primes = prime_factors(rows()).back() <= small_prime;
        const Index window = in_parts_ && has_small_primes ? work_.window : 0;
        const Index most = std::max(
            {Index{1}, places_.columns / parts, window / parts_of_window / (rows() * bytes_per_element)});
        const std::vector<Index> widths = divisors(places_.columns);
        return *(std::ranges::upper_bound(widths, most) - 1);
    }
    static bool are_neighbours(const DeviceSide& side)
    {
        return side.columns.size() > 1 && side.columns[1] == side.columns[0] + side.reals;
    }

    Index rows() const { return places_.rows_before; }
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
            void* const to = shifted(work(), in_parts_ ? 0 : column * rows() * bytes_per_element);
            const DeviceColumns part{column, part_};
            if (gathers_)
                remap(rows(), part, from_.at(array), work_array(to), 1, work_.stream(), {},
                      are_neighbours(places_.from));
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
        remap(rows(), columns, work_array(work()), to_.at(array), scales_.of(direction), work_.stream(), twiddles,
              twiddles.axes == 0 && are_neighbours(places_.to));
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

}  // namespace bspfft

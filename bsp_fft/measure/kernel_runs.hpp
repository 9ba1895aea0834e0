// Timed passes of the kernels, the same on all processes.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "bsp_fft/kernel/kernels.hpp"
#include "bsp_fft/kernel/packing_sink.hpp"
#include "bsp_fft/measure/laboratory.hpp"

namespace bspfft {

inline constexpr double seconds_a_kernel_sample = 5e-4;

/// The two passes of a free cut: columns, which become packets, and rows, which are read from them.
///
/// The two alternate, so that each finds the caches as the other leaves them. The largest arrays are swept in part, one
/// part after the other. The others are allocated for each shape as a plan would: the placement of their pages
/// determines which of their rows map to the same cache sets.
template <class Real>
class CutRun {
public:
    /// Complex numbers of the largest arrays that are swept at a time.
    static constexpr Index usual_part = Index{1} << 18;

    CutRun(Bench& bench, const Schedule& schedule, Index part = usual_part)
        : bench_(bench),
          columns_(passes_of(schedule, bench.port().s())[0]),
          rows_(passes_of(schedule, bench.port().s())[1])
    {
        const TilePackets& packets = *columns_.pass.tiles->to;
        const Index size = std::max(schedule.input().largest_local_size(), schedule.output().largest_local_size());
        const bool large = size > bench.size() / largest_own;
        if (!large) {
            own_x_ = Buffer<Real>(2 * size);
            own_landing_ = Buffer<Real>(2 * TileLanding(packets, bench.port().s()).length());
        }
        Real* const x = large ? bench.x<Real>() : own_x_.data();
        Real* const landing = large ? bench.landing<Real>() : own_landing_.data();
        const Index parts = large ? std::max(Index{1}, size / part) : 1;
        sink_.emplace(packets, bench.port().s(), landing);
        columns_.make({x, nullptr, &*sink_}, parts, arena_);
        rows_.make({landing, x}, parts, arena_);
        repeats_ = bench.repeats_for(seconds_a_kernel_sample, [&] { sweep(); });
    }

    /// Seconds per complex number of the columns and of the rows; the slowest process counts.
    std::vector<double> sample()
    {
        // The caches are warmed up first; those that hold all of an array need two sweeps.
        const int sweeps = columns_.tiles < columns_.kernel->tiles() ? 0 : columns_.numbers() < long_sweep ? 2 : 1;
        for (int i = 0; i < sweeps; ++i) sweep();
        bench_.port().sync();
        columns_.seconds.clear();
        rows_.seconds.clear();
        for (Index i = 0; i < repeats_; ++i) sweep();
        return {largest_over_processes(bench_.port(), columns_.seconds_per_number()),
                largest_over_processes(bench_.port(), rows_.seconds_per_number())};
    }

    /// Seconds of all columns and rows, from as many of them as are swept; the slowest process counts.
    double seconds()
    {
        const std::vector<double> found = sample();
        const double mine = found[0] * columns_.numbers() + found[1] * rows_.numbers();
        return largest_over_processes(bench_.port(), mine);
    }

    /// Complex numbers that each of the bench's arrays must have room for on process s.
    static Index room_for(const Schedule& schedule, Index s)
    {
        const Index landed = TileLanding(*passes_of(schedule, s).front().tiles->to, s).length();
        return std::max({schedule.input().local_size(s), schedule.output().local_size(s), landed});
    }

private:
    static constexpr Index largest_own = 8;              ///< up to an eighth of the bench they have their own arrays
    static constexpr Index long_sweep = Index{1} << 16;  ///< complex numbers
    static constexpr Index most_pieces = 5;

    struct TimedPass {
        explicit TimedPass(const Pass& which) : pass(which) {}

        void make(const PassArrays<Real>& given, Index parts, Arena& arena)
        {
            arrays = given;
            kernel = kernel_entry(Kernel::simd).make<Real>(pass, {}, arrays, arena);
            tiles = std::max(Index{1}, kernel->tiles() / parts);
        }
        /// In pieces: a preemption disturbs one of them, and the median is not affected. A sweep's first piece may be
        /// slower than the others, so that short sweeps, of which there are many, are each timed as one.
        void sweep()
        {
            const Index pieces = tiles * tile_size() < long_sweep ? 1 : std::min(tiles, most_pieces);
            const auto run = [&] {
                kernel->run(Direction::forward, next++ % kernel->tiles(), 1, arrays.in, arrays.out);
            };
            for (Index piece = 0; piece < pieces; ++piece) {
                const Index count = tiles * (piece + 1) / pieces - tiles * piece / pieces;
                seconds.push_back(seconds_of(count, run) / static_cast<double>(count));
            }
        }
        Index tile_size() const { return pass.tiles->lanes * pass.rows; }
        double seconds_per_number() const { return median(seconds) / static_cast<double>(tile_size()); }
        double numbers() const { return static_cast<double>(tile_size() * kernel->tiles()); }

        Pass pass;
        Samples seconds = {};  ///< of a tile
        PassArrays<Real> arrays{};
        std::unique_ptr<PassKernel<Real>> kernel = nullptr;
        Index tiles = 0;  ///< of one sweep
        Index next = 0;
    };

    void sweep()
    {
        columns_.sweep();
        rows_.sweep();
    }

    Bench& bench_;
    Buffer<Real> own_x_;
    Buffer<Real> own_landing_;
    Arena arena_;
    std::optional<PackingSink<Real>> sink_;
    TimedPass columns_;
    TimedPass rows_;
    Index repeats_ = 1;
};

/// Samples of the last computation of a schedule, in place: of a textbook's, or of a batch; seconds per complex number,
/// or per two reals, which go to another array. The largest arrays are swept in part, one part after the other.
template <class Real>
std::function<double()> in_place_sampler(Bench& bench, const Schedule& schedule)
{
    constexpr Index part = Index{1} << 18;  // complex numbers that are swept at a time
    const bool half = schedule.problem().data != Data::complex;
    const Index size = schedule.input().largest_local_size() / (half ? 2 : 1);
    Real* const data = bench.x<Real>();
    Real* const out = half ? bench.landing<Real>() : data;
    const auto arena = std::make_shared<Arena>();
    const auto pass = std::make_shared<const Pass>(passes_of(schedule, 0).back());
    const std::shared_ptr<PassKernel<Real>> kernel =
        kernel_entry(schedule.kernel()).make<Real>(*pass, {}, {data, out}, *arena);
    const Index tiles = std::max(Index{1}, kernel->tiles() / std::max(Index{1}, size / part));  // of one sweep
    const auto sweep = [arena, pass, kernel, data, out, tiles, next = Index{0}]() mutable {
        if (next + tiles > kernel->tiles()) next = 0;
        kernel->run(Direction::forward, next, tiles, data, out);
        next += tiles;
    };
    const double numbers = static_cast<double>(size) / static_cast<double>(kernel->tiles() / tiles);
    return bench.sampler(seconds_a_kernel_sample, numbers, sweep);
}

}  // namespace bspfft

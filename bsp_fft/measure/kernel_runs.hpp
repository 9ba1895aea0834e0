// Timed passes of the kernels, the same on all processes.
#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "bsp_fft/kernel/kernels.hpp"
#include "bsp_fft/kernel/lanes/tile_kernels.hpp"
#include "bsp_fft/kernel/packing_sink.hpp"
#include "bsp_fft/machine/measurements.hpp"
#include "bsp_fft/measure/laboratory.hpp"

namespace bspfft {

inline constexpr double seconds_a_kernel_sample = 5e-4;
/// Complex numbers of the largest arrays that are swept at a time.
inline constexpr Index usual_part = Index{1} << 17;

/// Whether arrays of this many complex numbers, two on each process, are swept as a whole: they stay in the last cache,
/// and a probe has time for it.
template <class Real>
bool is_swept_as_a_whole(const Bench& bench, Index size)
{
    constexpr Index most = Index{1} << 20;
    const Index bytes = 4 * size * static_cast<Index>(sizeof(Real)) * bench.port().p();
    return size <= most && bytes <= cache_levels().back().bytes;
}

/// Tiles of a sweep over a part of an array: enough of them to take the time of one, in up to four parts.
inline Index tiles_of_sweep(Index all, Index tile_size, Index part)
{
    constexpr Index enough = 8, most_parts = 4;
    const Index in_part = part / tile_size, in_most = most_parts * part / tile_size;
    return std::min(all, std::max({Index{1}, in_part, std::min(enough, in_most)}));
}

/// The two passes of a free cut: columns, which become packets, and rows, which are read from them.
///
/// The two alternate, so that each finds the caches as the other leaves them. The largest arrays are swept in part, one
/// part after the other. The others are allocated for each shape as a plan would: the placement of their pages
/// determines which of their rows map to the same cache sets.
template <class Real>
class CutRun {
public:
    CutRun(Bench& bench, const Schedule& schedule)
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
        sink_.emplace(packets, bench.port().s(), landing);
        const bool whole = !large || is_swept_as_a_whole<Real>(bench, size);
        const Index swept = whole ? std::numeric_limits<Index>::max() : usual_part;
        columns_.make({x, nullptr, &*sink_}, swept, arena_);
        rows_.make({landing, x}, swept, arena_);
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

        void make(const PassArrays<Real>& given, Index part, Arena& arena)
        {
            arrays = given;
            kernel = kernel_entry(Kernel::simd).make<Real>(pass, {}, arrays, arena);
            tiles = tiles_of_sweep(kernel->tiles(), tile_size(), part);
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
                const double both = seconds_of(count, run);
                seconds.push_back(std::max(0.0, both - clock) / static_cast<double>(count));
            }
        }
        Index tile_size() const { return pass.tiles->lanes * pass.rows; }
        double seconds_per_number() const { return median(seconds) / static_cast<double>(tile_size()); }
        double numbers() const { return static_cast<double>(tile_size() * kernel->tiles()); }

        Pass pass;
        double clock = clock_seconds();
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
    const bool half = schedule.problem().data != Data::complex;
    const Index size = schedule.input().largest_local_size() / (half ? 2 : 1);
    Real* const data = bench.x<Real>();
    Real* const out = half ? bench.landing<Real>() : data;
    const auto arena = std::make_shared<Arena>();
    const auto pass = std::make_shared<const Pass>(passes_of(schedule, 0).back());
    const std::shared_ptr<PassKernel<Real>> kernel =
        kernel_entry(schedule.kernel()).make<Real>(*pass, {}, {data, out}, *arena);
    const Index tiles = is_swept_as_a_whole<Real>(bench, size)
                            ? kernel->tiles()
                            : tiles_of_sweep(kernel->tiles(), std::max(Index{1}, size / kernel->tiles()), usual_part);
    const auto sweep = [arena, pass, kernel, data, out, tiles, next = Index{0}]() mutable {
        if (next + tiles > kernel->tiles()) next = 0;
        kernel->run(Direction::forward, next, tiles, data, out);
        next += tiles;
    };
    const double numbers = real(size) * real(tiles) / real(kernel->tiles());
    return bench.sampler(seconds_a_kernel_sample, numbers, sweep, tiles == kernel->tiles());
}

/// Samples of an operator's rows, which are transformed, multiplied and transformed back: seconds per complex number,
/// or per two reals.
template <class Real>
std::function<double()> between_sampler(Bench& bench, const Schedule& schedule)
{
    struct Run {
        Arena arena;
        Buffer<Real> in, out;
        std::optional<PackingSink<Real>> sink;
        std::unique_ptr<PassKernel<Real>> kernel;
    };
    const auto run = std::make_shared<Run>();
    const Index s = bench.port().s(), size = schedule.input().largest_local_size();
    const Pass pass = passes_of(schedule, s)[1];
    run->in = Buffer<Real>(2 * TileLanding(*pass.tiles->from, s).length());
    run->out = Buffer<Real>(2 * TileLanding(*pass.tiles->to, s).length());
    run->sink.emplace(*pass.tiles->to, s, run->out.data());
    run->kernel = kernel_entry(Kernel::simd).make<Real>(pass, {}, {run->in.data(), nullptr, &*run->sink}, run->arena);
    static_cast<SpectrumKernel<Real>&>(*run->kernel).action.multiply = true;
    const auto sweep = [run] {
        run->kernel->run(Direction::forward, 0, run->kernel->tiles(), run->in.data(), nullptr);
    };
    const bool half = schedule.problem().data != Data::complex;
    return bench.sampler(seconds_a_kernel_sample, real(size) / (half ? 2 : 1), sweep);
}

}  // namespace bspfft

#include "bsp_fft/measure/pass_parts.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <set>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/bsp/gather.hpp"
#include "bsp_fft/kernel/kernels.hpp"
#include "bsp_fft/kernel/lanes/lane_transform.hpp"
#include "bsp_fft/kernel/lanes/plain_tiles.hpp"
#include "bsp_fft/kernel/packing_sink.hpp"
#include "bsp_fft/machine/estimate.hpp"
#include "bsp_fft/measure/laboratory.hpp"
#include "bsp_fft/schedule/radices.hpp"

namespace bspfft {

namespace {

constexpr double shortest_block = 5e-4;

/// Whether a schedule is the fast algorithm with a cut: columns that become packets of tiles, and rows from them.
bool has_two_tile_passes(const Schedule& schedule, Index s)
{
    if (schedule.algorithm() != Algorithm::fast) return false;
    const std::vector<Pass> passes = passes_of(schedule, s);
    return passes.size() == 2 && passes[0].tiles && passes[0].tiles->to && passes[1].tiles && passes[1].tiles->from;
}

/// Transforms of one tile of zeros in the cache buffer itself, from split rows to split rows: butterflies and nothing
/// else.
template <class Real>
class ResidentTile {
public:
    ResidentTile(const std::vector<Index>& axes, Index lanes)
        : transform_(axes, lanes, arena_), rows_(transform_.passes()->natural_places(arena_))
    {
        for (Index& row : rows_) row *= 2 * lanes;
    }

    void run() const { transform_.run(source()); }
    /// Rows that are in the cache buffer already.
    TileSource<Real> source() const { return {transform_.cache(), rows_.data(), nullptr, transform_.lanes(), true}; }
    const LaneTransform<Real>& transform() const { return transform_; }
    Index elements() const { return transform_.rows() * transform_.lanes(); }

private:
    Arena arena_;
    LaneTransform<Real> transform_;
    Buffer<Index> rows_;
};

/// Takes tiles and packs nothing.
template <class Real>
class NoSink final : public TileSink<Real> {
public:
    void deliver(Index, Index, const TilePacker<Real>&) override {}
};

/// Columns from a tile that is in the cache already: twiddles and packing are those of the pass.
template <class Real>
class ResidentColumns final : public TilePacker<Real> {
public:
    ResidentColumns(const Pass& pass, Index columns)
        : tile_(lengths_of(*pass.tiles, &AxisCut::a), pass.tiles->lanes),
          columns_(columns),
          twiddles_(tile_.transform(), lengths_of(*pass.tiles, &AxisCut::n), tiles_of(columns, pass.tiles->lanes),
                    twiddle_factors(*pass.tiles, pass.s), arena_),
          positions_(*pass.tiles, pass.s, arena_)
    {
        for (Index& row : positions_.all()) row = tile_.transform().position(row);
    }

    void run(Index tiles, TileSink<Real>* sink)
    {
        for (Index tile = 0; tile < tiles; ++tile) {
            tile_.transform().run(tile_.source(), &twiddles_.of_tile(tile));
            width_ = std::min(tile_.transform().lanes(), columns_ - tile * tile_.transform().lanes());
            if (sink) sink->deliver(tile, width_, *this);
        }
    }

    void pack(Index packet, Index first, Index count, Real* to) const override
    {
        tile_.transform().pack(positions_.of(packet) + first, count, width_, to);
    }

private:
    Arena arena_;
    ResidentTile<Real> tile_;
    Index columns_;
    LaneTwiddles<Real> twiddles_;
    PacketRows positions_;
    Index width_ = 0;
};

/// Rows, with their load and their store or without.
template <class Real>
class ResidentRows {
public:
    explicit ResidentRows(const Pass& pass)
        : lanes_(pass.tiles->lanes),
          tile_(lengths_of(*pass.tiles, &AxisCut::b), lanes_),
          landed_(*pass.tiles->from, pass.s, arena_),
          array_(digits_of_rows(*pass.tiles, pass.s), arena_),
          offsets_(landed_.no_offsets(arena_))
    {}

    /// Without `in` the tile is in the cache already, and without `out` it stays there.
    void run(Index tiles, const Real* in, Real* out)
    {
        for (Index tile = 0; tile < tiles; ++tile) {
            const Index batch = tile / landed_.groups(), group = tile % landed_.groups();
            const TileSource<Real> source = in ? landed_.source(in, batch, group, offsets_) : tile_.source();
            if (!out) {
                tile_.transform().run(source);
                continue;
            }
            const LanePlaces to = array_.lanes_from(batch * landed_.rows() + group * lanes_, landed_.width(group));
            tile_.transform().run(source, array_.target(out, to, false, 1));
        }
    }

private:
    Arena arena_;
    Index lanes_;
    ResidentTile<Real> tile_;
    LandedRows landed_;
    PlainTiles array_;
    LandedRows::Offsets offsets_;
};

// The least seconds of each on the slowest process. In turns: columns and rows alternate, so that each finds the caches
// as the other leaves them.
std::vector<double> least_seconds(Port& port, const std::vector<std::function<void()>>& works)
{
    constexpr double seconds = 0.3;
    constexpr int fewest_rounds = 4, most_rounds = 30;
    const auto slowest_seconds = [&](const auto& work, Index count) {
        port.sync();
        return largest_over_processes(port, seconds_of(count, work)) / static_cast<double>(count);
    };
    std::vector<Index> counts;
    for (const auto& work : works) {
        work();
        counts.push_back(static_cast<Index>(shortest_block / std::max(slowest_seconds(work, 1), 1e-7)) + 1);
    }
    std::vector<double> least(works.size(), std::numeric_limits<double>::infinity());
    double spent = 0;
    for (int round = 0; round < most_rounds && (round < fewest_rounds || spent < seconds); ++round) {
        for (std::size_t i = 0; i < works.size(); ++i) {
            const double found = slowest_seconds(works[i], counts[i]);
            least[i] = std::min(least[i], found);
            spent += found * static_cast<double>(counts[i]);
        }
    }
    return least;
}

template <class Real>
TransformParts measured_parts(Port& port, const Schedule& schedule)
{
    const Index s = port.s();
    const std::vector<Pass> passes = passes_of(schedule, s);
    const Pass &columns = passes[0], &rows = passes[1];
    const TilePackets& packets = *columns.tiles->to;
    Buffer<Real> x(2 * std::max(schedule.input().local_span(s), schedule.output().local_span(s)));
    Buffer<Real> landing(2 * TileLanding(packets, s).length());
    PackingSink<Real> sink(packets, s, landing.data());
    NoSink<Real> no_sink;
    Arena arena;
    const auto kernel_of = [&](const Pass& pass, const PassArrays<Real>& arrays) {
        return kernel_entry(Kernel::simd).make<Real>(pass, {}, arrays, arena);
    };
    const auto column_kernel = kernel_of(columns, {x.data(), nullptr, &sink});
    const auto unpacked_kernel = kernel_of(columns, {x.data(), nullptr, &no_sink});
    const auto row_kernel = kernel_of(rows, {landing.data(), x.data()});
    ResidentColumns<Real> resident_columns(columns, part_of(columns.tiles->axes, s).column_count());
    ResidentRows<Real> resident_rows(rows);
    const Index tiles = column_kernel->tiles(), row_tiles = row_kernel->tiles();
    const std::vector<double> t =
        least_seconds(port, {
                                [&] { column_kernel->run(Direction::forward, 0, tiles, x.data(), nullptr); },
                                [&] { row_kernel->run(Direction::forward, 0, row_tiles, landing.data(), x.data()); },
                                [&] { resident_columns.run(tiles, &sink); },
                                [&] { resident_rows.run(row_tiles, nullptr, x.data()); },
                                [&] { unpacked_kernel->run(Direction::forward, 0, tiles, x.data(), nullptr); },
                                [&] { resident_rows.run(row_tiles, landing.data(), nullptr); },
                                [&] { resident_columns.run(tiles, nullptr); },
                                [&] { resident_rows.run(row_tiles, nullptr, nullptr); },
                            });
    // disturbed times may be shorter than those with less to do
    const auto more = [&](std::size_t with, std::size_t without) { return std::max(0.0, t[with] - t[without]); };
    return {{t[0], more(0, 2), t[6], more(0, 4)}, {t[1], more(1, 3), t[7], more(1, 5)}};
}

// Half of the smallest nearest caches that there are, and a bit: tables and tile.
constexpr Index nearest_bytes = Index{32} << 10;
constexpr int blocks = 8;

// Seconds for each complex number of a tile.
template <class Real>
double seconds_of_tile(Port& port, const std::vector<Index>& axes, Index lanes)
{
    const ResidentTile<Real> tile(axes, lanes);
    const auto block = [&](Index count) { return seconds_of(count, [&] { tile.run(); }); };
    Index count = 1;
    while (largest_over_processes(port, block(count)) < shortest_block) count *= 2;
    double least = std::numeric_limits<double>::infinity();
    port.sync();
    for (int i = 0; i < blocks; ++i) least = std::min(least, block(count) / static_cast<double>(count));
    return largest_over_processes(port, least) / static_cast<double>(tile.elements());
}

// Those with at most these rows: products of successive radices of an axis, two neighbouring axes; all, if nothing is
// short enough.
std::set<std::vector<Index>> short_parts(const std::vector<Index>& axes, Index most)
{
    constexpr Index shortest = 8;
    std::set<std::vector<Index>> parts;
    for (std::size_t l = 0; l < axes.size(); ++l) {
        const std::vector<Radix> radices = radices_of(axes[l]);
        for (std::size_t first = 0; first < radices.size(); ++first) {
            Index length = 1;
            for (std::size_t i = first; i < radices.size(); ++i) {
                length *= radices[i].length;
                if (length >= shortest && length <= most) parts.insert({length});
            }
        }
        if (l > 0 && axes[l - 1] > 1 && axes[l] > 1 && axes[l - 1] * axes[l] <= most)
            parts.insert({axes[l - 1], axes[l]});
    }
    if (product_of(axes) <= most || parts.empty()) parts.insert(axes);
    return parts;
}

// Seconds for each complex number of a tile, if all of its stages ran at the best rate of those of its parts that fit
// in the nearest cache.
template <class Real>
double seconds_in_nearest_cache(Port& port, const std::vector<Index>& axes, Index lanes)
{
    double least = std::numeric_limits<double>::infinity();
    const Index most = nearest_bytes / (2 * lanes * static_cast<Index>(sizeof(Real)));
    for (const std::vector<Index>& part : short_parts(axes, most))
        least = std::min(least, seconds_of_tile<Real>(port, part, lanes) / log2_of(product_of(part)));
    return least * log2_of(product_of(axes));
}

}  // namespace

template <class Real>
std::optional<TransformParts> transform_parts(Port& port, const Schedule& schedule)
{
    if (!has_two_tile_passes(schedule, port.s()) || schedule.problem().data != Data::complex) return std::nullopt;
    return measured_parts<Real>(port, schedule);
}

template <class Real>
std::optional<KernelLimits> kernel_limits(Port& port, const Schedule& schedule)
{
    if (!has_two_tile_passes(schedule, port.s())) return std::nullopt;
    const std::vector<Pass> passes = passes_of(schedule, port.s());
    const double lanes_of_element = schedule.problem().data == Data::complex ? 1 : 0.5;
    const double elements = lanes_of_element * static_cast<double>(schedule.n()) / static_cast<double>(schedule.p());
    KernelLimits found;
    for (const Pass& pass : passes) {
        const std::vector<Index> axes = lengths_of(*pass.tiles, &pass == &passes[0] ? &AxisCut::a : &AxisCut::b);
        if (product_of(axes) == 1) continue;
        found.in_tile += elements * seconds_of_tile<Real>(port, axes, pass.tiles->lanes);
        found.nearest += elements * seconds_in_nearest_cache<Real>(port, axes, pass.tiles->lanes);
    }
    return found;
}

template std::optional<TransformParts> transform_parts<float>(Port&, const Schedule&);
template std::optional<TransformParts> transform_parts<double>(Port&, const Schedule&);
template std::optional<KernelLimits> kernel_limits<float>(Port&, const Schedule&);
template std::optional<KernelLimits> kernel_limits<double>(Port&, const Schedule&);

}  // namespace bspfft

#include "bsp_fft/measure/pass_parts.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include "bsp_fft/bsp/gather.hpp"
#include "bsp_fft/kernel/kernels.hpp"
#include "bsp_fft/kernel/lanes/plain_tiles.hpp"
#include "bsp_fft/kernel/packing_sink.hpp"
#include "bsp_fft/measure/laboratory.hpp"
#include "bsp_fft/measure/resident_tile.hpp"

namespace bspfft {

namespace {

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

/// All variants of both passes, over the same arrays.
template <class Real>
class Variants {
public:
    Variants(Port& port, const Schedule& schedule)
        : port_(port), columns_(passes_of(schedule, port.s())[0]), rows_(passes_of(schedule, port.s())[1])
    {
        const Index s = port.s();
        const TilePackets& packets = *columns_.tiles->to;
        x_ = Buffer<Real>(2 * std::max(schedule.input().local_span(s), schedule.output().local_span(s)));
        landing_ = Buffer<Real>(2 * TileLanding(packets, s).length());
        sink_.emplace(packets, s, landing_.data());
        column_kernel_ = make(columns_, {x_.data(), nullptr, &*sink_});
        unpacked_kernel_ = make(columns_, {x_.data(), nullptr, &no_sink_});
        row_kernel_ = make(rows_, {landing_.data(), x_.data()});
        resident_columns_.emplace(columns_, part_of(columns_.tiles->axes, s).column_count());
        resident_rows_.emplace(rows_);
    }

    TransformParts measure()
    {
        const Index tiles = column_kernel_->tiles(), row_tiles = row_kernel_->tiles();
        const std::vector<double> t = least_seconds({
            [&] { column_kernel_->run(Direction::forward, 0, tiles, x_.data(), nullptr); },
            [&] { row_kernel_->run(Direction::forward, 0, row_tiles, landing_.data(), x_.data()); },
            [&] { resident_columns_->run(tiles, &*sink_); },
            [&] { resident_rows_->run(row_tiles, nullptr, x_.data()); },
            [&] { unpacked_kernel_->run(Direction::forward, 0, tiles, x_.data(), nullptr); },
            [&] { resident_rows_->run(row_tiles, landing_.data(), nullptr); },
            [&] { resident_columns_->run(tiles, nullptr); },
            [&] { resident_rows_->run(row_tiles, nullptr, nullptr); },
        });
        // disturbed times may be shorter than those with less to do
        const auto more = [&](std::size_t with, std::size_t without) { return std::max(0.0, t[with] - t[without]); };
        return {{t[0], more(0, 2), t[6], more(0, 4)}, {t[1], more(1, 3), t[7], more(1, 5)}};
    }

private:
    using Work = std::function<void()>;

    std::unique_ptr<PassKernel<Real>> make(const Pass& pass, const PassArrays<Real>& arrays)
    {
        return kernel_entry(Kernel::simd).make<Real>(pass, {}, arrays, arena_);
    }

    // In turns: columns and rows alternate, so that each finds the caches as the other leaves them.
    std::vector<double> least_seconds(const std::vector<Work>& works)
    {
        constexpr double seconds = 0.3, shortest_block = 5e-4;
        constexpr int fewest_rounds = 4, most_rounds = 30;
        std::vector<Index> counts;
        for (const Work& work : works) {
            work();
            const double once = seconds_of(work, 1);
            counts.push_back(static_cast<Index>(shortest_block / std::max(once, 1e-7)) + 1);
        }
        std::vector<double> least(works.size(), std::numeric_limits<double>::infinity());
        double spent = 0;
        for (int round = 0; round < most_rounds && (round < fewest_rounds || spent < seconds); ++round) {
            for (std::size_t i = 0; i < works.size(); ++i) {
                const double found = seconds_of(works[i], counts[i]);
                least[i] = std::min(least[i], found);
                spent += found * static_cast<double>(counts[i]);
            }
        }
        return least;
    }

    double seconds_of(const Work& work, Index count)
    {
        port_.sync();
        const double start = steady_seconds();
        for (Index i = 0; i < count; ++i) work();
        return largest_over_processes(port_, steady_seconds() - start) / static_cast<double>(count);
    }

    Port& port_;
    Pass columns_;
    Pass rows_;
    Buffer<Real> x_;
    Buffer<Real> landing_;
    Arena arena_;
    std::optional<PackingSink<Real>> sink_;
    NoSink<Real> no_sink_;
    std::unique_ptr<PassKernel<Real>> column_kernel_;
    std::unique_ptr<PassKernel<Real>> unpacked_kernel_;
    std::unique_ptr<PassKernel<Real>> row_kernel_;
    std::optional<ResidentColumns<Real>> resident_columns_;
    std::optional<ResidentRows<Real>> resident_rows_;
};

}  // namespace

template <class Real>
std::optional<TransformParts> transform_parts(Port& port, const Schedule& schedule)
{
    if (!has_two_tile_passes(schedule, port.s()) || schedule.problem().data != Data::complex) return std::nullopt;
    return Variants<Real>(port, schedule).measure();
}

template std::optional<TransformParts> transform_parts<float>(Port&, const Schedule&);
template std::optional<TransformParts> transform_parts<double>(Port&, const Schedule&);

}  // namespace bspfft

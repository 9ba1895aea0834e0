// What passes on tiles have in common: directions, the places of rows and columns in arrays and in packets, and the
// factors of twiddles.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "bsp_fft/base/arena.hpp"
#include "bsp_fft/kernel/lanes/lanes_tasks.hpp"
#include "bsp_fft/kernel/kernels.hpp"
#include "bsp_fft/layout/grid_cut.hpp"
#include "bspfft/options.hpp"

namespace bspfft {

inline constexpr Index most_lanes = 32;  // two real columns a lane

/// The inverse is the forward transform with real and imaginary parts exchanged before and after; `inverse` says
/// that a pass has the other direction than the whole transform.
inline bool swaps(bool inverse, Direction direction) { return (direction == Direction::inverse) != inverse; }

/// One digit of a number of rows or columns, and how far apart its values are in memory, in reals. Some values of rows
/// may not exist.
struct PlaceDigit {
    Index count;
    Index step;
    Kept kept = {};
};

/// Numbers over several digits, the last the fastest, and their places.
class Places {
public:
    /// The place of number 0 is `begin`.
    explicit Places(const std::vector<PlaceDigit>& digits, Index begin = 0);

    Index count() const;
    Index of(Index number) const;
    /// All places, one after the other; missing_row where a digit's value does not exist.
    void fill(Index* places) const;
    bool have_gaps() const;
    /// How many elements of this many reals from one on are certainly next to each other; negative: backwards.
    Index neighbours(Index first, Index reals) const;
    /// The distance from each place to the next, if it is always the same; otherwise 0.
    Index step() const { return digits_.size() == 1 && !have_gaps() ? digits_.front().step : 0; }

private:
    std::vector<PlaceDigit> digits_;  ///< those that go on where the next ends are one
    Index begin_;
};

/// All places.
inline std::vector<Index> all_of(const Places& places)
{
    std::vector<Index> all(static_cast<std::size_t>(places.count()));
    places.fill(all.data());
    return all;
}

/// The lanes of a tile in a plain array: the place of the first, and those of the others from it on.
struct LanePlaces {
    Index first = 0;
    Index width = 0;
    std::array<Index, most_lanes> lanes;  ///< unless they are neighbours
    bool neighbours = true;
    Index wraps_at = no_rows;  ///< TileArray's
    Index wraps_by = 0;

    const Index* table() const { return neighbours ? nullptr : lanes.data(); }
};

/// Lanes in two rows of memory, whose lanes are neighbours, wrap, if they may.
LanePlaces lanes_at(const Places& columns, Index first, Index width, Index reals, bool may_wrap);

/// The lengths of the axes that are transformed, in the order of the cut.
std::vector<Index> lengths_of(const TilePass& pass, Index AxisCut::* length);

/// Fills factors[l * lanes + lane] with the j2 of a tile's columns on each axis l that is transformed; 0 where there is
/// no column.
std::function<void(Index tile, Index* factors)> twiddle_factors(const TilePass& pass, Index s);

/// For each packet to be sent the numbers of its rows k1, row by row over the axes that are transformed.
class PacketRows {
public:
    PacketRows(const TilePass& pass, Index s, Arena& arena);

    Index packets() const { return begins_.size() - 1; }
    Index count(Index packet) const { return begins_[packet + 1] - begins_[packet]; }
    const Index* of(Index packet) const { return rows_.data() + begins_[packet]; }
    /// The rows of all packets.
    const Buffer<Index>& all() const { return rows_; }

private:
    Buffer<Index> begins_;  ///< for each packet the rows of those before it
    Buffer<Index> rows_;
};

/// Where the rows that arrive on one process lie in packets of tiles.
class LandedRows {
public:
    LandedRows(const TilePackets& packets, Index s, Arena& arena);

    Index batch() const { return batch_; }
    Index rows() const { return landing_.rows(); }
    Index groups() const { return tiles_of(rows(), lanes_); }
    Index width(Index group) const { return std::min(lanes_, rows() - group * lanes_); }

    /// Reals from a place in the landing array to each row j2 of a group of lanes; missing_row if it did not exist.
    struct Offsets {
        Buffer<Index> rows;
        bool of_full_tiles = false;
        Index batch = -1;
    };
    Offsets no_offsets(Arena& arena) const { return {arena.take<Index>(columns_.size())}; }
    /// A group of lanes of one element of the batch. Finds the offsets, unless they are those of the group before.
    template <class Real>
    TileSource<Real> source(const Real* landing, Index batch, Index group, Offsets& offsets)
    {
        const Real* const first = landing + find(batch, group, offsets);
        TileSource<Real> source{first, offsets.rows.data(), nullptr, width(group), true};
        source.gaps = have_gaps_;
        return source;
    }

    /// A row's tile, and its place among the columns of the tile.
    struct Column {
        Index tile;          ///< its first element
        std::int32_t width;  ///< columns of the tile
        std::int32_t lane;   ///< -1: the row does not exist
    };
    /// That of row j2, of those that a transform has.
    Column find_column(Index batch, Index j2) const;
    Index length() const { return landing_.length(); }

private:
    Index find(Index batch, Index group, Offsets& offsets);

    std::vector<AxisCut> axes_;
    CutPart part_;
    Index lanes_;
    TileLanding landing_;
    Index batch_ = 1;
    Buffer<Column> columns_;
    bool have_gaps_;           ///< some j2 did not exist
    Buffer<Index> narrow_;     ///< the j2 in tiles of fewer columns than lanes
    Index narrow_count_ = 0;
    Index batch_found_ = -1;
};

}  // namespace bspfft

// The free cut of an array's axes: what the processes of a grid own before and after its one move, the packets of tiles
// in between, where these land, and the interface between their maker and their sender.
#pragma once

#include <algorithm>
#include <vector>

#include "bsp_fft/layout/axis_parts.hpp"

namespace bspfft {

/// Which elements of an axis exist: the first `low` and the last `high` of them; of neither any: all.
struct Kept {
    Index low = 0;
    Index high = 0;

    /// Whether all elements exist; and how many do if not all, otherwise 0.
    bool all() const { return count() == 0; }
    Index count() const { return low + high; }
    /// Number i of those that exist, on an axis of n elements; and the number of element k, -1 if it does not exist.
    Index element(Index n, Index i) const { return all() || i < low ? i : n - count() + i; }
    Index number(Index n, Index k) const
    {
        if (all() || k < low) return k;
        return k < n - high ? -1 : k - (n - count());
    }
    /// The same in periods of `length` elements.
    Kept in_periods_of(Index length) const { return {low / length, high / length}; }

    friend bool operator==(const Kept&, const Kept&) = default;
};

/// The numbers 0 .. count-1, dealt out to p coordinates.
struct Deal {
    enum class Order { in_turn, zig_zag, blocks };

    Index count;
    Index p;
    Order order = Order::in_turn;

    /// Numbers of coordinate q; number i of these; who has a number, and as which of its own.
    Index size(Index q) const
    {
        if (order == Order::zig_zag) return ZigZag{p}.count(count, q);
        if (order == Order::blocks) return std::clamp(count - q * block(), Index{0}, block());
        return count > q ? (count - q - 1) / p + 1 : 0;
    }
    Index number(Index q, Index i) const
    {
        if (order == Order::blocks) return q * block() + i;
        return order == Order::zig_zag ? ZigZag{p}.global(q, i) : q + p * i;
    }
    Index owner(Index number) const
    {
        if (order == Order::blocks) return number / block();
        return order == Order::zig_zag ? ZigZag{p}.owner(number) : number % p;
    }
    Index place(Index number) const { return order == Order::blocks ? number % block() : number / p; }

    /// The longest block.
    Index block() const { return (count + p - 1) / p; }
};

/// One axis of n = a b elements over p processes. Element j = j1 b + j2 of the input is on process coordinate j2 mod p,
/// element k = k1 + a k2 of the output on k1 mod p: the residue-cyclic layouts, which are cyclic if p divides b and a.
/// Between the two, (k1, j2) moves from coordinate j2 mod p to coordinate k1 mod p.
///
/// Real data become half a spectrum: only the rows k1 = 0 .. a/2 exist, and belong to the coordinates in zig-zag order
/// (ZigZag). On the way back only the columns j2 = 0 .. b/2 exist, likewise.
///
/// Inputs that do not exist are zeros, and outputs that do not exist are not wanted. On an axis with b = 1 the rows k1
/// are the outputs: only those that exist are made into packets. With a = 1 the columns j2 are the inputs: only those
/// that exist are there. Otherwise b divides the numbers of inputs, low and high, and a those of outputs: then j1 and
/// k2 tell whether they exist.
///
/// An axis that is not transformed never moves: cyclic, or in blocks of ceil(n/p).
///
/// In blocks, an axis that is transformed has its j2 and its k1 dealt out in runs of neighbours, in place of in turn:
/// for arrays in the natural order, which all processes see (ScheduleOptions::shared).
struct AxisCut {
    enum class Half { none, rows, columns };

    Index n = 1;
    Index a = 1;
    Index b = 1;
    Index p = 1;
    Index axis = 0;            ///< its number in the shape
    Index process_weight = 1;  ///< of the axis's coordinate in the process number
    bool transformed = true;
    bool in_blocks = false;
    Half half = Half::none;
    Kept input = {};   ///< of j; of half a spectrum's elements
    Kept output = {};  ///< of k, likewise

    /// The coordinate of process s along this axis.
    Index coordinate(Index s) const { return s / process_weight % p; }
    /// How many k1 a column's transform makes, and how many j2 a row's has.
    Index results() const { return half == Half::rows ? a / 2 + 1 : a; }
    Index operands() const { return half == Half::columns ? b / 2 + 1 : b; }
    /// Which of them exist.
    Kept kept_rows() const { return b == 1 ? output : Kept{}; }
    Kept kept_columns() const { return a == 1 ? input : Kept{}; }
    /// Which j1 exist, and which k2.
    Kept kept_inputs() const { return a == 1 ? Kept{} : input.in_periods_of(b); }
    Kept kept_outputs() const { return b == 1 ? Kept{} : output.in_periods_of(a); }
    /// How many rows and columns there are on all coordinates.
    Index all_rows() const { return kept_rows().all() ? results() : output.count(); }
    Index all_columns() const { return kept_columns().all() ? operands() : input.count(); }
    /// How the j2, or the elements of an axis that is not transformed, are dealt out before the move; and the k1 after.
    Deal dealt_columns() const { return {transformed ? all_columns() : n, p, order_of(Half::columns)}; }
    Deal dealt_rows() const { return {all_rows(), p, order_of(Half::rows)}; }
    /// How many of them coordinate q has; one row on an axis that is not transformed.
    Index columns(Index q) const { return dealt_columns().size(q); }
    Index rows(Index q) const { return transformed ? dealt_rows().size(q) : 1; }
    /// The j2 of its column c, and the k1 of its row r.
    Index column(Index q, Index c) const { return kept_columns().element(operands(), dealt_columns().number(q, c)); }
    Index row(Index q, Index r) const { return kept_rows().element(results(), dealt_rows().number(q, r)); }

    friend bool operator==(const AxisCut&, const AxisCut&) = default;

private:
    Deal::Order order_of(Half side) const
    {
        return in_blocks ? Deal::Order::blocks : half == side ? Deal::Order::zig_zag : Deal::Order::in_turn;
    }
};

/// How packets are made and stored. A process numbers its columns (j2 of every axis, and the elements of the axes that
/// are not transformed) row by row over the axes, and makes them in tiles of `lanes` columns. A packet has, tile after
/// tile, the receiver's rows (k1 of every axis, row by row) in groups of `lanes`: of each group, one column after the
/// other, all real parts before all imaginary parts. During an inverse transform the two are exchanged.
struct TilePackets {
    std::vector<AxisCut> axes;  ///< in the order of memory, the slowest first
    Index lanes = 1;
    Index apart = 0;     ///< elements of padding after a tile: packets at distances of a power of two would map to the
                         ///< same cache sets
    Index put_rows = 1;  ///< the most rows of a tile that a put sends
    Index arrays = 1;    ///< landing arrays that transforms use in turns
};

/// One process's part of a free cut.
struct CutPart {
    std::vector<Index> coordinates;
    std::vector<Index> columns;  ///< of each axis
    std::vector<Index> rows;
    Index batch = 1;  ///< elements of the axes that are not transformed

    Index column_count() const;  ///< with the elements of the axes that are not transformed
    Index row_count() const;
};

CutPart part_of(const std::vector<AxisCut>& axes, Index s);

/// Products over the axes that are transformed, or not.
Index processes_of(const std::vector<AxisCut>& axes);
Index moving_processes(const std::vector<AxisCut>& axes);  ///< along the axes that are transformed
Index columns_length(const std::vector<AxisCut>& axes);  ///< of the a
Index rows_length(const std::vector<AxisCut>& axes);     ///< of the b
Index all_rows(const std::vector<AxisCut>& axes);        ///< k1 that exist, on all processes
Index all_columns(const std::vector<AxisCut>& axes);     ///< j2 that exist
/// Blocks of process s's part, one for each element of the axes that are slower than the first that is transformed.
Index blocks_of(const std::vector<AxisCut>& axes, Index s);

/// The axis that half a spectrum has half of; null if the data is complex.
const AxisCut* half_axis_of(const std::vector<AxisCut>& axes);

/// A packet to one of the processes that share the coordinates of the axes that are not transformed.
struct TilePacket {
    Index receiver;
    Index rows;  ///< the receiver's
};

/// What one process does in a move, or the largest of each number over all of them: the h-relation is the maximum.
struct MoveCounts {
    Index words_sent = 0;  ///< real numbers to other processes
    Index words_received = 0;
    Index messages = 0;  ///< puts to other processes
    Index partners = 0;  ///< processes that it sends to or keeps a packet for

    /// The h of its h-relation, in real words.
    Index h() const { return std::max(words_sent, words_received); }
    /// Raises each number to that of another process.
    void raise_to(const MoveCounts& other);
};

/// Where the tiles of all senders land on one process. All numbers are complex elements.
class TileLanding {
public:
    TileLanding(const TilePackets& packets, Index receiver);

    Index rows() const { return rows_; }
    Index length() const { return senders_ * slot_; }
    /// The first element of a tile of a sender, numbered by sender_number().
    Index tile(Index sender, Index tile) const { return sender * slot_ + tile * tile_length_; }
    Index tile_length() const { return tile_length_; }

private:
    Index rows_;
    Index senders_;
    Index tile_length_;
    Index slot_;
};

/// The number of process s among those with its coordinates on the axes that are not transformed.
Index sender_number(const std::vector<AxisCut>& axes, Index s);

/// The packets of process s, in the order in which they are sent (base/send_order.hpp).
std::vector<TilePacket> tile_packets_of(const TilePackets& packets, Index s);

inline Index tiles_of(Index columns, Index lanes) { return (columns + lanes - 1) / lanes; }

/// Gives the rows of packets of tiles, while the tile is in the cache.
template <class Real>
class TilePacker {
public:
    virtual ~TilePacker() = default;

    /// Rows first .. first+count-1 of the packet with this number, in the order of tile_packets_of().
    virtual void pack(Index packet, Index first, Index count, Real* to) const = 0;
    /// Where the packet of this tile is packed already, on a device; null: by pack(). A process's own is then where it
    /// lands.
    virtual const Real* packed_on_device(Index) const { return nullptr; }
};

/// Receives a tile as soon as it is ready.
template <class Real>
class TileSink {
public:
    virtual ~TileSink() = default;

    virtual void deliver(Index tile, Index columns, const TilePacker<Real>& packer) = 0;
    /// Where this process's own packet of a tile lands, for a maker that writes it there itself.
    virtual Real* own_place(Index) { return nullptr; }
};

}  // namespace bspfft

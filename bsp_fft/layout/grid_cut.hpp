// What the processes of a grid own before and after the move of a free cut, and where packets of tiles land.
#pragma once

#include <vector>

#include "bsp_fft/layout/cut.hpp"

namespace bspfft {

/// One process's part of a free cut.
struct CutPart {
    std::vector<Index> coordinates;
    std::vector<Index> columns;  ///< of each axis
    std::vector<Index> rows;

    Index column_count() const;  ///< with the elements of the axes that are not transformed
    Index row_count() const;
};

CutPart part_of(const std::vector<AxisCut>& axes, Index s);

/// Products over the axes that are transformed, or not.
Index processes_of(const std::vector<AxisCut>& axes);
Index columns_length(const std::vector<AxisCut>& axes);  ///< of the a
Index rows_length(const std::vector<AxisCut>& axes);     ///< of the b
Index all_rows(const std::vector<AxisCut>& axes);        ///< k1 that exist, on all processes
Index all_columns(const std::vector<AxisCut>& axes);     ///< j2 that exist

/// The axis that half a spectrum has half of; null if the data is complex.
const AxisCut* half_axis_of(const std::vector<AxisCut>& axes);

/// A packet to one of the processes that share the coordinates of the axes that are not transformed.
struct TilePacket {
    Index receiver;
    Index rows;  ///< the receiver's
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

}  // namespace bspfft

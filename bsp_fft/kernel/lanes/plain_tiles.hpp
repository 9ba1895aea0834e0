// Where the rows and columns of tiles are in plain arrays, of complex or of real numbers.
#pragma once

#include <limits>
#include <vector>

#include "bsp_fft/kernel/lanes/tile_places.hpp"

namespace bspfft {

/// The digits of rows and columns, the last the fastest, before there is a table of all rows.
struct PlainDigits {
    std::vector<PlaceDigit> rows;
    std::vector<PlaceDigit> columns;
    Index begin = 0;
    Index mirrored_begin = 0;
};

/// The rows and columns of tiles in a plain array. Half a spectrum on one axis has the rows from the middle on only as
/// the conjugates of their mirrors, whose columns run backwards.
class PlainTiles {
public:
    PlainTiles(std::vector<PlaceDigit> rows, std::vector<PlaceDigit> columns, Index reals, Arena& arena);

    /// Rows from the middle on are mirrored: where they are for column 0, and where columns then are.
    void mirror(Buffer<Index> rows, std::vector<PlaceDigit> columns);
    /// Column 0 is not at the beginning of the array.
    void begin_at(Index place, Index mirrored_place);

    /// The lanes from a column on; rows() and mirrored_lanes() are then those of this tile.
    LanePlaces lanes_from(Index column, Index width);

    /// Places for tables: (row, column) is at rows[row] + columns[column], from mirrored_from on at rows[row] +
    /// mirrored_columns[column].
    struct Tables {
        std::vector<Index> rows;
        std::vector<Index> columns;
        std::vector<Index> mirrored_columns;
    };
    Tables tables() const;

    Index column_count() const { return columns_.count(); }
    Index column_step() const { return columns_.step(); }
    const Index* rows() const { return rows_.data(); }
    Index row_step() const { return row_step_; }  ///< 0 if it is not always the same
    bool have_gaps() const { return gaps_; }  ///< some of rows() are missing_row
    Index mirrored_from() const { return mirrored_from_; }
    const Index* mirrored_lanes() const { return mirrored_lanes_.table(); }

private:
    Buffer<Index> rows_;
    Index row_step_;
    bool gaps_;
    Places columns_;
    Index reals_;  ///< of an element
    Index begin_ = 0;
    Index mirrored_begin_ = 0;
    Index mirrored_from_ = std::numeric_limits<Index>::max();
    Buffer<Index> mirrored_rows_;
    Places mirrored_columns_;
    LanePlaces mirrored_lanes_;
};

/// The digits of the three below.
PlainDigits digits_of_columns(const TilePass& pass, const std::vector<Index>& strides, Index s, Index reals = 2);
PlainDigits digits_of_rows(const TilePass& pass, Index s, Index reals = 2);
PlainDigits digits_of_half_columns(const TilePass& pass, const std::vector<Index>& strides, Index s);
/// Whether some rows are mirrored: then these are not their places.
bool has_mirrored_columns(const TilePass& pass, Index reals = 2);
bool has_mirrored_rows(const TilePass& pass, Index reals = 2);

/// What a pass reads: element j1 C + c along an axis of C columns, or of a batch. Elements have 1 or 2 reals.
PlainTiles plain_columns(const TilePass& pass, const std::vector<Index>& strides, Index s, Arena& arena,
                         Index reals = 2);

/// What it writes after a move: element r + R k2 along an axis of R rows, or of a batch. Columns are numbered by batch
/// first, then by r.
PlainTiles plain_rows(const TilePass& pass, Index s, Arena& arena, Index reals = 2);

/// What a pass without a move has of half a spectrum: 0 .. n/2 of its axis, in complex numbers.
PlainTiles plain_half_columns(const TilePass& pass, const std::vector<Index>& strides, Index s, Arena& arena);

}  // namespace bspfft

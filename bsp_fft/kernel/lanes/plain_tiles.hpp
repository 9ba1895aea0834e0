// Where the rows and columns of tiles are in plain arrays, of complex or of real numbers.
#pragma once

#include <optional>
#include <vector>

#include "bsp_fft/kernel/lanes/lanes_tasks.hpp"
#include "bsp_fft/kernel/lanes/tile_places.hpp"

namespace bspfft {

/// The digits of rows and columns, the last the fastest, before there is a table of all rows.
struct PlainDigits {
    /// Half a spectrum on one axis has the rows from the middle on only as the conjugates of their mirrors, whose
    /// columns run backwards. The axis has `periods` rows of residues, those of its columns and their mirrors.
    struct Mirror {
        Index periods;
        Index residues;       ///< of one period
        bool has_zero;        ///< among the residues
        std::size_t columns;  ///< its digit of the columns
    };

    Index reals;  ///< of an element: 1 or 2
    std::vector<PlaceDigit> rows = {};
    std::vector<PlaceDigit> columns = {};
    Index begin = 0;           ///< the place of column 0
    Index mirrored_begin = 0;  ///< and that of its mirror
    std::optional<Mirror> mirror = {};
};

/// The rows of a pass in a plain array.
enum class PlainRows {
    inputs,   ///< element j1 C + c along an axis of C columns, or of a batch
    results,  ///< after a move: element r + R k2 along an axis of R rows, or of a batch; columns by batch, then by r
    halves,   ///< without a move, of half a spectrum: 0 .. n/2 of its axis
};
PlainDigits digits_of(PlainRows rows, const TilePass& pass, const std::vector<Index>& strides, Index s,
                      Index reals = 2);

/// Where each column begins, in reals, for a pass on whole columns.
Buffer<Index> column_places(PlainRows rows, const Pass& pass, const std::vector<Index>& strides, Arena& arena,
                            Index reals = 2);

/// The rows and columns of tiles in a plain array.
class PlainTiles {
public:
    PlainTiles(const PlainDigits& digits, Arena& arena);

    /// The lanes from a column on, `most` of them or as many as there are. Until the next call, a source or a target
    /// with these lanes is that tile.
    LanePlaces lanes_from(Index column, Index most);

    template <class Real>
    TileSource<Real> source(const Real* array, const LanePlaces& lanes, bool swap = false) const
    {
        return tiles(array, lanes, swap, 1);
    }
    template <class Real>
    TileTarget<Real> target(Real* array, const LanePlaces& lanes, bool swap, double scale) const
    {
        return tiles(array, lanes, swap, scale);
    }

    /// Whether a tile's rows are still in a cache of this size when all have been read: if their distance is a power of
    /// two, most may have the same places there.
    bool stay_in(Index cache_bytes, Index bytes_per_real) const;
    /// Whether all rows of all tiles of this many lanes are whole cache lines, where the array begins with one, but for
    /// those that are mirrored.
    template <class Real>
    bool have_whole_lines(Index lanes) const
    {
        constexpr auto line = static_cast<Index>(cache_line / sizeof(Real));
        return reals_ == 2 && have_whole_lines(lanes, line);
    }

    /// From now on row k is where row places[k] was: every number below rows once.
    void put_rows_at(const std::vector<Index>& places);
    /// Rows from this one on are missing_row from now on.
    void leave_out_rows_from(Index row);

    /// Places for tables: (row, column) is at rows[row] + columns[column], from mirrored_from on at rows[row] +
    /// mirrored_columns[column].
    struct Tables {
        std::vector<Index> rows;
        std::vector<Index> columns;
        std::vector<Index> mirrored_columns;
    };
    Tables tables() const;

    Index column_count() const { return columns_.count(); }
    Index reals() const { return reals_ * column_count() * rows_.size(); }
    Index mirrored_from() const { return mirrored_from_; }

private:
    bool have_whole_lines(Index lanes, Index line) const;

    template <class Number>
    TileArray<Number> tiles(Number* array, const LanePlaces& lanes, bool swap, double scale) const
    {
        return {array + lanes.first, rows_.data(), lanes.table(), lanes.width, false, swap,
                static_cast<std::remove_const_t<Number>>(scale), row_step_, columns_.step(), reals_ == 1,
                mirrored_from_, mirrored_lanes_.table(), gaps_, false, lanes.wraps_at, lanes.wraps_by};
    }

    Buffer<Index> rows_;
    Index row_step_;  ///< 0 if it is not always the same
    bool gaps_;       ///< some rows are missing_row
    Places columns_;
    Index reals_;
    Index mirrored_from_ = no_rows;
    Buffer<Index> mirrored_rows_;  ///< for column 0
    Places mirrored_columns_;
    LanePlaces mirrored_lanes_;
};

}  // namespace bspfft

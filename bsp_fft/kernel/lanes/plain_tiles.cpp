#include "bsp_fft/kernel/lanes/plain_tiles.hpp"

#include <algorithm>
#include <utility>

namespace bspfft {

namespace {

using Half = AxisCut::Half;

constexpr Index reals_a_complex = 2;

/// The residues of one period that a coordinate has: those of its rows, or columns, and their mirrors.
struct Period {
    Index count;  ///< of residues
    bool has_zero;
};

Period period_of(const TilePass& pass, const AxisCut& axis, Index coordinate)
{
    if (pass.shared) return {axis.half == Half::rows ? axis.a : axis.b, true};
    const ResidueZigZag residues{{axis.p}, axis.half == Half::rows ? axis.a : axis.b};
    return {residues.count(coordinate), coordinate == 0};
}

/// Element i of period q is at place q count + i; that of its mirror is in period periods-1-q, counted from the end.
Buffer<Index> mirrored_rows(const Period& period, Index periods, Index step, Arena& arena)
{
    return arena.table<Index>(periods / 2, [&](Index* rows) {
        for (Index q = (periods + 1) / 2; q < periods; ++q)
            *rows++ = ((periods - 1 - q) * period.count + period.count - (period.has_zero ? 0 : 1)) * step;
    });
}

std::vector<Index> all_of(const Places& places)
{
    std::vector<Index> all(static_cast<std::size_t>(places.count()));
    places.fill(all.data());
    return all;
}

/// Where a process's columns begin in an array that all see. Mirrored columns run backwards.
struct Beginning {
    Index place = 0;
    Index mirrored = 0;

    void add(Index distance, bool is_half)
    {
        place += distance;
        mirrored += is_half ? -distance : distance;
    }
};

std::size_t place_in(const TilePass& pass, const AxisCut* axis)
{
    return static_cast<std::size_t>(axis - pass.axes.data());
}

}  // namespace

PlainTiles::PlainTiles(std::vector<PlaceDigit> rows, std::vector<PlaceDigit> columns, Index reals, Arena& arena)
    : columns_(std::move(columns)), reals_(reals), mirrored_columns_({})
{
    const Places places(std::move(rows));
    rows_ = arena.table<Index>(places.count(), [&](Index* all) { places.fill(all); });
    row_step_ = places.step();
    gaps_ = places.have_gaps();
}

void PlainTiles::mirror(Buffer<Index> rows, std::vector<PlaceDigit> columns)
{
    mirrored_from_ = rows_.size() - rows.size();
    mirrored_rows_ = std::move(rows);
    mirrored_columns_ = Places(std::move(columns));
    row_step_ = 0;
}

void PlainTiles::begin_at(Index place, Index mirrored_place)
{
    begin_ = place;
    mirrored_begin_ = mirrored_place;
}

PlainTiles::Tables PlainTiles::tables() const
{
    Tables tables{{rows_.begin(), rows_.end()}, all_of(columns_), {}};
    for (Index& column : tables.columns) column += begin_;
    if (mirrored_rows_.size() == 0) return tables;
    std::copy(mirrored_rows_.begin(), mirrored_rows_.end(), tables.rows.begin() + mirrored_from_);
    tables.mirrored_columns = all_of(mirrored_columns_);
    for (Index& column : tables.mirrored_columns) column += mirrored_begin_;
    return tables;
}

LanePlaces PlainTiles::lanes_from(Index column, Index width)
{
    LanePlaces lanes = lanes_at(columns_, column, width, reals_);
    lanes.first += begin_;
    if (mirrored_rows_.size() == 0) return lanes;
    mirrored_lanes_ = lanes_at(mirrored_columns_, column, width, -reals_);
    mirrored_lanes_.first += mirrored_begin_;
    const Index offset = mirrored_lanes_.first - lanes.first;
    for (Index i = 0; i < mirrored_rows_.size(); ++i) rows_[mirrored_from_ + i] = mirrored_rows_[i] + offset;
    return lanes;
}

bool has_mirrored_columns(const TilePass& pass, Index reals)
{
    const AxisCut* const half = half_axis_of(pass.axes);
    return reals == reals_a_complex && half && half->half == Half::columns && half->a > 1;
}

bool has_mirrored_rows(const TilePass& pass, Index reals)
{
    const AxisCut* const half = half_axis_of(pass.axes);
    return reals == reals_a_complex && half && half->half == Half::rows && half->b > 1;
}

PlainDigits digits_of_columns(const TilePass& pass, const std::vector<Index>& strides, Index s, Index reals)
{
    const CutPart part = part_of(pass.axes, s);
    const AxisCut* const half = half_axis_of(pass.axes);
    const bool mirrored = has_mirrored_columns(pass, reals);
    Beginning beginning;
    PlainDigits digits;
    for (std::size_t l = 0; l < pass.axes.size(); ++l) {
        const AxisCut& axis = pass.axes[l];
        const Index step = reals * strides[l], q = part.coordinates[l];
        const Index row = mirrored && &axis == half ? period_of(pass, axis, q).count
                          : pass.shared             ? axis.b
                                                    : part.columns[l];
        if (axis.transformed) digits.rows.push_back({axis.a, row * step, axis.kept_inputs()});
        digits.columns.push_back({part.columns[l], step});
        if (axis.in_blocks && pass.shared) beginning.add(axis.first_column(q) * step, &axis == half);
    }
    digits.begin = beginning.place;
    digits.mirrored_begin = beginning.mirrored;
    return digits;
}

PlainTiles plain_columns(const TilePass& pass, const std::vector<Index>& strides, Index s, Arena& arena, Index reals)
{
    PlainDigits digits = digits_of_columns(pass, strides, s, reals);
    PlainTiles tiles(std::move(digits.rows), digits.columns, reals, arena);
    tiles.begin_at(digits.begin, digits.mirrored_begin);
    if (!has_mirrored_columns(pass, reals)) return tiles;
    const AxisCut* const half = half_axis_of(pass.axes);
    const std::size_t l = place_in(pass, half);
    PlaceDigit& backwards = digits.columns[l];
    const Index step = std::exchange(backwards.step, -backwards.step);
    tiles.mirror(mirrored_rows(period_of(pass, *half, half->coordinate(s)), half->a, step, arena), digits.columns);
    return tiles;
}

PlainDigits digits_of_rows(const TilePass& pass, Index s, Index reals)
{
    const CutPart part = part_of(pass.axes, s);
    const AxisCut* const half = half_axis_of(pass.axes);
    const bool mirrored = has_mirrored_rows(pass, reals);
    Beginning beginning;
    PlainDigits digits;
    std::vector<PlaceDigit> columns;
    for (std::size_t l = 0; l < pass.axes.size(); ++l) {
        const AxisCut& axis = pass.axes[l];
        const Index step = reals * pass.out_strides[l], q = part.coordinates[l];
        if (axis.in_blocks && pass.shared)
            beginning.add((axis.transformed ? axis.first_row(q) : axis.first_column(q)) * step, &axis == half);
        if (!axis.transformed) {
            digits.columns.push_back({part.columns[l], step});
            continue;
        }
        const Index row = mirrored && &axis == half ? period_of(pass, axis, q).count
                          : pass.shared             ? axis.a
                                                    : part.rows[l];
        digits.rows.push_back({axis.b, row * step, axis.kept_outputs()});
        columns.push_back({part.rows[l], step});
    }
    // the batch comes first
    digits.columns.insert(digits.columns.end(), columns.begin(), columns.end());
    digits.begin = beginning.place;
    digits.mirrored_begin = beginning.mirrored;
    return digits;
}

PlainTiles plain_rows(const TilePass& pass, Index s, Arena& arena, Index reals)
{
    PlainDigits digits = digits_of_rows(pass, s, reals);
    PlainTiles tiles(std::move(digits.rows), digits.columns, reals, arena);
    tiles.begin_at(digits.begin, digits.mirrored_begin);
    if (!has_mirrored_rows(pass, reals)) return tiles;
    // mirrored rows have one axis that is transformed
    const AxisCut* const half = half_axis_of(pass.axes);
    PlaceDigit& backwards = digits.columns.back();
    const Index step = std::exchange(backwards.step, -backwards.step);
    tiles.mirror(mirrored_rows(period_of(pass, *half, half->coordinate(s)), half->b, step, arena), digits.columns);
    return tiles;
}

PlainDigits digits_of_half_columns(const TilePass& pass, const std::vector<Index>& strides, Index s)
{
    const CutPart part = part_of(pass.axes, s);
    Beginning beginning;
    PlainDigits digits;
    for (std::size_t l = 0; l < pass.axes.size(); ++l) {
        const AxisCut& axis = pass.axes[l];
        const Index step = reals_a_complex * strides[l];
        if (axis.in_blocks && pass.shared) beginning.add(axis.first_column(part.coordinates[l]) * step, false);
        const Index length = axis.half == Half::none ? axis.a : axis.a / 2 + 1;
        if (axis.transformed) {
            digits.rows.push_back({length, step});
        } else {
            digits.columns.push_back({part.columns[l], step});
        }
    }
    digits.begin = beginning.place;
    digits.mirrored_begin = beginning.mirrored;
    return digits;
}

PlainTiles plain_half_columns(const TilePass& pass, const std::vector<Index>& strides, Index s, Arena& arena)
{
    PlainDigits digits = digits_of_half_columns(pass, strides, s);
    PlainTiles tiles(std::move(digits.rows), std::move(digits.columns), reals_a_complex, arena);
    tiles.begin_at(digits.begin, digits.mirrored_begin);
    return tiles;
}

}  // namespace bspfft

#include "bsp_fft/kernel/lanes/plain_tiles.hpp"

#include <algorithm>
#include <numeric>

namespace bspfft {

namespace {

using Half = AxisCut::Half;

constexpr Index reals_a_complex = 2;

PlainDigits::Mirror mirror_of(const TilePass& pass, const AxisCut& axis, Index coordinate, std::size_t columns)
{
    const bool rows = axis.half == Half::rows;
    const Index periods = rows ? axis.b : axis.a, length = rows ? axis.a : axis.b;
    if (pass.shared) return {periods, length, true, columns};
    return {periods, ResidueZigZag{{axis.p}, length}.count(coordinate), coordinate == 0, columns};
}

// In an array that all see, a process's part of an axis begins at an element. Mirrored columns run backwards.
void begin_at(PlainDigits& digits, const AxisCut& axis, Index distance)
{
    digits.begin += distance;
    digits.mirrored_begin += axis.half == Half::none ? distance : -distance;
}

}  // namespace

PlainDigits digits_of(PlainRows which, const TilePass& pass, const std::vector<Index>& strides, Index s, Index reals)
{
    const bool after = which == PlainRows::results, halves = which == PlainRows::halves;
    const CutPart part = part_of(pass.axes, s);
    PlainDigits digits{reals};
    std::vector<PlaceDigit> moved;  // which the batch comes before
    for (std::size_t l = 0; l < pass.axes.size(); ++l) {
        const AxisCut& axis = pass.axes[l];
        const bool is_moved = after && axis.transformed;
        const Index step = reals * strides[l], q = part.coordinates[l], length = after ? axis.b : axis.a;
        const Index columns = is_moved ? part.rows[l] : part.columns[l];
        std::vector<PlaceDigit>& to = is_moved ? moved : digits.columns;
        if (axis.in_blocks && pass.shared)
            begin_at(digits, axis, (is_moved ? axis.dealt_rows() : axis.dealt_columns()).number(q, 0) * step);
        Index row = !pass.shared ? columns : after ? axis.a : axis.b;
        if (reals == reals_a_complex && axis.half == (after ? Half::rows : Half::columns) && length > 1 && !halves)
            row = digits.mirror.emplace(mirror_of(pass, axis, q, to.size())).residues;
        const Index rows = halves && axis.half != Half::none ? length / 2 + 1 : length;
        const Kept kept = after ? axis.kept_outputs() : halves ? Kept{} : axis.kept_inputs();
        if (axis.transformed) digits.rows.push_back({rows, row * step, kept});
        to.push_back({columns, step});
    }
    if (digits.mirror && after) digits.mirror->columns += digits.columns.size();
    digits.columns.insert(digits.columns.end(), moved.begin(), moved.end());
    return digits;
}

Buffer<Index> column_places(PlainRows rows, const Pass& pass, const std::vector<Index>& strides, Arena& arena,
                            Index reals)
{
    const PlainDigits digits = digits_of(rows, *pass.tiles, strides, pass.s, reals);
    const Places columns(digits.columns, digits.begin);
    return arena.table<Index>(columns.count(), [&](Index* places) { columns.fill(places); });
}

PlainTiles::PlainTiles(const PlainDigits& digits, Arena& arena)
    : columns_(digits.columns, digits.begin), reals_(digits.reals), mirrored_columns_({})
{
    const Places places(digits.rows);
    rows_ = arena.table<Index>(places.count(), [&](Index* all) { places.fill(all); });
    row_step_ = places.step();
    gaps_ = places.have_gaps();
    if (!digits.mirror) return;
    const PlainDigits::Mirror& mirror = *digits.mirror;
    std::vector<PlaceDigit> backwards = digits.columns;
    const Index step = backwards[mirror.columns].step;
    backwards[mirror.columns].step = -step;
    mirrored_columns_ = Places(backwards, digits.mirrored_begin);
    // element i of period q is at q residues + i; that of its mirror is in period periods-1-q, counted from the end
    mirrored_rows_ = arena.table<Index>(mirror.periods / 2, [&](Index* rows) {
        const Index end = mirror.has_zero ? mirror.residues : mirror.residues - 1;
        for (Index q = mirror.periods / 2; q-- > 0;) *rows++ = (q * mirror.residues + end) * step;
    });
    mirrored_from_ = rows_.size() - mirrored_rows_.size();
    row_step_ = 0;
}

bool PlainTiles::have_whole_lines(Index lanes, Index line) const
{
    const auto begins_line = [line](Index place) { return place % line == 0; };
    if (gaps_ || 2 * lanes % line != 0) return false;
    for (Index column = 0; column + lanes <= column_count(); column += lanes) {
        if (!begins_line(columns_.of(column)) || columns_.neighbours(column, reals_) < lanes) return false;
    }
    return std::all_of(rows_.begin(), rows_.begin() + std::min(mirrored_from_, rows_.size()), begins_line);
}

bool PlainTiles::stay_in(Index cache_bytes, Index bytes_per_real) const
{
    constexpr Index ways = 16;  // or about as many
    const Index way = cache_bytes / ways, places = way / std::gcd(row_step_ * bytes_per_real, way);
    return row_step_ == 0 || rows_.size() <= ways * places;
}

void PlainTiles::put_rows_at(const std::vector<Index>& places)
{
    const std::vector<Index> before(rows_.begin(), rows_.end());
    Index* to = rows_.data();
    for (const Index place : places) *to++ = before[static_cast<std::size_t>(place)];
    row_step_ = 0;
}

void PlainTiles::leave_out_rows_from(Index row)
{
    if (row >= rows_.size()) return;
    gaps_ = true;
    row_step_ = 0;
    std::fill(rows_.begin() + row, rows_.end(), missing_row);
}

PlainTiles::Tables PlainTiles::tables() const
{
    Tables tables{{rows_.begin(), rows_.end()}, all_of(columns_), {}};
    if (mirrored_rows_.size() == 0) return tables;
    std::copy(mirrored_rows_.begin(), mirrored_rows_.end(), tables.rows.begin() + mirrored_from_);
    tables.mirrored_columns = all_of(mirrored_columns_);
    return tables;
}

LanePlaces PlainTiles::lanes_from(Index column, Index most)
{
    const Index width = std::min(most, column_count() - column);
    const bool has_mirrors = mirrored_rows_.size() > 0;
    const LanePlaces lanes = lanes_at(columns_, column, width, reals_, reals_ == 2 && !has_mirrors);
    if (!has_mirrors) return lanes;
    mirrored_lanes_ = lanes_at(mirrored_columns_, column, width, -reals_, false);
    const Index offset = mirrored_lanes_.first - lanes.first;
    for (Index i = 0; i < mirrored_rows_.size(); ++i) rows_[mirrored_from_ + i] = mirrored_rows_[i] + offset;
    return lanes;
}

}  // namespace bspfft

#include "bsp_fft/kernel/lanes/tile_places.hpp"

namespace bspfft {

namespace {

// The rows of one receiver; returns their end.
Index* fill_rows(const std::vector<AxisCut>& axes, Index receiver, Index* rows)
{
    const CutPart part = part_of(axes, receiver);
    rows[0] = 0;
    Index known = 1;
    for (std::size_t l = 0; l < axes.size(); ++l) {
        if (!axes[l].transformed) continue;
        for (Index at = known; at-- > 0;) {
            const Index number = rows[at] * axes[l].results();
            for (Index i = part.rows[l]; i-- > 0;)
                rows[at * part.rows[l] + i] = number + axes[l].row(part.coordinates[l], i);
        }
        known *= part.rows[l];
    }
    return rows + known;
}

}  // namespace

Places::Places(const std::vector<PlaceDigit>& digits, Index begin) : begin_(begin)
{
    for (const PlaceDigit& digit : digits) {
        if (digit.count == 1) continue;
        if (!digits_.empty() && digits_.back().step == digit.count * digit.step && digits_.back().kept.all() &&
            digit.kept.all()) {
            digits_.back() = {digits_.back().count * digit.count, digit.step};
        } else {
            digits_.push_back(digit);
        }
    }
}

Index Places::count() const
{
    Index product = 1;
    for (const PlaceDigit& digit : digits_) product *= digit.count;
    return product;
}

Index Places::of(Index number) const
{
    Index place = begin_;
    for (std::size_t i = digits_.size(); i-- > 1;) {
        place += number % digits_[i].count * digits_[i].step;
        number /= digits_[i].count;
    }
    return digits_.empty() ? place : place + number * digits_.front().step;
}

// Digit after digit, from the end on: places that are still to be read come before those that are written.
void Places::fill(Index* places) const
{
    if (count() == 0) return;
    places[0] = begin_;
    Index known = 1;
    for (const PlaceDigit& digit : digits_) {
        for (Index at = known; at-- > 0;) {
            const Index place = places[at];
            for (Index i = digit.count; i-- > 0;) {
                const Index number = digit.kept.number(digit.count, i);
                const bool exists = place != missing_row && number >= 0;
                places[at * digit.count + i] = exists ? place + number * digit.step : missing_row;
            }
        }
        known *= digit.count;
    }
}

bool Places::have_gaps() const
{
    return std::any_of(digits_.begin(), digits_.end(), [](const PlaceDigit& digit) { return !digit.kept.all(); });
}

Index Places::neighbours(Index first, Index reals) const
{
    if (digits_.empty()) return no_rows;
    const PlaceDigit& fastest = digits_.back();
    if (fastest.step != reals) return 1;
    return digits_.size() == 1 ? no_rows : fastest.count - first % fastest.count;
}

LanePlaces lanes_at(const Places& columns, Index first, Index width, Index reals, bool may_wrap)
{
    LanePlaces places;
    places.first = columns.of(first);
    places.width = width;
    const Index before = columns.neighbours(first, reals);
    if (before >= width) return places;
    if (may_wrap && before + columns.neighbours(first + before, reals) >= width) {
        places.wraps_at = before;
        places.wraps_by = columns.of(first + before) - places.first - reals * before;
        return places;
    }
    for (Index lane = 0; lane < width; ++lane) {
        const Index at = columns.of(first + lane) - places.first;
        places.lanes[static_cast<std::size_t>(lane)] = at;
        if (at != reals * lane) places.neighbours = false;
    }
    return places;
}

std::vector<Index> lengths_of(const TilePass& pass, Index AxisCut::* length)
{
    std::vector<Index> lengths;
    for (const AxisCut& axis : pass.axes) {
        if (axis.transformed) lengths.push_back(axis.*length);
    }
    return lengths;
}

std::function<void(Index, Index*)> twiddle_factors(const TilePass& pass, Index s)
{
    return [axes = pass.axes, lanes = pass.lanes, part = part_of(pass.axes, s)](Index tile, Index* factors) {
        const Index columns = part.column_count();
        for (Index lane = 0; lane < lanes; ++lane) {
            Index rest = tile * lanes + lane, at = 0;
            const bool exists = rest < columns;
            for (const AxisCut& axis : axes) at += axis.transformed ? 1 : 0;
            for (std::size_t l = axes.size(); l-- > 0;) {
                if (part.columns[l] == 0) continue;
                const Index c = rest % part.columns[l];
                rest /= part.columns[l];
                if (!axes[l].transformed) continue;
                factors[--at * lanes + lane] = exists ? axes[l].column(part.coordinates[l], c) : 0;
            }
        }
    };
}

PacketRows::PacketRows(const TilePass& pass, Index s, Arena& arena)
{
    const std::vector<TilePacket> packets = tile_packets_of(*pass.to, s);
    begins_ = arena.take<Index>(std::ssize(packets) + 1);
    rows_ = arena.take<Index>(all_rows(pass.axes));
    if (arena.only_counts()) return;
    Index packet = 0, *rows = rows_.data();
    for (const TilePacket& to : packets) {
        if (to.rows > 0) rows = fill_rows(pass.axes, to.receiver, rows);
        begins_[++packet] = rows - rows_.data();
    }
}

LandedRows::LandedRows(const TilePackets& packets, Index s, Arena& arena)
    : axes_(packets.axes), part_(part_of(axes_, s)), lanes_(packets.lanes), landing_(packets, s)
{
    Index operands = 1;  // j2 that a row's transform has, whether they exist or not
    for (std::size_t l = 0; l < axes_.size(); ++l)
        (axes_[l].transformed ? operands : batch_) *= axes_[l].transformed ? axes_[l].operands() : part_.columns[l];
    columns_ = arena.take<Column>(operands);
    narrow_ = arena.take<Index>(operands);
    have_gaps_ = all_columns(axes_) < operands;
}

// j2 came from the coordinate that owns it, of those that exist.
LandedRows::Column LandedRows::find_column(Index batch, Index j2) const
{
    Index row = j2, rest = batch, column = 0, columns = 1, sender = 0, senders = 1;
    for (std::size_t l = axes_.size(); l-- > 0;) {
        const AxisCut& axis = axes_[l];
        Index at = 0, count = part_.columns[l];
        if (axis.transformed) {
            const Index here = axis.kept_columns().number(axis.operands(), row % axis.operands());
            if (here < 0) return {0, 0, -1};
            const Index q = axis.dealt_columns().owner(here);
            row /= axis.operands();
            at = axis.dealt_columns().place(here);
            count = axis.columns(q);
            sender += q * senders;
            senders *= axis.p;
        } else {
            at = rest % count;
            rest /= count;
        }
        column += at * columns;
        columns *= count;
    }
    const Index tile = column / lanes_;
    const Index width = std::min(lanes_, columns - tile * lanes_);
    return {landing_.tile(sender, tile), static_cast<std::int32_t>(width), static_cast<std::int32_t>(column % lanes_)};
}

// Groups of all lanes are at the same distance from each other in full tiles of columns: there only the rows of the
// others, which are few, have a new offset.
Index LandedRows::find(Index batch, Index group, Offsets& offsets)
{
    if (batch != batch_found_) {
        narrow_count_ = 0;
        for (Index j2 = 0; j2 < columns_.size(); ++j2) {
            columns_[j2] = find_column(batch, j2);
            if (columns_[j2].lane >= 0 && columns_[j2].width != lanes_) narrow_[narrow_count_++] = j2;
        }
        batch_found_ = batch;
    }
    const Index w = width(group);
    const bool full = w == lanes_;
    const auto offset = [&](const Column& column) {
        return 2 * (column.tile + column.lane * w + group * lanes_ * (column.width - (full ? lanes_ : 0)));
    };
    if (!full || !offsets.of_full_tiles || offsets.batch != batch) {
        for (Index j2 = 0; j2 < columns_.size(); ++j2)
            offsets.rows[j2] = columns_[j2].lane < 0 ? missing_row : offset(columns_[j2]);
        offsets.of_full_tiles = full;
        offsets.batch = batch;
    } else {
        for (Index i = 0; i < narrow_count_; ++i) offsets.rows[narrow_[i]] = offset(columns_[narrow_[i]]);
    }
    return full ? 2 * group * lanes_ * lanes_ : 0;
}

}  // namespace bspfft

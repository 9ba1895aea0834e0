// Arguments of the vector code: plain pointers into the kernel's tables, the same for every instruction set.
#pragma once

#include <limits>
#include <type_traits>

#include "bsp_fft/schedule/radices.hpp"

namespace bspfft {

constexpr Index no_rows = std::numeric_limits<Index>::max();
/// The place of a row that does not exist: a source has zeros there, a target is not written.
constexpr Index missing_row = std::numeric_limits<Index>::min();

/// Where the columns of a tile are read from, or results are written to.
///
/// Real columns: a row is real numbers, and two columns are a lane. Column c < lanes is the real part of lane c, column
/// lanes + c the imaginary part. There may be up to 2 * lanes columns, the others count as zeros. `lanes`, if not null,
/// has an entry for each column; null: columns are neighbours, 1 real apart.
///
/// Mirrored rows, of interleaved complex numbers, are read conjugated, before parts are exchanged; lane 0 is at the
/// row's place, and the other lanes follow downwards, or are where mirrored_lanes says.
template <class Number>
struct TileArray {
    Number* first;
    const Index* rows;    ///< reals from `first` to each row, of a target to row k of the result
    const Index* lanes;   ///< reals from a row to each lane; null: neighbours, 2 reals apart, but for wraps_at
    Index width;          ///< lanes that exist; the others count as zeros, and are not read or written
    bool split = false;   ///< of a source: a row is `width` real parts, then as many imaginary ones; `lanes` is null
    bool swap = false;    ///< real and imaginary parts are exchanged: before and after, this makes the inverse
    std::remove_const_t<Number> scale = 1;  ///< of a target: results times this
    Index row_step = 0;   ///< the distance from each row to the next, if it is known to be always the same
    Index lane_step = 0;  ///< likewise of lanes
    bool real = false;    ///< real columns; `width` of them
    Index mirrored_from = no_rows;          ///< this row and those after it are mirrored
    const Index* mirrored_lanes = nullptr;  ///< reals from a mirrored row to each lane; null: 2 apart, downwards
    /// Some rows are missing_row. None is then mirrored, and half rows have neighbouring lanes.
    bool gaps = false;
    bool streams = false;  ///< of a target: rows are whole cache lines, and are written past the caches
    /// Neighbouring lanes in two rows of memory: from lane wraps_at on they are wraps_by reals further. No row is then
    /// mirrored.
    Index wraps_at = no_rows;
    Index wraps_by = 0;

    bool wraps() const { return wraps_at < width; }
    /// Reals from a row that is not mirrored to a lane of complex columns.
    Index place(Index lane) const { return lanes ? lanes[lane] : 2 * lane + (lane < wraps_at ? 0 : wraps_by); }
};
template <class Real>
using TileSource = TileArray<const Real>;
template <class Real>
using TileTarget = TileArray<Real>;

template <class Real>
struct ChirpTask;

/// One pass over a tile: small transforms down the rows q * radix * step + b + j * step, j < radix, in place.
template <class Real>
struct PassTask {
    SmallKind kind;
    Index radix;
    Index first;   ///< of kind two: radix = first * second; otherwise first = 1, second = radix
    Index second;
    Index step;    ///< rows from one element of a small transform to the next
    Index place;   ///< the same in places of the cache buffer, which has padding
    Index repeats;         ///< as many successive b have the same twiddles: those of other axes
    const Real* inner;     ///< of kind two: twiddles between the halves, if any; generic: cosines and sines
    const Real* twiddles;  ///< after this pass, by b / repeats and slot_of(result); complex, interleaved; null: none
    const ChirpTask<Real>* chirp;

    /// Where the twiddle of a result is: in the order in which results are computed.
    Index slot_of(Index result) const { return result % first * second + result / first; }
};

/// A tile: `rows` rows of `lanes` real parts, then `lanes` imaginary parts, in the cache buffer. Row r has the place
/// sum of digit * PassTask::place over its digits, one a pass, the first the most significant.
template <class Real>
struct TileTask {
    Index rows;
    Index lanes;
    const PassTask<Real>* passes;
    Index pass_count;
    const Index* prefix;    ///< for block q of the last pass the number of its first result
    Index digit_step;       ///< from there to the next result of the block
    const Index* position;  ///< the place of each result
    Real* cache;
    Real* scratch[2];  ///< for chirps
};

/// X_k = c_k (sum over j of (x_j c_j) d_(k-j)): the convolution is done by transforms of a smooth length.
template <class Real>
struct ChirpTask {
    Index length;
    const Real* chirp;     ///< c; complex, interleaved
    const Real* spectrum;  ///< transform of d, over the smooth length
    const Index* natural;  ///< the place of each row before the transform
    TileTask<Real> task;   ///< over the smooth length; lanes and cache are those of the tile's
};

/// The inverse of a tile of one axis, over the same rows in place: its passes in reversed order, and then results are
/// in natural order. A pass i > 0 is followed by the twiddles of the digit before it: by that digit, by b, and slot.
template <class Real>
struct BackTask {
    const Real* const* twiddles;  ///< of each pass; the first has none
    const Real* by_prefix;        ///< of the first pass, which comes last: by b, different for every lane
    const Real* by_digit;
};

/// Everything about one run over a tile.
template <class Real>
struct TileWork {
    TileTask<Real> task;
    TileSource<Real> in;
    const TileTarget<Real>* out;  ///< null: results stay in the cache buffer
    const Real* by_prefix;        ///< twiddles of results that stay there, or null
    const Real* by_digit;
    /// Instead of twiddles: a row for each result, in the order of their computation. Results times factors have real
    /// and imaginary parts exchanged: a transform of them is the inverse.
    const Real* factors = nullptr;
    const BackTask<Real>* back = nullptr;  ///< and at once that transform
    bool in_cache = false;          ///< the rows are in the cache buffer already; there is no source
};

template <class Real>
using TileCode = void (*)(const TileWork<Real>& work);

/// Rows out of the cache buffer.
template <class Real>
struct PackTask {
    Index lanes;
    const Index* positions;
    Index rows;
    Index width;  ///< lanes that are packed
    const Real* cache;
    Real* to;
    Index column_step = 0;  ///< reals from one column of a group to the next; 0: they follow one another
};

/// A result k of a transform of real columns, one with k_half <= length / 2: reals from the beginning of a table.
struct HalfResult {
    Index place;   ///< of k in the cache buffer
    Index mirror;  ///< of -k
    Index prefix;  ///< its twiddles
    Index digit;
};

/// Half rows of one part out of the cache buffer: to packets or to an array.
template <class Real>
struct HalfSplit {
    Index lanes;
    const Real* cache;
    const HalfResult* results;  ///< of all half rows
    Index part;                 ///< 0: the real parts' columns, 1: the imaginary parts'
    const Index* half_rows;     ///< that are packed
    Index count;
    Index width;
    const Real* by_prefix;
    const Real* by_digit;
    Real* to;                     ///< packed there, as in PackTask; null: to the target, all rows
    const TileTarget<Real>* out;  ///< its rows are numbered as half rows
};

/// How a half row k and the row -k that it determines become rows of the tile.
enum class HalfMerge {
    both,    ///< both are stored
    first,   ///< -k is a half row too, which comes later
    second,  ///< it came before: the mean of what the two say
    alone    ///< -k = k
};

/// A half row of a source. Places are in reals from the beginning of the cache buffer.
struct HalfInput {
    Index place;
    Index mirror;
    HalfMerge merge;
};

/// Half rows of both parts into the cache buffer.
template <class Real>
struct HalfJoin {
    Index lanes;
    Real* cache;
    const HalfInput* inputs;
    Index count;
    const TileSource<Real>* first;
    const TileSource<Real>* second;  ///< null: zeros
};

/// One vector of 2m real numbers, whose neighbours are m complex ones z. From their transform Z, m numbers, to the half
/// spectrum Y_0 .. Y_m, or back, the arrays being the same or not overlapping:
///
///     Y_k, Z_k = factor (a_k + conj a_(m-k)) + w_k (a_k - conj a_(m-k)),
///
/// where a is what it comes from, and Z_m = Z_0. Back, imaginary parts of Y_0 and Y_m are ignored.
template <class Real>
struct HalfPairs {
    Index m;
    bool back;
    Real factor;             ///< 1/2, or 1 on the way back
    const Real* weights_re;  ///< Re pair_weight(k, 2m, back), k <= m/2
    const Real* weights_im;
    const Real* from;
    Real* to;
};

}  // namespace bspfft

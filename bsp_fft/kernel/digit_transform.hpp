// The transforms over one digit of a vector, in its places, by tiles of columns: what a transform without a second
// array is made of.
#pragma once

#include <optional>
#include <vector>

#include "bsp_fft/kernel/lanes/lane_transform.hpp"
#include "bsp_fft/kernel/lanes/plain_tiles.hpp"

namespace bspfft {

/// A vector's index as three digits, (o r + row) inner + i, whose middle one is transformed. Columns (o, i) are
/// transformed alone, `outer` times `inner` of them.
struct DigitOfVector {
    Index outer;
    Index rows;
    Index inner;

    Index columns() const { return outer * inner; }
};

/// One process's transforms, made once; other processes may do other tiles at the same time.
template <class Real>
class DigitTransform {
public:
    enum class Twiddles { none, after };

    /// Complex elements are `stride` elements apart. Twiddles are w_(rows inner)^(k i), as for a transform of length
    /// rows inner whose next digit is i.
    DigitTransform(const DigitOfVector& digit, Index stride, Twiddles twiddles, Arena& arena);

    Index tiles() const { return tiles_of(digit_.columns(), lanes); }

    /// Result k goes to row places[k] instead of k: every number below rows once. Without twiddles only.
    void put_results_at(const std::vector<Index>& places) { to_.put_rows_at(places); }
    /// Rows from this one on are zeros, and are not read; or results that are not written.
    void leave_out_inputs_from(Index row) { from_.leave_out_rows_from(row); }
    void leave_out_results_from(Index row) { to_.leave_out_rows_from(row); }

    /// What results are multiplied by, without twiddles only; and whether real and imaginary parts are exchanged before
    /// and after, which makes the inverse.
    struct Run {
        Real scale = 1;
        bool swap_before = false;
        bool swap_after = false;
    };
    /// From one array to another of the same strides, or in place.
    void run(Index tile, const Real* in, Real* out, const Run& run);

private:
    static constexpr Index lanes = LaneTransform<Real>::widest;

    void store(const TileTarget<Real>& target) const;

    DigitOfVector digit_;
    PlainTiles from_, to_;
    LaneTransform<Real> transform_;
    std::optional<LaneTwiddles<Real>> twiddles_;
};

}  // namespace bspfft

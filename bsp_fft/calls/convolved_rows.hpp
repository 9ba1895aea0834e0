// The rows of a convolution in place: transformed, multiplied by the spectrum of the chirp, and transformed inversely
// in the cache, several at a time, each in a lane.
#pragma once

#include <algorithm>
#include <array>
#include <complex>
#include <vector>

#include "bsp_fft/kernel/digit_transform.hpp"

namespace bspfft::calls {

/// One process's; other processes may do other tiles at the same time. There are a rows of length b, row after row.
template <class Real>
class ConvolvedRows {
public:
    using Complex = std::complex<Real>;

    ConvolvedRows(Index a, Index b, Arena& arena)
        : a_(a),
          b_(b),
          rows_({b_}, lanes, arena),
          rows_back_(*rows_.passes(), arena),
          twiddles_(
              rows_, {a_ * b_}, tiles(),
              [this](Index tile, Index* factors) {
                  for (Index lane = 0; lane < lanes; ++lane) factors[lane] = (tile * lanes + lane) % a_;
              },
              arena, 1, LaneTwiddles<Real>::Order::natural),
          natural_(rows_.passes()->natural_places(arena)),
          factors_(arena.take<Real>(2 * lanes * b_))
    {
        for (Index k = 0; k < b_; ++k) places_.push_back(2 * k);
        for (Index lane = 0; lane < lanes; ++lane) lane_places_[static_cast<std::size_t>(lane)] = 2 * lane * b_;
    }

    Index tiles() const { return tiles_of(a_, lanes); }

    /// Transforms a tile of the chirp's rows; what is kept of the results goes to the spectrum, divided by a b. Not
    /// times 1/(a b), whose rounding would be in every result, and in the same direction.
    void take_spectrum(Index tile, const Complex* chirp, Complex* spectrum)
    {
        if (tile * lanes > a_ / 2) return;
        const auto by = static_cast<double>(a_ * b_);
        rows_.run(source(tile, chirp));
        for (Index k = 0; k < b_; ++k) {
            const Real* const row = rows_.row(k);
            for (Index lane = 0; lane < lanes && tile * lanes + lane <= a_ / 2; ++lane) {
                spectrum[(tile * lanes + lane) * b_ + rows_.factor_row(k)] = {
                    static_cast<Real>(row[lane] / by), static_cast<Real>(row[lanes + lane] / by)};
            }
        }
    }

    void convolve(Index tile, const Complex* spectrum, Complex* padded)
    {
        fill_factors(tile, spectrum);
        const TileSource<Real> rows = source(tile, padded);
        rows_.run_and_back(rows, factors_.data(), rows_back_, twiddles_.of_tile(tile));
        // in the memory of the factors, which are not needed any more
        rows_.pack(natural_.data(), b_, rows.width, factors_.data());
        unpack(padded + tile * lanes * b_, rows.width);
    }

private:
    static constexpr Index lanes = LaneTransform<Real>::widest;

    TileSource<Real> source(Index tile, const Complex* array) const
    {
        TileSource<Real> source{reinterpret_cast<const Real*>(array + tile * lanes * b_), places_.data(),
                                lane_places_.data(), std::min(lanes, a_ - tile * lanes)};
        source.row_step = 2;
        source.lane_step = 2 * b_;
        return source;
    }

    // Results are computed in an order of digits, in which b - 1 - k comes as long before the end as k after the
    // beginning.
    void fill_factors(Index tile, const Complex* spectrum)
    {
        for (Index lane = 0; lane < lanes; ++lane) {
            const Index k1 = std::min(tile * lanes + lane, a_ - 1);
            const bool kept = k1 <= a_ / 2;
            const Complex* from = spectrum + (kept ? k1 * b_ : (a_ - k1 + 1) * b_ - 1);
            Real* to = factors_.data() + lane;
            for (Index k = 0; k < b_; ++k, from += kept ? 1 : -1, to += 2 * lanes) {
                to[0] = from->real();
                to[lanes] = from->imag();
            }
        }
    }

    void unpack(Complex* to, Index width) const
    {
        const Real* from = factors_.data();
        for (Index j = 0; j < b_; j += lanes) {
            const Index height = std::min(lanes, b_ - j);
            for (Index lane = 0; lane < width; ++lane, from += 2 * height) {
                for (Index i = 0; i < height; ++i) to[lane * b_ + j + i] = {from[i], from[height + i]};
            }
        }
    }

    Index a_, b_;
    LaneTransform<Real> rows_;
    BackPasses<Real> rows_back_;
    LaneTwiddles<Real> twiddles_;
    Buffer<Index> natural_;
    Buffer<Real> factors_;  ///< of a tile
    std::vector<Index> places_;
    std::array<Index, most_lanes> lane_places_{};
};

}  // namespace bspfft::calls

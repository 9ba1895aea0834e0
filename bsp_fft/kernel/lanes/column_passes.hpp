// How the lanes kernel transforms columns inside the cache: a pass for each factor of each axis.
#pragma once

#include <complex>
#include <memory>
#include <vector>

#include "bsp_fft/base/arena.hpp"
#include "bsp_fft/kernel/lanes/lanes_tasks.hpp"
#include "bsp_fft/schedule/radices.hpp"

namespace bspfft {

/// Complex number i of a table.
template <class Real>
void set_complex(Real* table, Index i, const std::complex<double>& w)
{
    table[2 * i] = static_cast<Real>(w.real());
    table[2 * i + 1] = static_cast<Real>(w.imag());
}

/// The rows of a tile, numbered row by row over several axes, the last fastest. An axis of length n = R_1 R_2 ... R_m
/// takes m passes. After pass i the value with the digits (k_1, ..., k_i) is in place of (j_1, ..., j_i), so that the
/// result comes out in reversed order of digits: k = k_1 + R_1 k_2 + R_1 R_2 k_3 + ..., axis by axis.
template <class Real>
class ColumnPasses {
public:
    ColumnPasses(std::vector<Index> axes, Arena& arena);
    ~ColumnPasses();

    const std::vector<Index>& axes() const { return axes_; }
    Index rows() const { return rows_; }
    const std::vector<PassTask<Real>>& passes() const { return passes_; }
    Index last_radix() const { return passes_.back().radix; }
    const PassTask<Real>& last_pass() const { return passes_.back(); }
    /// For each block of the last pass the number of its first result; the others follow at equal distances.
    const Buffer<Index>& prefix() const { return prefix_; }
    Index digit_step() const { return digit_step_; }
    /// The place of result k in the end.
    const Buffer<Index>& position() const { return position_; }
    /// When result k is computed: results of a block follow one another, in the order of PassTask::slot_of.
    Index order(Index k) const;
    /// The place of a row in the beginning.
    Index natural_place(Index row) const;
    Buffer<Index> natural_places(Arena& arena) const;

    /// Reals of the cache buffer: the tile, then scratch tiles of chirps.
    Index cache_reals(Index lanes) const;
    TileTask<Real> task(Index lanes, Real* cache) const;

private:
    struct Chirp;

    void add_pass(const AxisPass& pass, std::vector<Index>& weights, Arena& arena);
    void number_results();
    Index chirp_places() const;
    const Real* keep(Buffer<Real> table);

    std::vector<Index> axes_;
    Index rows_;
    std::vector<PassTask<Real>> passes_;
    /// The weights of a pass's digit in the number of a result; of both digits, where two axes are joined.
    struct Weights {
        Index first;   ///< of digit % modulus
        Index second;  ///< of digit / modulus
        Index modulus;

        Index of(Index digit) const { return digit % modulus * first + digit / modulus * second; }
    };
    std::vector<Weights> weights_;
    Index digit_step_ = 1;
    Index places_ = 1;
    Buffer<Index> prefix_;
    Buffer<Index> position_;
    std::vector<Buffer<Real>> tables_;  ///< that the passes point into
    std::vector<std::unique_ptr<Chirp>> chirps_;
};

}  // namespace bspfft

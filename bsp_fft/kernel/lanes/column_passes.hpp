// How the lanes kernel transforms columns inside the cache: a pass for each factor of each axis.
#pragma once

#include <memory>
#include <vector>

#include "bsp_fft/kernel/lanes/lanes_tasks.hpp"
#include "bsp_fft/schedule/radices.hpp"

namespace bspfft {

/// The rows of a tile, numbered row by row over several axes, the last fastest. An axis of length n = R_1 R_2 ... R_m
/// takes m passes. After pass i the value with the digits (k_1, ..., k_i) is in place of (j_1, ..., j_i), so that the
/// result comes out in reversed order of digits: k = k_1 + R_1 k_2 + R_1 R_2 k_3 + ..., axis by axis.
template <class Real>
class ColumnPasses {
public:
    explicit ColumnPasses(std::vector<Index> axes);
    ~ColumnPasses();

    const std::vector<Index>& axes() const { return axes_; }
    Index rows() const { return rows_; }
    const std::vector<PassTask<Real>>& passes() const { return passes_; }
    Index last_radix() const { return passes_.back().radix; }
    const PassTask<Real>& last_pass() const { return passes_.back(); }
    Index last_blocks() const { return rows_ / last_radix(); }
    /// Of block q of the last pass: the number of its first result; the others follow at equal distances.
    const std::vector<Index>& prefix() const { return prefix_; }
    Index digit_step() const { return digit_step_; }
    /// The place of result k in the end.
    const std::vector<Index>& position() const { return position_; }
    /// When result k is computed: results of a block follow one another, in the order of PassTask::slot_of.
    Index order(Index k) const;
    /// The place of each row in the beginning.
    std::vector<Index> natural_places() const;

    /// Reals of the cache buffer, so many lanes wide: the tile, then scratch tiles of chirps.
    static Index cache_reals(const std::vector<Index>& axes, Index lanes);
    static Index last_radix_of(const std::vector<Index>& axes);
    /// Bytes of its tables, an estimate.
    static Index bytes(const std::vector<Index>& axes);

    TileTask<Real> task(Index lanes, Real* cache) const;

private:
    struct Chirp;

    void add_pass(const AxisPass& pass, std::vector<Index>& weights);
    void set_places();
    void number_results();
    const ChirpTask<Real>* add_chirp(Index length);
    const Real* keep(std::vector<Real> table);

    std::vector<Index> axes_;
    Index rows_;
    std::vector<PassTask<Real>> passes_;
    /// Of each pass's digit in the number of a result; of both, where two axes are joined.
    struct Weights {
        Index first;  ///< of digit % modulus
        Index second; ///< of digit / modulus
        Index modulus;

        Index of(Index digit) const { return digit % modulus * first + digit / modulus * second; }
    };
    std::vector<Weights> weights_;
    Index digit_step_ = 1;
    Index places_ = 1;
    std::vector<Index> prefix_;
    std::vector<Index> position_;
    std::vector<std::vector<Real>> tables_;  ///< that the passes point into
    std::vector<std::unique_ptr<Chirp>> chirps_;
};

}  // namespace bspfft

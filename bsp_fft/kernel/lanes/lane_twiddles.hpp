// The twiddles of a tile of columns, different for every lane: products of two short tables.
#pragma once

#include <complex>
#include <functional>
#include <memory>
#include <vector>

#include "bsp_fft/kernel/lanes/column_passes.hpp"
#include "bsp_fft/kernel/kernels.hpp"

namespace bspfft {

template <class Real>
class LaneTransform;

/// For result k and a lane: the product over the axes l of w_(orders[l])^(k_l factor_l(lane)). It is a product of
/// one by prefix of k and one by its last digit. For short transforms the tables of all tiles are kept;
/// otherwise those of one tile are filled anew, from roots of unity in tables of O(sqrt(order)).
template <class Real>
class LaneTwiddles {
public:
    struct Tables {
        Buffer<Real> by_prefix;
        Buffer<Real> by_digit;
    };
    /// Fills factors[l * lanes + lane] < orders[l] for a tile.
    using FactorsOf = std::function<void(Index tile, Index* factors)>;

    /// Reversed: results are computed in reversed order of their digits. Natural: those of one axis in natural order
    /// (BackPasses), and what is said of the last digit holds for the first.
    enum class Order { reversed, natural };

    /// An order of 1 means that there are no twiddles for that axis. All are times the scale. If they are reproducible,
    /// they do not depend on the number of tiles.
    LaneTwiddles(const LaneTransform<Real>& transform, std::vector<Index> orders, Index tiles, FactorsOf factors_of,
                 Arena& arena, double scale = 1, Order order = Order::reversed, bool reproducible = false);

    /// Valid until the next call.
    const Tables& of_tile(Index tile);

private:
    /// w_order^i from two short tables; without them, which is for when the tables of all tiles are kept, exact.
    struct RootTable {
        Index order;
        int low_bits;
        Buffer<std::complex<double>> high;  ///< w^(i 2^low_bits)
        Buffer<std::complex<double>> low;   ///< w^i, i < 2^low_bits

        std::complex<double> of(Index exponent) const;
    };

    bool tables_are_small(Index tiles) const;
    Tables make_tables(Arena& arena) const;
    void make_roots(Arena& arena);
    void number_prefixes(Arena& arena);
    void fill(Tables& tables, Index tile);
    void fill_axis(std::size_t axis, Index begin, Index count, Index step);
    void fill_prefixes(Real* rows) const;
    void fill_digits(Real* rows) const;

    std::shared_ptr<const ColumnPasses<Real>> passes_;
    const PassTask<Real>* pass_;  ///< that computes the results
    Index blocks_;                ///< its small transforms
    Buffer<Index> natural_;       ///< of natural order: the first result of each block
    const Index* prefix_;         ///< the first result of each block
    Index digit_step_;            ///< from there to the next
    std::vector<Index> orders_;
    Index lanes_;
    FactorsOf factors_of_;
    double scale_;
    bool keeps_all_;
    bool has_short_tables_;  ///< of roots
    std::vector<RootTable> roots_;
    Buffer<Index> factors_;
    Buffer<Index> prefix_digits_;  ///< for each prefix where each axis's twiddles are in axis_twiddles_
    std::vector<Index> begins_;    ///< each axis's rows in axis_twiddles_; at the end those of the last digit
    Buffer<std::complex<double>> axis_twiddles_;  ///< of the tile in hand, rows of `lanes`
    std::vector<Tables> tables_;
};

}  // namespace bspfft

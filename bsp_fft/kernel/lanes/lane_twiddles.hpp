// The twiddles of a tile of columns, different for every lane: products of two short tables.
#pragma once

#include <complex>
#include <functional>
#include <memory>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
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

    /// There results are computed in reversed order of their digits; back, of one axis, in natural order (BackPasses),
    /// and what is said of the last digit holds of the first.
    enum class Way { there, back };

    /// An order of 1 means that there are no twiddles for that axis. All are times the scale. If they are reproducible,
    /// they do not depend on the number of tiles.
    LaneTwiddles(const LaneTransform<Real>& transform, std::vector<Index> orders, Index tiles, FactorsOf factors_of,
                 double scale = 1, Way way = Way::there, bool reproducible = false);

    /// Valid until the next call.
    const Tables& of_tile(Index tile);

    static Index bytes(const std::vector<Index>& axes, Index lanes, const std::vector<Index>& orders, Index tiles);

private:
    /// w_order^i from two short tables; without them, which is for when the tables of all tiles are kept, exact.
    struct Roots {
        Index order;
        int low_bits;
        std::vector<std::complex<double>> high;  ///< w^(i 2^low_bits)
        std::vector<std::complex<double>> low;   ///< w^i, i < 2^low_bits

        std::complex<double> of(Index exponent) const;
    };

    static Index reals_a_tile(const std::vector<Index>& axes, Index lanes);
    static bool keeps_all(const std::vector<Index>& axes, Index lanes, Index tiles);

    Tables make_tables() const;
    void make_roots();
    void fill(Tables& tables, Index tile);
    void fill_axis(std::size_t axis, std::size_t begin, Index count, Index step);
    void fill_prefixes(Real* rows) const;
    void fill_digits(Real* rows) const;

    std::shared_ptr<const ColumnPasses<Real>> passes_;
    const PassTask<Real>* pass_;  ///< that computes the results
    std::vector<Index> prefix_;   ///< of the results of each of its small transforms: the first
    Index digit_step_;            ///< from there to the next
    std::vector<Index> orders_;
    Index lanes_;
    FactorsOf factors_of_;
    double scale_;
    bool keeps_all_;
    bool has_short_tables_;  ///< of roots
    std::vector<Roots> roots_;
    std::vector<Index> factors_;
    std::vector<Index> prefix_digits_;  ///< of each prefix: where each axis's twiddles are in axis_twiddles_
    std::vector<std::size_t> begins_;   ///< of each axis in axis_twiddles_, in rows; at the end those of the last digit
    std::vector<std::complex<double>> axis_twiddles_;  ///< of the tile in hand, rows of `lanes`
    std::vector<Tables> tables_;
};

}  // namespace bspfft

// Transforms of tiles: columns are lanes, of any length and any number of axes; and their twiddles, different for every
// lane.
#pragma once

#include <complex>
#include <functional>
#include <memory>
#include <vector>

#include "bsp_fft/kernel/lanes/column_passes.hpp"
#include "bsp_fft/kernel/lanes/lanes_tasks.hpp"

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
    Buffer<Index> slots_;  ///< of the last digits: to divide for each takes longer than its row
    Buffer<std::complex<double>> axis_twiddles_;  ///< of the tile in hand, rows of `lanes`
    std::vector<Tables> tables_;
};

/// The inverse of a tile of one axis, from results in reversed order of digits to rows in natural order, in place. The
/// passes are those of the forward transform, the last first. Pass i transforms digit i. With b the number that the
/// digits from i on make then, and k the digit before them, which is transformed next, the twiddles are w^(b k).
template <class Real>
class BackPasses {
public:
    /// Requires one axis.
    BackPasses(const ColumnPasses<Real>& forward, Arena& arena);

    /// Tables of the passes: by k, by the number of the digits after i, and slot; the first pass has none.
    const Real* const* twiddles() const { return twiddles_.data(); }

private:
    std::vector<Buffer<Real>> tables_;
    std::vector<const Real*> twiddles_;
};

/// Forward transforms of up to `lanes` columns at once, over all axes. The rows of a column are numbered row by row
/// over the axes, the last fastest, before and after. A tile lies in the cache buffer, rows of `lanes` real parts, then
/// `lanes` imaginary parts. Tables are made by the constructor; nothing is allocated later.
///
/// Source and target may be the same memory if each lane has the same elements in both.
template <class Real>
class LaneTransform {
public:
    /// Axes of length 1 are allowed, lanes are the widest, 4 or 1. The cache buffer is in the arena's workspace, from
    /// real `begin` on; others may use it before a run and after the last pack of it.
    LaneTransform(std::vector<Index> axes, Index lanes, Arena& arena, Index begin = 0);

    static constexpr Index widest = 64 / static_cast<Index>(sizeof(Real));

    Index rows() const { return passes_->rows(); }
    Index lanes() const { return lanes_; }
    const std::vector<Index>& axes() const { return passes_->axes(); }
    /// The place of result k in the tile, for pack.
    Index position(Index k) const { return passes_->position()[k]; }
    /// Result k itself, after a run into the cache buffer: real parts, then imaginary parts.
    Real* row(Index k) const { return task_.cache + position(k) * 2 * lanes_; }
    const std::shared_ptr<const ColumnPasses<Real>>& passes() const { return passes_; }

    void run(const TileSource<Real>& in, const TileTarget<Real>& out) const
    {
        run({task_, in, &out, nullptr, nullptr});
    }
    /// Into the cache buffer, times twiddles, if any (LaneTwiddles::of_tile); then pack.
    void run(const TileSource<Real>& in, const typename LaneTwiddles<Real>::Tables* twiddles = nullptr) const
    {
        run({task_, in, nullptr, twiddles ? twiddles->by_prefix.data() : nullptr,
             twiddles ? twiddles->by_digit.data() : nullptr});
    }
    /// Into the cache buffer, each result times its own factors, lane by lane: rows of `lanes` real parts, then `lanes`
    /// imaginary parts, that of result k at factor_row(k). Real and imaginary parts are then exchanged, so that another
    /// transform of them is the inverse.
    void run(const TileSource<Real>& in, const Real* factors) const
    {
        run({task_, in, nullptr, nullptr, nullptr, factors});
    }
    /// And at once that transform, of one axis, times twiddles: row j is then at ColumnPasses::natural_places.
    void run_and_back(const TileSource<Real>& in, const Real* factors, const BackPasses<Real>& back,
                      const typename LaneTwiddles<Real>::Tables& twiddles) const
    {
        const BackTask<Real> task{back.twiddles(), twiddles.by_prefix.data(), twiddles.by_digit.data()};
        run({task_, in, nullptr, nullptr, nullptr, factors, &task});
    }
    Index factor_row(Index k) const { return passes_->order(k); }
    /// Transforms rows that are in the cache buffer already, at ColumnPasses::natural_places.
    void run_in_cache(const TileTarget<Real>& out) const
    {
        run({task_, {}, &out, nullptr, nullptr, nullptr, nullptr, true});
    }
    Real* cache() const { return task_.cache; }
    Index cache_reals() const { return passes_->cache_reals(lanes_); }

    /// Packs rows out of the cache buffer, transposed. In groups of lanes() rows, the last maybe of fewer: for each
    /// column below the width the real parts of the group's rows, then their imaginary parts; these columns are
    /// column_step reals apart, or if it is 0, one after the other.
    void pack(const Index* positions, Index rows, Index width, Real* to, Index column_step = 0) const;

private:
    void run(const TileWork<Real>& work) const { code_(work); }

    std::shared_ptr<const ColumnPasses<Real>> passes_;
    Index lanes_;
    TileCode<Real> code_;
    TileTask<Real> task_;
};

}  // namespace bspfft

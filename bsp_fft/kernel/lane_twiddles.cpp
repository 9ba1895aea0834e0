#include "bsp_fft/kernel/lane_twiddles.hpp"

#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/base/roots.hpp"

namespace bspfft {

namespace {

// Below this many bytes the twiddles of all tiles are kept: they stay in the cache.
constexpr Index small_tables = Index{384} << 10;

int low_bits_of(Index order) { return (log2_exact(order) + 1) / 2; }

}  // namespace

template <class Real>
LaneTwiddles<Real>::LaneTwiddles(const Pass& pass, const ColumnPasses<Real>& passes, Index lanes, const Scales& scales)
    : pass_(pass),
      passes_(passes),
      lanes_(lanes),
      scales_(scales),
      tiles_(pass.columns / lanes),
      keeps_all_(keeps_all(pass, lanes)),
      low_bits_(low_bits_of(pass.order))
{
    if (!keeps_all_) {
        const Index order = pass.order;
        for (Index i = 0; i < order >> low_bits_; ++i) high_roots_.push_back(root_of_unity(i << low_bits_, order));
        for (Index i = 0; i < Index{1} << low_bits_ && i < order; ++i) low_roots_.push_back(root_of_unity(i, order));
        tables_.push_back(make_tables());
        return;
    }
    for (const Direction direction : {Direction::forward, Direction::inverse}) {
        for (Index tile = 0; tile < tiles_; ++tile) {
            tables_.push_back(make_tables());
            fill(tables_.back(), tile, scales_.of(direction));
        }
    }
}

template <class Real>
Index LaneTwiddles<Real>::reals_a_tile(const Pass& pass, Index lanes)
{
    const Index radix = ColumnPasses<Real>::last_radix_of(pass.rows);
    return (pass.rows / radix + radix) * 2 * lanes;
}

template <class Real>
bool LaneTwiddles<Real>::keeps_all(const Pass& pass, Index lanes)
{
    return 2 * (pass.columns / lanes) * reals_a_tile(pass, lanes) * pass.bytes_per_real <= small_tables;
}

template <class Real>
Index LaneTwiddles<Real>::bytes(const Pass& pass, Index lanes)
{
    const Index tables = reals_a_tile(pass, lanes) * pass.bytes_per_real;
    if (keeps_all(pass, lanes)) return tables * 2 * (pass.columns / lanes);
    return tables + (Index{2} << low_bits_of(pass.order)) * static_cast<Index>(sizeof(std::complex<double>));
}

template <class Real>
auto LaneTwiddles<Real>::make_tables() const -> Tables
{
    return {Buffer<Real>(passes_.last_blocks() * 2 * lanes_), Buffer<Real>(passes_.last_radix() * 2 * lanes_)};
}

// During a transform a root is a product of one entry from each short table: root_of_unity would be too slow.
template <class Real>
std::complex<double> LaneTwiddles<Real>::root(Index exponent) const
{
    if (keeps_all_) return root_of_unity(exponent, pass_.order);
    const std::complex<double> high = high_roots_[static_cast<std::size_t>(exponent >> low_bits_)];
    const std::complex<double> low = low_roots_[static_cast<std::size_t>(exponent & ((Index{1} << low_bits_) - 1))];
    return {high.real() * low.real() - high.imag() * low.imag(), high.real() * low.imag() + high.imag() * low.real()};
}

// Row i: scale * w^(exponent_i factor(c)) for the lanes' columns c.
template <class Real>
void LaneTwiddles<Real>::fill_rows(Real* rows, Index count, const Index* exponents, Index exponent_step, Index tile,
                                   double scale) const
{
    constexpr Index most_lanes = 16;
    Index factors[most_lanes];
    for (Index b = 0; b < lanes_; ++b) factors[b] = pass_.factor(tile * lanes_ + b);
    for (Index i = 0; i < count; ++i) {
        const Index exponent = exponents ? exponents[i] : i * exponent_step;
        for (Index b = 0; b < lanes_; ++b) {
            const std::complex<double> w = scale * root(exponent * factors[b]);
            rows[i * 2 * lanes_ + b] = static_cast<Real>(w.real());
            rows[i * 2 * lanes_ + lanes_ + b] = static_cast<Real>(w.imag());
        }
    }
}

template <class Real>
void LaneTwiddles<Real>::fill(Tables& tables, Index tile, double scale) const
{
    fill_rows(tables.by_prefix.data(), passes_.last_blocks(), passes_.prefix.data(), 0, tile, scale);
    fill_rows(tables.by_digit.data(), passes_.last_radix(), nullptr, passes_.last_blocks(), tile, 1);
}

template <class Real>
auto LaneTwiddles<Real>::of_tile(Index tile, Direction direction) -> const Tables&
{
    if (keeps_all_)
        return tables_[static_cast<std::size_t>(tile + (direction == Direction::inverse ? tiles_ : 0))];
    fill(tables_.front(), tile, scales_.of(direction));
    return tables_.front();
}

template class LaneTwiddles<float>;
template class LaneTwiddles<double>;

}  // namespace bspfft

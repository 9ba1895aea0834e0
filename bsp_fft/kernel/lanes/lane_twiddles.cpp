#include "bsp_fft/kernel/lanes/lane_twiddles.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/roots.hpp"
#include "bsp_fft/kernel/lanes/lane_transform.hpp"

namespace bspfft {

namespace {

// Below this many bytes the twiddles of all tiles are kept: they stay in the cache. Where they are much work for each
// tile, a twelfth of its numbers, twice as many are.
constexpr Index small_tables = Index{192} << 10;
constexpr Index much_work = 12;

// Half of the bits of the greatest exponent.
int low_bits_of(Index order) { return std::bit_width(static_cast<std::uint64_t>(order)) / 2; }

std::complex<double> product(const std::complex<double>& a, const std::complex<double>& b)
{
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// The axis that the last pass belongs to.
std::size_t last_axis(const std::vector<Index>& axes)
{
    std::size_t axis = axes.size() - 1;
    while (axis > 0 && axes[axis] == 1) --axis;
    return axis;
}

std::size_t size_of(Index count) { return static_cast<std::size_t>(count); }

}  // namespace

template <class Real>
LaneTwiddles<Real>::LaneTwiddles(const LaneTransform<Real>& transform, std::vector<Index> orders, Index tiles,
                                 FactorsOf factors_of, double scale, Way way, bool reproducible)
    : passes_(transform.passes()),
      pass_(way == Way::there ? &passes_->passes().back() : &passes_->passes().front()),
      prefix_(passes_->prefix()),
      digit_step_(passes_->digit_step()),
      orders_(std::move(orders)),
      lanes_(transform.lanes()),
      factors_of_(std::move(factors_of)),
      scale_(scale),
      keeps_all_(keeps_all(transform.axes(), transform.lanes(), tiles)),
      has_short_tables_(reproducible || !keeps_all_),
      factors_(orders_.size() * size_of(lanes_))
{
    if (way == Way::back) {
        digit_step_ = passes_->rows() / pass_->radix;
        prefix_.resize(size_of(digit_step_));
        std::iota(prefix_.begin(), prefix_.end(), Index{0});
    }
    make_roots();
    if (!keeps_all_) {
        tables_.push_back(make_tables());
        return;
    }
    for (Index tile = 0; tile < tiles; ++tile) {
        tables_.push_back(make_tables());
        fill(tables_.back(), tile);
    }
}

// An axis has twiddles for each k, the last one for each prefix of k and each last digit of it.
template <class Real>
void LaneTwiddles<Real>::make_roots()
{
    const std::vector<Index>& axes = passes_->axes();
    if (orders_.size() != axes.size())
        throw Error(Status::invalid_argument, text("there are ", orders_.size(), " orders of twiddles for ",
                                                   axes.size(), " axes; an axis without twiddles has the order 1"));
    const std::size_t last = last_axis(axes);
    std::size_t rows = 0;
    for (std::size_t l = 0; l < axes.size(); ++l) {
        checked_product(axes[l], orders_[l]);
        begins_.push_back(rows);
        rows += size_of(l == last ? digit_step_ : axes[l]);
        Roots& roots = roots_.emplace_back(Roots{orders_[l], low_bits_of(orders_[l]), {}, {}});
        if (!has_short_tables_) continue;
        const Index low = Index{1} << roots.low_bits;
        roots.high.reserve(size_of(orders_[l] / low + 1));
        roots.low.reserve(size_of(std::min(low, orders_[l])));
        for (Index i = 0; i < orders_[l]; i += low) roots.high.push_back(root_of_unity(i, orders_[l]));
        for (Index i = 0; i < low && i < orders_[l]; ++i) roots.low.push_back(root_of_unity(i, orders_[l]));
    }
    begins_.push_back(rows);
    axis_twiddles_.resize((rows + size_of(pass_->radix)) * size_of(lanes_));
    for (const Index prefix : prefix_) {
        Index inner = passes_->rows();
        for (std::size_t l = 0; l < axes.size(); ++l) {
            inner /= axes[l];
            if (orders_[l] > 1) prefix_digits_.push_back(static_cast<Index>(begins_[l]) + prefix / inner % axes[l]);
        }
    }
}

template <class Real>
Index LaneTwiddles<Real>::reals_a_tile(const std::vector<Index>& axes, Index lanes)
{
    const Index radix = ColumnPasses<Real>::last_radix_of(axes);
    return (product_of(axes) / radix + radix) * 2 * lanes;
}

template <class Real>
bool LaneTwiddles<Real>::keeps_all(const std::vector<Index>& axes, Index lanes, Index tiles)
{
    const Index reals = reals_a_tile(axes, lanes);
    const bool works_much = reals * much_work > product_of(axes) * 2 * lanes;
    return tiles * reals * static_cast<Index>(sizeof(Real)) <= (works_much ? 2 : 1) * small_tables;
}

template <class Real>
Index LaneTwiddles<Real>::bytes(const std::vector<Index>& axes, Index lanes, const std::vector<Index>& orders,
                                Index tiles)
{
    constexpr auto complex = static_cast<Index>(sizeof(std::complex<double>));
    const Index tables = reals_a_tile(axes, lanes) * static_cast<Index>(sizeof(Real));
    Index total = keeps_all(axes, lanes, tiles) ? tables * tiles : tables;
    const Index last_radix = ColumnPasses<Real>::last_radix_of(axes);
    for (std::size_t l = 0; l < axes.size(); ++l) {
        total += (l == last_axis(axes) ? axes[l] / last_radix + last_radix : axes[l]) * lanes * complex;
        const Index low = Index{1} << low_bits_of(orders[l]);
        if (!keeps_all(axes, lanes, tiles)) total += (std::min(low, orders[l]) + orders[l] / low) * complex;
    }
    const Index prefixes = product_of(axes) / last_radix;
    return total + prefixes * static_cast<Index>(axes.size() * sizeof(Index));
}

template <class Real>
auto LaneTwiddles<Real>::make_tables() const -> Tables
{
    return {Buffer<Real>(static_cast<Index>(prefix_.size()) * 2 * lanes_), Buffer<Real>(pass_->radix * 2 * lanes_)};
}

// During a transform a root is a product of one entry from each short table: root_of_unity would be too slow.
template <class Real>
std::complex<double> LaneTwiddles<Real>::Roots::of(Index exponent) const
{
    if (exponent >= order) exponent %= order;
    if (high.empty()) return root_of_unity(exponent, order);
    return product(high[size_of(exponent >> low_bits)], low[size_of(exponent & ((Index{1} << low_bits) - 1))]);
}

// Rows of w^(i step factor), i < count.
template <class Real>
void LaneTwiddles<Real>::fill_axis(std::size_t axis, std::size_t begin, Index count, Index step)
{
    const Index* const factors = factors_.data() + axis * size_of(lanes_);
    std::complex<double>* to = axis_twiddles_.data() + begin * size_of(lanes_);
    for (Index i = 0; i < count; ++i) {
        for (Index lane = 0; lane < lanes_; ++lane) *to++ = roots_[axis].of(i * step * factors[lane]);
    }
}

template <class Real>
void LaneTwiddles<Real>::fill_prefixes(Real* rows) const
{
    const auto blocks = static_cast<Index>(prefix_.size());
    const Index axes = static_cast<Index>(prefix_digits_.size()) / blocks;
    const Index* digits = prefix_digits_.data();
    for (Index q = 0; q < blocks; ++q, digits += axes, rows += 2 * lanes_) {
        for (Index lane = 0; lane < lanes_; ++lane) {
            std::complex<double> w = 1;
            for (Index l = 0; l < axes; ++l) {
                const std::complex<double>& factor = axis_twiddles_[size_of(digits[l] * lanes_ + lane)];
                w = l == 0 ? factor : product(w, factor);
            }
            rows[lane] = static_cast<Real>(scale_ * w.real());
            rows[lanes_ + lane] = static_cast<Real>(scale_ * w.imag());
        }
    }
}

template <class Real>
void LaneTwiddles<Real>::fill_digits(Real* rows) const
{
    const std::complex<double>* from = axis_twiddles_.data() + begins_.back() * size_of(lanes_);
    for (Index i = 0; i < pass_->radix; ++i) {
        Real* const row = rows + pass_->slot_of(i) * 2 * lanes_;
        for (Index lane = 0; lane < lanes_; ++lane, ++from) {
            row[lane] = static_cast<Real>(from->real());
            row[lanes_ + lane] = static_cast<Real>(from->imag());
        }
    }
}

template <class Real>
void LaneTwiddles<Real>::fill(Tables& tables, Index tile)
{
    factors_of_(tile, factors_.data());
    const std::size_t last = last_axis(passes_->axes());
    for (std::size_t l = 0; l < orders_.size(); ++l) {
        if (orders_[l] > 1) fill_axis(l, begins_[l], static_cast<Index>(begins_[l + 1] - begins_[l]), 1);
    }
    fill_axis(last, begins_.back(), pass_->radix, digit_step_);
    fill_prefixes(tables.by_prefix.data());
    fill_digits(tables.by_digit.data());
}

template <class Real>
auto LaneTwiddles<Real>::of_tile(Index tile) -> const Tables&
{
    if (keeps_all_) return tables_[size_of(tile)];
    fill(tables_.front(), tile);
    return tables_.front();
}

template class LaneTwiddles<float>;
template class LaneTwiddles<double>;

}  // namespace bspfft

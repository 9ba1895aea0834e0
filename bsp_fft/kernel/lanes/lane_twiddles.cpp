#include "bsp_fft/kernel/lanes/lane_transform.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/refusal.hpp"
#include "bsp_fft/base/roots.hpp"

namespace bspfft {

namespace {

// Below this many bytes the twiddles of all tiles are kept: they stay in the cache. Where they are much work for each
// tile, a twelfth of its numbers, twice as many are.
constexpr Index small_tables = Index{192} << 10;
constexpr Index much_work = 12;

/// The axis that the last pass belongs to.
std::size_t last_axis(const std::vector<Index>& axes)
{
    std::size_t axis = axes.size() - 1;
    while (axis > 0 && axes[axis] == 1) --axis;
    return axis;
}

}  // namespace

template <class Real>
LaneTwiddles<Real>::LaneTwiddles(const LaneTransform<Real>& transform, std::vector<Index> orders, Index tiles,
                                 FactorsOf factors_of, Arena& arena, double scale, Order order, bool reproducible)
    : passes_(transform.passes()),
      pass_(order == Order::reversed ? &passes_->passes().back() : &passes_->passes().front()),
      blocks_(passes_->rows() / pass_->radix),
      prefix_(passes_->prefix().data()),
      digit_step_(passes_->digit_step()),
      orders_(std::move(orders)),
      lanes_(transform.lanes()),
      factors_of_(std::move(factors_of)),
      scale_(scale),
      keeps_all_(tables_are_small(tiles)),
      has_short_tables_(reproducible || !keeps_all_),
      factors_(arena.take<Index>(static_cast<Index>(orders_.size()) * lanes_))
{
    if (order == Order::natural) {
        digit_step_ = blocks_;
        natural_ = arena.table<Index>(blocks_, [&](Index* first) { std::iota(first, first + blocks_, Index{0}); });
        prefix_ = natural_.data();
    }
    make_roots(arena);
    number_prefixes(arena);
    slots_ = arena.table<Index>(pass_->radix, [&](Index* slots) {
        for (Index i = 0; i < pass_->radix; ++i) slots[i] = pass_->slot_of(i);
    });
    const Index kept = keeps_all_ ? tiles : 1;
    tables_.reserve(static_cast<std::size_t>(kept));
    for (Index tile = 0; tile < kept; ++tile) {
        tables_.push_back({arena.take<Real>(blocks_ * 2 * lanes_), arena.take<Real>(pass_->radix * 2 * lanes_)});
        if (keeps_all_ && !arena.only_counts()) fill(tables_.back(), tile);
    }
}

// An axis has twiddles for each k, the last one for each prefix of k and each last digit of it.
template <class Real>
void LaneTwiddles<Real>::make_roots(Arena& arena)
{
    const std::vector<Index>& axes = passes_->axes();
    if (orders_.size() != axes.size())
        throw refusal("there are ", orders_.size(), " orders of twiddles for ", axes.size(),
                      " axes; an axis without twiddles has the order 1");
    const std::size_t last = last_axis(axes);
    Index rows = 0;
    for (std::size_t l = 0; l < axes.size(); ++l) {
        const Index order = orders_[l];
        // what does not fit in memory is refused for that
        if (!arena.only_counts()) checked_product(axes[l], order);
        begins_.push_back(rows);
        rows += l == last ? digit_step_ : axes[l];
        // half of the bits of the greatest exponent
        const int low_bits = std::bit_width(static_cast<std::uint64_t>(order)) / 2;
        RootTable& roots = roots_.emplace_back(RootTable{order, low_bits, {}, {}});
        if (!has_short_tables_) continue;
        const Index low = Index{1} << low_bits, high = (order + low - 1) / low;
        roots.high = arena.table<std::complex<double>>(high, [&](std::complex<double>* to) {
            for (Index i = 0; i < high; ++i) to[i] = root_of_unity(i * low, order);
        });
        roots.low = arena.table<std::complex<double>>(std::min(low, order), [&](std::complex<double>* to) {
            for (Index i = 0; i < low && i < order; ++i) to[i] = root_of_unity(i, order);
        });
    }
    begins_.push_back(rows);
    axis_twiddles_ = arena.take<std::complex<double>>((rows + pass_->radix) * lanes_);
}

template <class Real>
void LaneTwiddles<Real>::number_prefixes(Arena& arena)
{
    const std::vector<Index>& axes = passes_->axes();
    const Index twiddled = std::count_if(orders_.begin(), orders_.end(), [](Index order) { return order > 1; });
    prefix_digits_ = arena.table<Index>(twiddled * blocks_, [&](Index* to) {
        for (Index q = 0; q < blocks_; ++q) {
            Index inner = passes_->rows();
            for (std::size_t l = 0; l < axes.size(); ++l) {
                inner /= axes[l];
                if (orders_[l] > 1) *to++ = begins_[l] + prefix_[q] / inner % axes[l];
            }
        }
    });
}

template <class Real>
bool LaneTwiddles<Real>::tables_are_small(Index tiles) const
{
    const Index radix = passes_->last_radix(), reals = (passes_->rows() / radix + radix) * 2 * lanes_;
    const bool works_much = reals * much_work > passes_->rows() * 2 * lanes_;
    return tiles * reals * static_cast<Index>(sizeof(Real)) <= (works_much ? 2 : 1) * small_tables;
}

// During a transform a root is a product of one entry from each short table: root_of_unity would be too slow.
template <class Real>
std::complex<double> LaneTwiddles<Real>::RootTable::of(Index exponent) const
{
    if (exponent >= order) exponent %= order;
    if (!high.data()) return root_of_unity(exponent, order);
    return product(high[exponent >> low_bits], low[exponent & ((Index{1} << low_bits) - 1)]);
}

// Rows of w^(i step factor), i < count.
template <class Real>
void LaneTwiddles<Real>::fill_axis(std::size_t axis, Index begin, Index count, Index step)
{
    const Index* const factors = factors_.data() + static_cast<Index>(axis) * lanes_;
    std::complex<double>* to = axis_twiddles_.data() + begin * lanes_;
    for (Index i = 0; i < count; ++i) {
        for (Index lane = 0; lane < lanes_; ++lane) *to++ = roots_[axis].of(i * step * factors[lane]);
    }
}

template <class Real>
void LaneTwiddles<Real>::fill_prefixes(Real* rows) const
{
    const Index axes = prefix_digits_.size() / blocks_;
    const Index* digits = prefix_digits_.data();
    for (Index q = 0; q < blocks_; ++q, digits += axes, rows += 2 * lanes_) {
        for (Index lane = 0; lane < lanes_; ++lane) {
            std::complex<double> w = 1;
            for (Index l = 0; l < axes; ++l) {
                const std::complex<double>& factor = axis_twiddles_[digits[l] * lanes_ + lane];
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
    const std::complex<double>* from = axis_twiddles_.data() + begins_.back() * lanes_;
    for (Index i = 0; i < pass_->radix; ++i) {
        Real* const row = rows + slots_.data()[i] * 2 * lanes_;
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
        if (orders_[l] > 1) fill_axis(l, begins_[l], begins_[l + 1] - begins_[l], 1);
    }
    fill_axis(last, begins_.back(), pass_->radix, digit_step_);
    fill_prefixes(tables.by_prefix.data());
    fill_digits(tables.by_digit.data());
}

template <class Real>
auto LaneTwiddles<Real>::of_tile(Index tile) -> const Tables&
{
    if (keeps_all_) return tables_[static_cast<std::size_t>(tile)];
    fill(tables_.front(), tile);
    return tables_.front();
}

template class LaneTwiddles<float>;
template class LaneTwiddles<double>;

}  // namespace bspfft

#include "bsp_fft/kernel/digit_transform.hpp"

#include <algorithm>

namespace bspfft {

namespace {

Buffer<Index> places_of_rows(Index rows, Index step, Arena& arena)
{
    return arena.table<Index>(rows, [&](Index* places) {
        for (Index row = 0; row < rows; ++row) places[row] = row * step;
    });
}

// A digit of one value would hide that the other's places are at equal distances.
std::vector<PlaceDigit> column_digits(const DigitOfVector& digit, Index step)
{
    std::vector<PlaceDigit> digits;
    if (digit.outer > 1) digits.push_back({digit.outer, digit.rows * digit.inner * step});
    if (digit.inner > 1 || digits.empty()) digits.push_back({digit.inner, step});
    return digits;
}

std::function<void(Index, Index*)> factors_of(const DigitOfVector& digit, Index lanes)
{
    return [digit, lanes](Index tile, Index* factors) {
        for (Index lane = 0; lane < lanes; ++lane) factors[lane] = (tile * lanes + lane) % digit.inner;
    };
}

}  // namespace

template <class Real>
DigitTransform<Real>::DigitTransform(const DigitOfVector& digit, Index stride, Twiddles twiddles, Arena& arena)
    : digit_(digit),
      from_(places_of_rows(digit.rows, digit.inner * stride * reals, arena)),
      to_(places_of_rows(digit.rows, digit.inner * stride * reals, arena)),
      row_step_(digit.inner * stride * reals),
      columns_(column_digits(digit, stride * reals)),
      transform_({digit.rows}, lanes, arena)
{
    if (twiddles == Twiddles::after)
        twiddles_.emplace(transform_, std::vector<Index>{digit.rows * digit.inner}, tiles(), factors_of(digit, lanes),
                          arena);
}

template <class Real>
void DigitTransform<Real>::put_results_at(const std::vector<Index>& places)
{
    for (Index k = 0; k < to_.size(); ++k) to_[k] = from_[places[static_cast<std::size_t>(k)]];
    in_order_ = false;
}

template <class Real>
void DigitTransform<Real>::leave_out_inputs_from(Index row)
{
    gaps_before_ = row < digit_.rows;
    std::fill(from_.begin() + row, from_.end(), missing_row);
}

template <class Real>
void DigitTransform<Real>::leave_out_results_from(Index row)
{
    gaps_after_ = row < digit_.rows;
    std::fill(to_.begin() + row, to_.end(), missing_row);
}

template <class Real>
void DigitTransform<Real>::run(Index tile, const Real* in, Real* out, const Run& run)
{
    const Index width = std::min(lanes, digit_.columns() - tile * lanes);
    const LanePlaces at = lanes_at(columns_, tile * lanes, width, reals);
    TileSource<Real> source{in + at.first, from_.data(), at.table(), width, false, run.swap_before,
                            gaps_before_ ? 0 : row_step_, columns_.step()};
    source.gaps = gaps_before_;
    if (twiddles_) {
        transform_.run(source, &twiddles_->of_tile(tile));
        return store(at, out, run.swap_after);
    }
    TileTarget<Real> target{out + at.first, to_.data(), at.table(), width, run.swap_after, run.scale,
                            gaps_after_ || !in_order_ ? 0 : row_step_, columns_.step()};
    target.gaps = gaps_after_;
    transform_.run(source, target);
}

// From the cache buffer.
template <class Real>
void DigitTransform<Real>::store(const LanePlaces& at, Real* out, bool swap) const
{
    const Index first = swap ? lanes : 0, second = lanes - first;
    for (Index k = 0; k < digit_.rows; ++k) {
        const Real* const row = transform_.row(k);
        Real* const to = out + at.first + to_[k];
        for (Index lane = 0; lane < at.width; ++lane) {
            Real* const place = to + (at.neighbours ? reals * lane : at.lanes[static_cast<std::size_t>(lane)]);
            place[0] = row[first + lane];
            place[1] = row[second + lane];
        }
    }
}

template class DigitTransform<float>;
template class DigitTransform<double>;

}  // namespace bspfft

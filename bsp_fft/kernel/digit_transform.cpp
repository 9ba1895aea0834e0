#include "bsp_fft/kernel/digit_transform.hpp"

#include <algorithm>

namespace bspfft {

namespace {

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
auto DigitTransform<Real>::rows_at(Index step, Arena& arena) const -> Rows
{
    const auto fill = [&](Index* places) {
        for (Index row = 0; row < digit_.rows; ++row) places[row] = row * step;
    };
    return {arena.table<Index>(digit_.rows, fill), step};
}

template <class Real>
DigitTransform<Real>::DigitTransform(const DigitOfVector& digit, Index stride, Twiddles twiddles, Arena& arena)
    : digit_(digit),
      from_(rows_at(digit.inner * stride * reals, arena)),
      to_(rows_at(digit.inner * stride * reals, arena)),
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
    for (Index k = 0; k < digit_.rows; ++k) to_.places[k] = from_.places[places[static_cast<std::size_t>(k)]];
    to_.step = 0;
}

template <class Real>
void DigitTransform<Real>::Rows::leave_out_from(Index row)
{
    if (row >= places.size()) return;
    gaps = true;
    step = 0;
    std::fill(places.begin() + row, places.end(), missing_row);
}

template <class Real>
void DigitTransform<Real>::run(Index tile, const Real* in, Real* out, const Run& run)
{
    const Index width = std::min(lanes, digit_.columns() - tile * lanes);
    const LanePlaces at = lanes_at(columns_, tile * lanes, width, reals);
    TileSource<Real> source{in + at.first, from_.places.data(), at.table(), width, false, run.swap_before, from_.step,
                            columns_.step()};
    source.gaps = from_.gaps;
    if (twiddles_) {
        transform_.run(source, &twiddles_->of_tile(tile));
        return store(at, out, run.swap_after);
    }
    TileTarget<Real> target{out + at.first, to_.places.data(), at.table(), width, run.swap_after, run.scale, to_.step,
                            columns_.step()};
    target.gaps = to_.gaps;
    transform_.run(source, target);
}

// From the cache buffer.
template <class Real>
void DigitTransform<Real>::store(const LanePlaces& at, Real* out, bool swap) const
{
    const Index first = swap ? lanes : 0, second = lanes - first;
    for (Index k = 0; k < digit_.rows; ++k) {
        const Real* const row = transform_.row(k);
        Real* const to = out + at.first + to_.places[k];
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

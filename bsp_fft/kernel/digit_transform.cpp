#include "bsp_fft/kernel/digit_transform.hpp"

namespace bspfft {

namespace {

PlainDigits digits_of(const DigitOfVector& digit, Index stride)
{
    const Index step = 2 * stride, row = digit.inner * step;
    return {2, {{digit.rows, row}}, {{digit.outer, digit.rows * row}, {digit.inner, step}}};
}

}  // namespace

template <class Real>
DigitTransform<Real>::DigitTransform(const DigitOfVector& digit, Index stride, Twiddles twiddles, Arena& arena)
    : digit_(digit),
      from_(digits_of(digit, stride), arena),
      to_(digits_of(digit, stride), arena),
      transform_({digit.rows}, lanes, arena)
{
    if (twiddles == Twiddles::none) return;
    const auto factors_of = [inner = digit.inner](Index tile, Index* factors) {
        for (Index lane = 0; lane < lanes; ++lane) factors[lane] = (tile * lanes + lane) % inner;
    };
    twiddles_.emplace(transform_, std::vector<Index>{digit.rows * digit.inner}, tiles(), factors_of, arena);
}

template <class Real>
void DigitTransform<Real>::run(Index tile, const Real* in, Real* out, const Run& run)
{
    const LanePlaces at = from_.lanes_from(tile * lanes, lanes);
    const TileSource<Real> source = from_.source(in, at, run.swap_before);
    const TileTarget<Real> target = to_.target(out, at, run.swap_after, run.scale);
    if (!twiddles_) return transform_.run(source, target);
    transform_.run(source, &twiddles_->of_tile(tile));
    store(target);
}

// From the cache buffer.
template <class Real>
void DigitTransform<Real>::store(const TileTarget<Real>& target) const
{
    const Index first = target.swap ? lanes : 0, second = lanes - first;
    for (Index k = 0; k < digit_.rows; ++k) {
        const Real* const row = transform_.row(k);
        Real* const to = target.first + target.rows[k];
        for (Index lane = 0; lane < target.width; ++lane) {
            Real* const place = to + target.place(lane);
            place[0] = row[first + lane];
            place[1] = row[second + lane];
        }
    }
}

template class DigitTransform<float>;
template class DigitTransform<double>;

}  // namespace bspfft

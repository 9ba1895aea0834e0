#include "bsp_fft/kernel/cut_kernel.hpp"

#include <algorithm>

#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/kernel/cut_simd.hpp"
#include "bsp_fft/kernel/roots.hpp"

namespace bspfft {

namespace {

constexpr int most_bits_a_pass = 6;

// Below this many bytes the middle weights of all blocks are kept: they stay in the cache.
constexpr Index small_tables = Index{384} << 10;

// The bits of a length, spread over as few passes as possible, the larger ones first.
std::vector<int> bits_of_passes(Index length)
{
    const int bits = log2_exact(length);
    const int passes = std::max(1, (bits + most_bits_a_pass - 1) / most_bits_a_pass);
    std::vector<int> result;
    for (int i = 0; i < passes; ++i) result.push_back((bits + passes - 1 - i) / passes);
    return result;
}

// One place is left free after every span of a later pass.
TilePlaces places_of(Index length)
{
    TilePlaces places;
    Index span = length;
    int* shift = places.shift;
    for (const int bits : bits_of_passes(length)) {
        span >>= bits;
        if (span > 1 && shift != std::end(places.shift)) *shift++ = log2_exact(span);
    }
    return places;
}

Index cache_reals(const CutShape& shape)
{
    return 2 * shape.lanes * std::max(places_of(shape.n1).of(shape.n1), places_of(shape.n2).of(shape.n2));
}

// The rows of a small transform at this distance do not compete for places in a cache of 64 KiB.
template <class Real>
bool near(Index rows, Index distance)
{
    return rows * distance * static_cast<Index>(sizeof(Real)) <= Index{64} << 10;
}

// How many points the first half of a small transform has (butterflies-inl.hpp).
Index first_half(Index radix) { return radix == 16 ? 4 : 8; }

template <class Real>
void append(std::vector<Real>& table, const std::complex<double>& w)
{
    table.push_back(static_cast<Real>(w.real()));
    table.push_back(static_cast<Real>(w.imag()));
}

// Weights between the two halves of a small transform: w^(j k), k in the first half.
template <class Real>
std::vector<Real> inner_weights(Index radix)
{
    std::vector<Real> table;
    if (radix < 16) return table;
    const Index first = first_half(radix);
    for (Index j = 0; j < radix / first; ++j) {
        for (Index k = 0; k < first; ++k) append(table, root_of_unity(j * k, radix));
    }
    return table;
}

// Weights after a pass over transforms of length span: w_span^(b k).
template <class Real>
std::vector<Real> weights_after(Index span, Index radix)
{
    std::vector<Real> table;
    for (Index b = 0; b < span / radix; ++b) {
        for (Index k = 0; k < radix; ++k) append(table, root_of_unity(b * k, span));
    }
    return table;
}

Index middle_weight_reals(const CutShape& shape)
{
    const Index radix = Index{1} << bits_of_passes(shape.n1).back();
    return (shape.n1 / radix + radix) * 2 * shape.lanes;
}

template <class Real>
bool keeps_all(const CutShape& shape)
{
    return 2 * shape.column_blocks() * middle_weight_reals(shape) * static_cast<Index>(sizeof(Real)) <=
           small_tables;
}

}  // namespace

template <class Real>
ColumnPasses<Real>::ColumnPasses(Index length) : length(length), position(static_cast<std::size_t>(length))
{
    const std::vector<int> bits = bits_of_passes(length);
    Index span = length;
    tables_.reserve(2 * bits.size());
    for (const int b : bits) {
        const Index radix = Index{1} << b;
        const Real* const inner = tables_.emplace_back(inner_weights<Real>(radix)).data();
        const bool last = span == radix;
        const Real* const weights =
            last ? nullptr : tables_.emplace_back(weights_after<Real>(span, radix)).data();
        span /= radix;
        passes.push_back({radix, span, inner, weights});
    }
    places = places_of(length);
    for (Index at = 0; at < length; ++at) {
        // the digits of the place, from the first (most significant) on
        Index rest = at, above = length, k = 0, weight = 1;
        for (const PassTask<Real>& pass : passes) {
            above /= pass.radix;
            k += rest / above * weight;
            rest %= above;
            weight *= pass.radix;
        }
        position[static_cast<std::size_t>(k)] = places.of(at);
        if (at % last_radix() == 0) prefix.push_back(k);
    }
}

template <class Real>
CutKernel<Real>::CutKernel(const CutShape& shape, double forward_scale, double inverse_scale)
    : shape_(shape),
      scale_{forward_scale, inverse_scale},
      columns_(shape.n1),
      rows_(shape.n2),
      low_bits_((log2_exact(shape.n()) + 1) / 2),
      keeps_all_(keeps_all<Real>(shape)),
      cache_(cache_reals(shape))
{
    const Index n = shape.n();
    for (Index i = 0; i < n >> low_bits_; ++i) high_roots_.push_back(root_of_unity(i << low_bits_, n));
    for (Index i = 0; i < Index{1} << low_bits_ && i < n; ++i) low_roots_.push_back(root_of_unity(i, n));

    if (!keeps_all_) {
        middle_weights_.push_back(make_middle_weights());
        return;
    }
    for (const double scale : scale_) {
        for (Index block = 0; block < shape.column_blocks(); ++block) {
            middle_weights_.push_back(make_middle_weights());
            fill(middle_weights_.back(), block, scale);
        }
    }
}

template <class Real>
Index CutKernel<Real>::bytes(const CutShape& shape)
{
    constexpr auto real = static_cast<Index>(sizeof(Real));
    const Index tables = (shape.n1 + shape.n2) * (2 * real + static_cast<Index>(sizeof(Index)));
    const Index roots =
        (Index{2} << ((log2_exact(shape.n()) + 1) / 2)) * static_cast<Index>(sizeof(std::complex<double>));
    const Index middle =
        middle_weight_reals(shape) * real * (keeps_all<Real>(shape) ? 2 * shape.column_blocks() : 1);
    return tables + roots + middle + cache_reals(shape) * real;
}

template <class Real>
auto CutKernel<Real>::make_middle_weights() const -> MiddleWeights
{
    return {Buffer<Real>(columns_.last_blocks() * 2 * shape_.lanes),
            Buffer<Real>(columns_.last_radix() * 2 * shape_.lanes)};
}

// While a transform runs there is no time for more than a product of one root from each short table.
template <class Real>
std::complex<double> CutKernel<Real>::middle_root(Index exponent) const
{
    if (keeps_all_) return root_of_unity(exponent, shape_.n());
    const std::complex<double> high = high_roots_[static_cast<std::size_t>(exponent >> low_bits_)];
    const std::complex<double> low =
        low_roots_[static_cast<std::size_t>(exponent & ((Index{1} << low_bits_) - 1))];
    return {high.real() * low.real() - high.imag() * low.imag(),
            high.real() * low.imag() + high.imag() * low.real()};
}

// Row i: scale * w_n^(factor_i j2) for the lanes' columns j2.
template <class Real>
void CutKernel<Real>::fill_rows(Real* rows, Index count, const Index* factors, Index factor_step, Index block,
                                double scale) const
{
    const Index lanes = shape_.lanes;
    for (Index i = 0; i < count; ++i) {
        const Index factor = factors ? factors[i] : i * factor_step;
        for (Index b = 0; b < lanes; ++b) {
            const Index exponent = factor * (shape_.s + shape_.p * (block * lanes + b));
            const std::complex<double> w = scale * middle_root(exponent);
            rows[i * 2 * lanes + b] = static_cast<Real>(w.real());
            rows[i * 2 * lanes + lanes + b] = static_cast<Real>(w.imag());
        }
    }
}

template <class Real>
void CutKernel<Real>::fill(MiddleWeights& weights, Index block, double scale) const
{
    fill_rows(weights.by_prefix.data(), columns_.last_blocks(), columns_.prefix.data(), 0, block, scale);
    fill_rows(weights.by_digit.data(), columns_.last_radix(), nullptr, columns_.last_blocks(), block, 1);
}

template <class Real>
auto CutKernel<Real>::middle_weights(Index block, Direction direction) -> const MiddleWeights&
{
    const bool inverse = direction == Direction::inverse;
    if (middle_weights_.size() > 1)
        return middle_weights_[static_cast<std::size_t>(block + (inverse ? shape_.column_blocks() : 0))];
    fill(middle_weights_.front(), block, scale_[inverse]);
    return middle_weights_.front();
}

// The inverse is the forward transform with real and imaginary parts exchanged on the way in and on the way
// out.
template <class Real>
ColumnTask<Real> CutKernel<Real>::task(const ColumnPasses<Real>& passes, Direction direction)
{
    return {passes.length,
            shape_.lanes,
            passes.passes.data(),
            static_cast<Index>(passes.passes.size()),
            passes.places,
            cache_.data(),
            direction == Direction::inverse};
}

template <class Real>
void CutKernel<Real>::transform_columns(Index block, Direction direction, const Complex* x)
{
    const MiddleWeights& weights = middle_weights(block, direction);
    const Index stride = 2 * shape_.columns();
    const PassTask<Real>& pass = columns_.passes.front();
    const UserTile<const Real> tile{reinterpret_cast<const Real*>(x + block * shape_.lanes), stride,
                                    near<Real>(pass.radix, pass.step * stride)};
    simd::columns_in(
        ColumnsIn<Real>{task(columns_, direction), tile, weights.by_prefix.data(), weights.by_digit.data()});
}

template <class Real>
void CutKernel<Real>::pack(Index t, Index first, Index count, Real* packet) const
{
    const Index* const position = columns_.position.data() + t + shape_.p * first * shape_.lanes;
    simd::pack(PackTask<Real>{shape_.lanes, count, position, shape_.p, cache_.data(), packet});
}

template <class Real>
void CutKernel<Real>::transform_rows(Index block, Direction direction, const Real* middle, Complex* y)
{
    const Index stride = 2 * shape_.rows();
    const UserTile<Real> tile{reinterpret_cast<Real*>(y + block * shape_.lanes), stride,
                              near<Real>(rows_.last_radix(), rows_.last_blocks() * stride)};
    simd::rows_out(RowsOut<Real>{task(rows_, direction), middle + 2 * block * shape_.tile(),
                                 log2_exact(shape_.p), log2_exact(shape_.lanes), shape_.column_blocks(),
                                 shape_.packet_stride(), rows_.prefix.data(), tile});
}

template struct ColumnPasses<float>;
template struct ColumnPasses<double>;
template class CutKernel<float>;
template class CutKernel<double>;

}  // namespace bspfft

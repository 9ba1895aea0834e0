#include "bsp_fft/kernel/column_passes.hpp"

#include <algorithm>
#include <complex>
#include <iterator>

#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/base/roots.hpp"

namespace bspfft {

namespace {

constexpr int most_bits_a_pass = 6;

// The bits of a length, divided among as few passes as possible, the larger ones first.
std::vector<int> bits_of_passes(Index length)
{
    const int bits = log2_exact(length);
    const int passes = std::max(1, (bits + most_bits_a_pass - 1) / most_bits_a_pass);
    std::vector<int> result;
    for (int i = 0; i < passes; ++i) result.push_back((bits + passes - 1 - i) / passes);
    return result;
}

// One row of padding after every span of a later pass.
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

// How many points the first half of a small transform has (butterflies-inl.hpp).
Index first_half(Index radix) { return radix == 16 ? 4 : 8; }

template <class Real>
void append(std::vector<Real>& table, const std::complex<double>& w)
{
    table.push_back(static_cast<Real>(w.real()));
    table.push_back(static_cast<Real>(w.imag()));
}

// Twiddles between the two halves of a small transform: w^(j k), k in the first half.
template <class Real>
std::vector<Real> inner_twiddles(Index radix)
{
    std::vector<Real> table;
    if (radix < 16) return table;
    const Index first = first_half(radix);
    for (Index j = 0; j < radix / first; ++j) {
        for (Index k = 0; k < first; ++k) append(table, root_of_unity(j * k, radix));
    }
    return table;
}

// Twiddles after a pass over transforms of length span: w_span^(b k).
template <class Real>
std::vector<Real> twiddles_after(Index span, Index radix)
{
    std::vector<Real> table;
    for (Index b = 0; b < span / radix; ++b) {
        for (Index k = 0; k < radix; ++k) append(table, root_of_unity(b * k, span));
    }
    return table;
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
        const Real* const inner = tables_.emplace_back(inner_twiddles<Real>(radix)).data();
        const bool last = span == radix;
        const Real* const twiddles =
            last ? nullptr : tables_.emplace_back(twiddles_after<Real>(span, radix)).data();
        span /= radix;
        passes.push_back({radix, span, inner, twiddles});
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
Index ColumnPasses<Real>::cache_reals(Index length, Index lanes)
{
    return 2 * lanes * places_of(length).of(length);
}

template <class Real>
Index ColumnPasses<Real>::last_radix_of(Index length)
{
    return Index{1} << bits_of_passes(length).back();
}

template struct ColumnPasses<float>;
template struct ColumnPasses<double>;

}  // namespace bspfft

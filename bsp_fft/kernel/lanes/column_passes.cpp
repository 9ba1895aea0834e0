#include "bsp_fft/kernel/lanes/column_passes.hpp"

#include <algorithm>
#include <complex>
#include <utility>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/roots.hpp"
#include "bsp_fft/layout/axis_parts.hpp"
#include "bsp_fft/schedule/radices.hpp"

namespace bspfft {

namespace {

// Twiddles between the two halves of a small transform: w^(j k), for each j > 0 in the second half and k > 0 in the
// first.
template <class Real>
Buffer<Real> twiddles_between(const Radix& radix, Arena& arena)
{
    return arena.table<Real>(2 * (radix.second - 1) * (radix.first - 1), [&](Real* table) {
        Index i = 0;
        for (Index j = 1; j < radix.second; ++j) {
            for (Index k = 1; k < radix.first; ++k) set_complex(table, i++, root_of_unity(j * k, radix.length));
        }
    });
}

// Cosine and sine of 2 pi j k / radix, for j and k in the first half.
template <class Real>
Buffer<Real> generic_table(Index radix, Arena& arena)
{
    const Index half = radix / 2;
    return arena.table<Real>(2 * half * half, [&](Real* table) {
        Index i = 0;
        for (Index k = 1; k <= half; ++k) {
            for (Index j = 1; j <= half; ++j) set_complex(table, i++, std::conj(root_of_unity(j * k % radix, radix)));
        }
    });
}

// Twiddles after a pass, with `rest` rows of its axis still to come: w_span^(b k), in the order of its slots. Where two
// axes are joined, k is the digit of the second.
template <class Real>
Buffer<Real> twiddles_after(const AxisPass& of, const PassTask<Real>& pass, Arena& arena)
{
    const Index joined = of.joins_axes ? of.radix.first : 1, span = of.rest * pass.radix / joined;
    return arena.table<Real>(2 * of.rest * pass.radix, [&](Real* table) {
        for (Index b = 0; b < of.rest; ++b) {
            for (Index k = 0; k < pass.radix; ++k)
                set_complex(table, b * pass.radix + pass.slot_of(k), root_of_unity(b * (k / joined), span));
        }
    });
}

// Recursively, a prime factor of the length at a time.
std::vector<std::complex<double>> spectrum_of(const std::vector<std::complex<double>>& x)
{
    const auto n = static_cast<Index>(x.size());
    if (n == 1) return x;
    Index prime = 2;
    while (n % prime != 0) ++prime;
    const Index m = n / prime;
    std::vector<std::complex<double>> result(x.size(), 0), part(static_cast<std::size_t>(m));
    for (Index r = 0; r < prime; ++r) {
        for (Index i = 0; i < m; ++i) part[static_cast<std::size_t>(i)] = x[static_cast<std::size_t>(i * prime + r)];
        const std::vector<std::complex<double>> transformed = spectrum_of(part);
        for (Index k = 0; k < n; ++k)
            result[static_cast<std::size_t>(k)] +=
                root_of_unity(r * k % n, n) * transformed[static_cast<std::size_t>(k % m)];
    }
    return result;
}

}  // namespace

template <class Real>
struct ColumnPasses<Real>::Chirp {
    Chirp(Index length, Arena& arena);

    ColumnPasses<Real> passes;
    Buffer<Real> chirp;
    Buffer<Real> spectrum;
    Buffer<Index> natural;
    ChirpTask<Real> task;
};

template <class Real>
ColumnPasses<Real>::ColumnPasses(std::vector<Index> axes, Arena& arena)
    : axes_(std::move(axes)), rows_(product_of(axes_))
{
    // for each axis the weight of its next digit in the number of a result
    std::vector<Index> weights = row_by_row(axes_);
    for (const AxisPass& pass : passes_over(axes_)) add_pass(pass, weights, arena);
    // an odd number of places between values of a digit: rows at a power of two would map to the same cache sets
    for (auto pass = passes_.rbegin(); pass != passes_.rend(); ++pass) {
        pass->place = places_;
        places_ = (pass->radix * places_) | 1;
    }
    prefix_ = arena.take<Index>(rows_ / last_radix());
    position_ = arena.take<Index>(rows_);
    if (!arena.only_counts()) number_results();
}

template <class Real>
ColumnPasses<Real>::~ColumnPasses() = default;

template <class Real>
const Real* ColumnPasses<Real>::keep(Buffer<Real> table)
{
    return tables_.emplace_back(std::move(table)).data();
}

template <class Real>
void ColumnPasses<Real>::add_pass(const AxisPass& of, std::vector<Index>& weights, Arena& arena)
{
    const Index inner = row_by_row(axes_)[of.axis];
    const Radix& radix = of.radix;
    PassTask<Real> pass{radix.kind, radix.length, radix.first, radix.second, of.rest * inner, 0, inner,
                        nullptr, nullptr, nullptr};
    if (radix.kind == SmallKind::two && !of.joins_axes) pass.inner = keep(twiddles_between<Real>(radix, arena));
    if (radix.kind == SmallKind::generic) pass.inner = keep(generic_table<Real>(radix.length, arena));
    if (radix.kind == SmallKind::chirp)
        pass.chirp = &chirps_.emplace_back(std::make_unique<Chirp>(radix.length, arena))->task;
    if (of.rest > 1) pass.twiddles = keep(twiddles_after(of, pass, arena));
    passes_.push_back(pass);

    Index& weight = weights[of.axis];
    if (of.joins_axes) {
        std::size_t before = of.axis - 1;
        while (axes_[before] == 1) --before;
        weights_.push_back({weights[before], weight, radix.first});
        weight *= radix.second;
    } else {
        weights_.push_back({weight, 0, radix.length});
        weight *= radix.length;
    }
    digit_step_ = weights_.back().first;
}

template <class Real>
void ColumnPasses<Real>::number_results()
{
    for (Index row = 0; row < rows_; ++row) {
        Index rest = row, above = rows_, k = 0, place = 0;
        for (std::size_t i = 0; i < passes_.size(); ++i) {
            above /= passes_[i].radix;
            k += weights_[i].of(rest / above);
            place += rest / above * passes_[i].place;
            rest %= above;
        }
        position_[k] = place;
        if (row % last_radix() == 0) prefix_[row / last_radix()] = k;
    }
}

template <class Real>
Index ColumnPasses<Real>::order(Index k) const
{
    Index place = position_[k], row = 0;
    for (const PassTask<Real>& pass : passes_) {
        row = row * pass.radix + place / pass.place;
        place %= pass.place;
    }
    const Index digit = row % last_radix();
    return row - digit + last_pass().slot_of(digit);
}

template <class Real>
Index ColumnPasses<Real>::natural_place(Index row) const
{
    Index above = rows_, place = 0;
    for (const PassTask<Real>& pass : passes_) {
        above /= pass.radix;
        place += row / above * pass.place;
        row %= above;
    }
    return place;
}

template <class Real>
Buffer<Index> ColumnPasses<Real>::natural_places(Arena& arena) const
{
    return arena.table<Index>(rows_, [&](Index* places) {
        for (Index row = 0; row < rows_; ++row) places[row] = natural_place(row);
    });
}

template <class Real>
Index ColumnPasses<Real>::chirp_places() const
{
    Index places = 0;
    for (const auto& chirp : chirps_) places = std::max(places, chirp->passes.places_);
    return places;
}

template <class Real>
Index ColumnPasses<Real>::cache_reals(Index lanes) const
{
    return checked_product(2 * lanes, places_ + 2 * chirp_places());
}

template <class Real>
TileTask<Real> ColumnPasses<Real>::task(Index lanes, Real* cache) const
{
    const auto count = static_cast<Index>(passes_.size());
    TileTask<Real> task{rows_,       lanes,            passes_.data(), count, prefix_.data(),
                        digit_step_, position_.data(), cache,          {nullptr, nullptr}};
    if (cache && !chirps_.empty()) {
        task.scratch[0] = cache + 2 * lanes * places_;
        task.scratch[1] = task.scratch[0] + 2 * lanes * chirp_places();
    }
    return task;
}

// c_j = w_2n^(j^2), d_j its conjugate, with j from -(n-1) to n-1.
template <class Real>
ColumnPasses<Real>::Chirp::Chirp(Index length, Arena& arena)
    : passes({smooth_length(2 * length - 1)}, arena),
      chirp(arena.take<Real>(2 * length)),
      spectrum(arena.take<Real>(2 * passes.rows())),
      natural(passes.natural_places(arena)),
      task{length, chirp.data(), spectrum.data(), natural.data(), passes.task(0, nullptr)}
{
    if (arena.only_counts()) return;
    const Index smooth = passes.rows();
    std::vector<std::complex<double>> d(static_cast<std::size_t>(smooth));
    for (Index j = 0; j < length; ++j) {
        const std::complex<double> c = chirp_of(j, length);
        set_complex(chirp.data(), j, c);
        d[static_cast<std::size_t>(j)] = std::conj(c);
        if (j > 0) d[static_cast<std::size_t>(smooth - j)] = std::conj(c);
    }
    Index k = 0;
    for (const std::complex<double>& value : spectrum_of(d))
        set_complex(spectrum.data(), k++, value / static_cast<double>(smooth));
}

template class ColumnPasses<float>;
template class ColumnPasses<double>;

}  // namespace bspfft

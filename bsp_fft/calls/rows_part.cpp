// Vectors with a long prime factor, one after the other: in the lanes of tiles their convolutions would not fit in the
// caches; or so few vectors that they would leave lanes empty. Those that are short enough are convolved by one process
// each, without packets and copies; of longer ones all processes do each together.
#include <algorithm>
#include <complex>
#include <optional>

#include "bsp_fft/calls/chirp_products.hpp"
#include "bsp_fft/calls/sweeps.hpp"
#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/kernel/half/half_pairs.hpp"
#include "bsp_fft/kernel/short/short_transform.hpp"
#include "bsp_fft/plans/planning.hpp"
#include "bsp_fft/schedule/building.hpp"
#include "bsp_fft/schedule/cut_choice.hpp"
#include "bsp_fft/schedule/vector_prices.hpp"

namespace bspfft::calls {

namespace {

/// Where a row begins, in reals.
struct Row {
    Index in, out;
};

std::vector<Row> rows_of(const Request& request)
{
    const Index in = request.data == Data::real ? 1 : 2, out = request.data == Data::half_spectrum ? 1 : 2;
    std::vector<Row> rows{{0, 0}};
    for (const Axis& axis : request.axes) {
        if (axis.transformed()) continue;
        std::vector<Row> more;
        for (const Row& row : rows) {
            for (Index i = 0; i < axis.length; ++i)
                more.push_back({row.in + i * axis.in * in, row.out + i * axis.out * out});
        }
        rows = std::move(more);
    }
    return rows;
}

/// The length of the convolution with the lowest price, as a short vector; 0 if there is none.
Index short_convolution(Index n, Index bytes_per_real)
{
    constexpr Index step = 64;  // with it, stages fill their lanes
    Pricing pricing(built_in_prices(bytes_per_real));
    Index best = 0;
    double least = 0;
    const Index longest = longest_short_bytes / (2 * bytes_per_real);
    if (n > longest / 2) return 0;
    const Index first = (2 * n - 1 + step - 1) / step * step;
    for (Index length = first; length <= std::min(longest, first + first / 6 + step); length += step) {
        if (!is_short_length(length, bytes_per_real)) continue;
        const double price = real(length) * pricing.tile_seconds({length}, 0);
        if (best > 0 && price >= least) continue;
        best = length;
        least = price;
    }
    return best;
}

/// Neighbours in a real row of even length are a complex number.
bool has_pairs(const Request& row) { return row.data != Data::complex && row.elements() % 2 == 0; }
Index points_of(const Request& row) { return row.elements() / (has_pairs(row) ? 2 : 1); }
/// The length of the convolution of a row.
Index short_convolution(const Request& row) { return short_convolution(points_of(row), row.bytes_per_real()); }

/// Each process has rows of its own, and convolves them in its caches.
template <class Real>
class ShortRowsPart final : public Sweeps {
public:
    using Complex = std::complex<Real>;

    ShortRowsPart(const Request& request, Index length)
        : Sweeps(request, {{text("convolutions of length ", length), flops(request, length)}}),
          rows_(rows_of(request)),
          n_(points_of(row_of(request))),
          length_(length),
          products_(request),
          transform_(length, arena_),
          chirp_(arena_.table<Complex>(n_,
                                       [&](Complex* chirp) {
                                           for (Index j = 0; j < n_; ++j)
                                               chirp[j] = static_cast<Complex>(chirp_of(j, n_));
                                       })),
          spectrum_(arena_.take<Complex>(length)),
          padded_(arena_.take<Complex>(length))
    {
        if (has_pairs(row_of(request))) conversion_.emplace(n_, is_back(), arena_);
        for (Index at = 0; at < length; ++at) padded_.data()[at] = padded_chirp(chirp_.data(), n_, at, length);
        run(padded_.data(), spectrum_.data(), false);
        // not times 1/length, whose rounding would be in every result
        for (Index at = 0; at < length; ++at) spectrum_.data()[at] /= static_cast<Real>(length);
    }

    void execute(const void* in, void* out) override
    {
        sweep(0, [&] {
            for_my(static_cast<Index>(rows_.size()), [&](Index i) {
                const Row& row = rows_[size_of(i)];
                convolve(static_cast<const Real*>(in) + row.in, static_cast<Real*>(out) + row.out);
            });
        });
    }

private:
    static Index flops(const Request& request, Index length)
    {
        const Request row = row_of(request);
        const Index n = points_of(row), rows = request.elements() / row.elements();
        const Index pairs = has_pairs(row) ? SeparateStep{.back = row.data == Data::half_spectrum}.flops() * n : 0;
        return rows * (2 * flops_of(length, length) + flops_a_product * (2 * n + length) + pairs);
    }
    bool is_back() const { return products_.data == Data::half_spectrum; }
    void run(const Complex* from, Complex* to, bool inverse)
    {
        transform_.run(reinterpret_cast<const Real*>(from), reinterpret_cast<Real*>(to), inverse, 1);
    }
    void convolve(const Real* x, Real* y)
    {
        Complex* const padded = padded_.data();
        conversion_ ? take_pairs(x) : products_.before(x, chirp_.data(), padded, 0, length_);
        run(padded, padded, false);
        const Complex* const spectrum = spectrum_.data();
        for (Index at = 0; at < length_; ++at) padded[at] = product(padded[at], spectrum[at]);
        run(padded, padded, true);
        conversion_ ? give_pairs(y) : products_.after(padded, chirp_.data(), y, 0, products_.count_out());
    }

    // From reals, or from half a spectrum: the inverse transform has its parts exchanged before and after.
    void take_pairs(const Real* x)
    {
        Complex* const padded = padded_.data();
        const Index step = products_.axis.in;
        if (is_back()) {
            for (Index k = 0; k <= n_; ++k) padded[k] = reinterpret_cast<const Complex*>(x)[k * step];
            convert();
            std::transform(padded, padded + n_, padded, ChirpProducts<Real>::swapped);
        } else {
            for (Index j = 0; j < n_; ++j) padded[j] = {x[2 * j * step], x[(2 * j + 1) * step]};
        }
        for (Index j = 0; j < n_; ++j) padded[j] = product(padded[j], chirp_[j]);
        std::fill(padded + n_, padded + length_, Complex{});
    }
    void give_pairs(Real* y)
    {
        Complex* const padded = padded_.data();
        const Index step = products_.axis.out;
        for (Index k = 0; k < n_; ++k) padded[k] = products_.scale * product(padded[k], chirp_[k]);
        if (is_back()) {
            for (Index j = 0; j < n_; ++j) {
                y[2 * j * step] = padded[j].imag();
                y[(2 * j + 1) * step] = padded[j].real();
            }
        } else {
            convert();
            for (Index k = 0; k <= n_; ++k) reinterpret_cast<Complex*>(y)[k * step] = padded[k];
        }
    }
    void convert()
    {
        auto* const reals = reinterpret_cast<Real*>(padded_.data());
        conversion_->run(reals, reals);
    }

    std::vector<Row> rows_;
    Index n_;  ///< complex numbers that are convolved
    Index length_;
    ChirpProducts<Real> products_;
    ShortTransform<Real> transform_;
    std::optional<PairConversion<Real>> conversion_;
    Buffer<Complex> chirp_, spectrum_, padded_;
};

/// All processes transform one row after the other.
template <class Real>
class RowsPart final : public Part {
public:
    explicit RowsPart(const Request& request) : rows_(rows_of(request)) {}

    /// Collective, after all were made.
    void make_row(const Request& row) { row_ = make_part(row); }

    void execute(const void* in, void* out) override
    {
        for (const Row& row : rows_)
            row_->execute(static_cast<const Real*>(in) + row.in, static_cast<Real*>(out) + row.out);
    }
    void account(bool on) override { row_->account(on); }
    Ledger ledger() const override { return row_->ledger(); }
    c::Counts counts() const override
    {
        c::Counts all = row_->counts();
        const auto count = static_cast<Index>(rows_.size());
        all.flops *= count;
        all.words *= count;
        all.synchronisations *= count;
        all.bytes += count * static_cast<Index>(sizeof(Row));
        return all;
    }

private:
    std::vector<Row> rows_;
    std::unique_ptr<Part> row_;
};

}  // namespace

Request row_of(const Request& request)
{
    Request row = request;
    std::erase_if(row.axes, [](const Axis& axis) { return !axis.transformed(); });
    return row;
}

bool goes_by_rows(const Request& request, Index p)
{
    if (request.trigonometric || request.reproducible || request.transformed().size() > 1) return false;
    const Request row = row_of(request);
    const Index n = row.elements(), rows = request.elements() / n;
    if (rows > 1 && request.in_place && !request.keeps_places()) return false;
    if (has_long_prime(n)) return rows > 1 || (p == 1 && short_convolution(row) > 0);
    // pairs are half as long
    const Index lanes = line_bytes / request.bytes_per_real();
    return p == 1 && leaves_lanes_empty(n, rows, has_pairs(row) ? lanes + lanes / 2 : lanes) &&
           short_convolution(row) > 0;
}

double price_by_rows(const Request& request, Index p)
{
    const Request row = row_of(request);
    const Index rows = request.elements() / row.elements(), bytes_per_real = request.bytes_per_real();
    const Index length = short_convolution(row);
    if (length == 0 || rows < p) return real(rows) * price_of(row, p);
    const double transform = Pricing(built_in_prices(bytes_per_real)).tile_seconds({length}, 0);
    return real((rows + p - 1) / p) * real(length) * 2 * (transform + of_product);
}

std::unique_ptr<Part> make_part_by_rows(const Request& request)
{
    const auto made = [&]<class Real>(Real) -> std::unique_ptr<Part> {
        const Request row = made_together([&] { return row_of(request); });
        const Index length = short_convolution(row);
        if (length > 0 && request.elements() / row.elements() >= Port().p())
            return made_together([&] { return std::make_unique<ShortRowsPart<Real>>(request, length); });
        auto part = made_together([&] { return std::make_unique<RowsPart<Real>>(request); });
        part->make_row(row);
        return part;
    };
    return request.single ? made(float{}) : made(double{});
}

}  // namespace bspfft::calls

// Bluestein's algorithm (schedule/bluestein.cpp) without a second array. A convolution needs no spectrum in natural
// order: with N = a b, columns of length a are transformed in place, and then rows of length b, which leaves element
// k = k1 + a k2 of the spectrum at k1 b + k2. There it meets the chirp's spectrum in the same order, and rows and
// columns are transformed inversely. A row is transformed, multiplied and transformed inversely in the cache.
//
// The chirp is the same at j and -j, and so is its spectrum at k and -k: of row k1 it is that of row a - k1 from its
// end to its beginning, and only half of the rows are kept.
//
// Besides the caller's arrays there are N numbers, N/2 of the spectrum and n of the chirp: 4n. A plan with a landing
// array and a copy of the caller's elements has 9n.
#include <algorithm>
#include <complex>

#include "bsp_fft/base/roots.hpp"
#include "bsp_fft/bsp/gather.hpp"
#include "bsp_fft/calls/sweeps.hpp"
#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/execution/any_execution.hpp"
#include "bsp_fft/plans/planning.hpp"
#include "bsp_fft/kernel/digit_transform.hpp"
#include "bsp_fft/schedule/building.hpp"
#include "bsp_fft/schedule/flop_counts.hpp"

namespace bspfft::calls {

namespace {

// Shorter ones have their arrays in the caches.
constexpr Index shortest = Index{1} << 15;

/// N = a b: the sizes and counts, known before anything is made.
struct Convolution {
    Schedule schedule;
    Index n, a, b;

    Convolution(const Request& request, Index bytes_per_real) : schedule(schedule_of(request, bytes_per_real))
    {
        const AxisCut cut = schedule.program().cut().front();
        n = schedule.n();
        // of rows there are factors in the cache as well
        a = std::max(cut.a, cut.b);
        b = std::min(cut.a, cut.b);
    }

    Index length() const { return a * b; }
    Index rows_in() const { return (n + b - 1) / b; }  ///< of length b, that are not all zeros, or that are results
    Index rows_kept() const { return a / 2 + 1; }      ///< of the spectrum

    std::vector<std::pair<std::string, Index>> sweeps() const
    {
        const Index columns = flops_of(length(), a), rows = flops_of(length(), b);
        return {{"chirp", flops_a_product * n},
                {text("columns of length ", a), columns},
                {text("rows of length ", b, ", spectrum, inverse"), 2 * rows + flops_a_product * length()},
                {text("columns of length ", a, ", inverse"), columns},
                {"chirp", flops_a_product * n}};
    }

private:
    static Schedule schedule_of(const Request& request, Index bytes_per_real)
    {
        ScheduleOptions options;
        options.exchange = resolved(Exchange::automatic);
        options.bytes_per_real = bytes_per_real;
        return bluestein_schedule(request.problem(), 1, options);
    }
};

/// What all processes see, and process 0 owns.
template <class Real>
struct Arrays {
    std::complex<Real>* chirp;     ///< c_j = w_(2n)^(j^2)
    std::complex<Real>* spectrum;  ///< of conj(c), divided by N: rows 0 .. a/2, each in the order of factor_row
    std::complex<Real>* padded;    ///< N
};

template <class Real>
class ConvolvedPart final : public Sweeps {
public:
    using Complex = std::complex<Real>;

    ConvolvedPart(const Request& request, const Convolution& convolution)
        : Sweeps(convolution.sweeps()),
          data_(request.data),
          inverse_(request.direction == Direction::inverse),
          in_(request.axes.front().in),
          out_(request.axes.front().out),
          scale_(static_cast<Real>(request.scale)),
          n_(convolution.n),
          a_(convolution.a),
          b_(convolution.b),
          rows_in_(convolution.rows_in()),
          columns_({1, a_, b_}, 1, DigitTransform<Real>::Twiddles::after, arena_),
          columns_back_({1, a_, b_}, 1, DigitTransform<Real>::Twiddles::none, arena_),
          rows_({b_}, lanes, arena_),
          rows_back_(*rows_.passes(), arena_),
          twiddles_(rows_, {a_ * b_}, row_tiles(),
                    [this](Index tile, Index* factors) {
                        for (Index lane = 0; lane < lanes; ++lane) factors[lane] = (tile * lanes + lane) % a_;
                    },
                    arena_, 1, LaneTwiddles<Real>::Order::natural),
          natural_(rows_.passes()->natural_places(arena_)),
          factors_(arena_.take<Real>(2 * lanes * b_))
    {
        columns_back_.leave_out_results_from(rows_in_);
        for (Index k = 0; k < b_; ++k) places_.push_back(2 * k);
        if (s() > 0) return;
        Arena counting(Arena::counts);
        take_arrays(convolution, counting);
        require_memory(convolution.schedule, arena_.bytes() + counting.bytes(), 1);
        take_arrays(convolution, arena_);
    }

    /// Collective, after all were made.
    void prepare()
    {
        Port port;
        arrays_ = {chirp_.data(), spectrum_.data(), padded_.data()};
        if (p() > 1) broadcast(port, arrays_);
        const auto sync = [&] {
            if (p() > 1) port.sync();
        };
        fill_chirp();
        sync();
        fill_padded();
        sync();
        transform_columns();
        sync();
        take_spectrum();
        sync();
        columns_.leave_out_inputs_from(rows_in_);
    }

    void execute(const void* in, void* out) override
    {
        sweep(0, [&] { multiply_in(static_cast<const Real*>(in)); });
        sweep(1, [&] { transform_columns(); });
        sweep(2, [&] { convolve_rows(); });
        sweep(3, [&] {
            const auto [first, last] = share(columns_back_.tiles());
            Real* const padded = reals(arrays_.padded);
            const typename DigitTransform<Real>::Run unswapped{1, false, true};
            for (Index tile = first; tile < last; ++tile) columns_back_.run(tile, padded, padded, unswapped);
        });
        sweep(4, [&] { multiply_out(static_cast<Real*>(out)); });
    }

    Index bytes() const override { return arena_.bytes(); }

private:
    static constexpr Index lanes = LaneTransform<Real>::widest;

    static Real* reals(Complex* x) { return reinterpret_cast<Real*>(x); }
    static Complex swapped(const Complex& x) { return {x.imag(), x.real()}; }
    static Complex product(const Complex& x, const Complex& y)
    {
        return {x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()};
    }

    void take_arrays(const Convolution& convolution, Arena& arena)
    {
        chirp_ = arena.take<Complex>(n_);
        spectrum_ = arena.take<Complex>(convolution.rows_kept() * b_);
        padded_ = arena.take<Complex>(convolution.length());
    }

    Index row_tiles() const { return tiles_of(a_, lanes); }

    // j^2 mod 2n in integers: rounded, it would cost all accuracy. (j + 1)^2 = j^2 + 2j + 1.
    void fill_chirp() const
    {
        __extension__ using Wide = unsigned __int128;
        const auto [first, last] = share(n_);
        auto square = static_cast<Index>(static_cast<Wide>(first) * static_cast<Wide>(first) %
                                         static_cast<Wide>(2 * n_));
        for (Index j = first; j < last; ++j) {
            arrays_.chirp[j] = static_cast<Complex>(root_of_unity(square, 2 * n_));
            square = (square + 2 * j + 1) % (2 * n_);
        }
    }

    // conj(c_j) at j and N - j: what the spectrum is of.
    void fill_padded() const
    {
        const Index length = a_ * b_;
        const auto [first, last] = share(length);
        for (Index at = first; at < last; ++at) {
            const Index j = std::min(at, length - at);
            arrays_.padded[at] = j < n_ ? std::conj(arrays_.chirp[j]) : Complex{};
        }
    }

    TileSource<Real> rows_of(Index tile)
    {
        for (Index lane = 0; lane < lanes; ++lane) lane_places_[static_cast<std::size_t>(lane)] = 2 * lane * b_;
        TileSource<Real> source{reals(arrays_.padded + tile * lanes * b_), places_.data(), lane_places_.data(),
                                std::min(lanes, a_ - tile * lanes)};
        source.row_step = 2;
        source.lane_step = 2 * b_;
        return source;
    }

    // Not times 1/N, whose rounding would be in every result, and in the same direction.
    void take_spectrum()
    {
        const auto by = static_cast<double>(a_ * b_);
        const auto [first, last] = share(row_tiles());
        for (Index tile = first; tile < last && tile * lanes <= a_ / 2; ++tile) {
            rows_.run(rows_of(tile));
            for (Index k = 0; k < b_; ++k) {
                const Real* const row = rows_.row(k);
                for (Index lane = 0; lane < lanes && tile * lanes + lane <= a_ / 2; ++lane) {
                    arrays_.spectrum[(tile * lanes + lane) * b_ + rows_.factor_row(k)] = {
                        static_cast<Real>(row[lane] / by), static_cast<Real>(row[lanes + lane] / by)};
                }
            }
        }
    }

    void transform_columns()
    {
        const auto [first, last] = share(columns_.tiles());
        Real* const padded = reals(arrays_.padded);
        for (Index tile = first; tile < last; ++tile) columns_.run(tile, padded, padded, {});
    }

    // Results are computed in an order of digits, in which b - 1 - k comes as long before the end as k after the
    // beginning.
    void fill_factors(Index tile)
    {
        for (Index lane = 0; lane < lanes; ++lane) {
            const Index k1 = std::min(tile * lanes + lane, a_ - 1);
            const bool kept = k1 <= a_ / 2;
            const Complex* from = arrays_.spectrum + (kept ? k1 * b_ : (a_ - k1 + 1) * b_ - 1);
            Real* to = factors_.data() + lane;
            for (Index k = 0; k < b_; ++k, from += kept ? 1 : -1, to += 2 * lanes) {
                to[0] = from->real();
                to[lanes] = from->imag();
            }
        }
    }

    void convolve_rows()
    {
        const auto [first, last] = share(row_tiles());
        for (Index tile = first; tile < last; ++tile) {
            fill_factors(tile);
            const TileSource<Real> source = rows_of(tile);
            rows_.run_and_back(source, factors_.data(), rows_back_, twiddles_.of_tile(tile));
            // in the memory of the factors, which are not needed any more
            rows_.pack(natural_.data(), b_, source.width, factors_.data());
            unpack(arrays_.padded + tile * lanes * b_, source.width);
        }
    }

    void unpack(Complex* to, Index width) const
    {
        const Real* from = factors_.data();
        for (Index j = 0; j < b_; j += lanes) {
            const Index height = std::min(lanes, b_ - j);
            for (Index lane = 0; lane < width; ++lane, from += 2 * height) {
                for (Index i = 0; i < height; ++i) to[lane * b_ + j + i] = {from[i], from[height + i]};
            }
        }
    }

    // The inverse is the forward transform with real and imaginary parts exchanged before and after. Elements of half a
    // spectrum that have mirrors count twice: then one part of the sum is what the mirrors would make of it.
    void multiply_in(const Real* x) const
    {
        const Index count = data_ == Data::half_spectrum ? n_ / 2 + 1 : n_;
        const Share mine = share(rows_in_ * b_);
        const auto* const complex = reinterpret_cast<const Complex*>(x);
        const auto fill = [&](auto value) {
            for (Index j = mine.first; j < std::min(mine.last, count); ++j)
                arrays_.padded[j] = product(value(j), arrays_.chirp[j]);
        };
        if (data_ == Data::real) {
            fill([&](Index j) { return Complex(x[j * in_]); });
        } else if (data_ == Data::half_spectrum) {
            fill([&](Index k) {
                const bool alone = k == 0 || 2 * k == n_;
                return alone ? Complex(0, complex[k * in_].real()) : Real{2} * swapped(complex[k * in_]);
            });
        } else if (inverse_) {
            fill([&](Index j) { return swapped(complex[j * in_]); });
        } else {
            fill([&](Index j) { return complex[j * in_]; });
        }
        std::fill(arrays_.padded + std::clamp(count, mine.first, mine.last), arrays_.padded + mine.last, Complex{});
    }

    void multiply_out(Real* y) const
    {
        const Index count = data_ == Data::real ? n_ / 2 + 1 : n_;
        const Share mine = share(count);
        auto* const complex = reinterpret_cast<Complex*>(y);
        const auto fill = [&](auto take) {
            for (Index k = mine.first; k < mine.last; ++k)
                take(k, scale_ * product(arrays_.padded[k], arrays_.chirp[k]));
        };
        if (data_ == Data::half_spectrum) {
            fill([&](Index k, const Complex& value) { y[k * out_] = value.imag(); });
        } else if (inverse_) {
            fill([&](Index k, const Complex& value) { complex[k * out_] = swapped(value); });
        } else {
            fill([&](Index k, const Complex& value) { complex[k * out_] = value; });
        }
    }

    Data data_;
    bool inverse_;
    Index in_, out_;  ///< strides, in elements
    Real scale_;
    Index n_, a_, b_, rows_in_;
    Arena arena_;
    DigitTransform<Real> columns_, columns_back_;
    LaneTransform<Real> rows_;
    BackPasses<Real> rows_back_;
    LaneTwiddles<Real> twiddles_;
    Buffer<Index> natural_;
    std::vector<Index> places_;
    std::array<Index, most_lanes> lane_places_{};
    Buffer<Real> factors_;  ///< of a tile
    Buffer<Complex> chirp_, spectrum_, padded_;
    Arrays<Real> arrays_{};
};

}  // namespace

bool is_convolved(const Request& request, Index p)
{
    if (request.trigonometric || request.reproducible || request.axes.size() > 1) return false;
    const Index n = request.axes.front().length;
    if (n < shortest) return false;
    PlanOptions options;
    options.data = request.data == Data::complex ? Data::complex : Data::real;
    const Index bytes_per_real = request.single ? sizeof(float) : sizeof(double);
    return resolved(options, {n}, p, bytes_per_real).algorithm == Algorithm::bluestein;
}

template <class Real>
std::unique_ptr<Part> make_convolved_part(const Request& request)
{
    auto part = made_together([&] {
        return std::make_unique<ConvolvedPart<Real>>(request, Convolution(request, Index{sizeof(Real)}));
    });
    part->prepare();
    return part;
}

template std::unique_ptr<Part> make_convolved_part<float>(const Request&);
template std::unique_ptr<Part> make_convolved_part<double>(const Request&);

}  // namespace bspfft::calls

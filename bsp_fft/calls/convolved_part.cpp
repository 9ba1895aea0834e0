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

#include "bsp_fft/bsp/gather.hpp"
#include "bsp_fft/calls/chirp_products.hpp"
#include "bsp_fft/calls/convolved_rows.hpp"
#include "bsp_fft/calls/sweeps.hpp"
#include "bsp_fft/execution/any_execution.hpp"
#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/plans/planning.hpp"
#include "bsp_fft/schedule/building.hpp"

namespace bspfft::calls {

namespace {

// Shorter ones have their arrays in the caches.
constexpr Index shortest = Index{1} << 15;

/// N = a b: the sizes and counts, known before anything is made.
struct Convolution {
    Schedule schedule;
    AxisCut cut = schedule.program().cut().front();
    Index n = schedule.n();
    // of rows there are factors in the cache as well
    Index a = std::max(cut.a, cut.b), b = std::min(cut.a, cut.b);

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
};

Convolution convolution_of(const Request& request)
{
    ScheduleOptions options;
    options.exchange = resolved(Exchange::automatic);
    options.bytes_per_real = request.bytes_per_real();
    return {bluestein_schedule(request.problem(), 1, options)};
}

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
        : Sweeps(request, convolution.sweeps()),
          of_(convolution),
          products_(request),
          columns_({1, of_.a, of_.b}, 1, DigitTransform<Real>::Twiddles::after, arena_),
          columns_back_({1, of_.a, of_.b}, 1, DigitTransform<Real>::Twiddles::none, arena_),
          rows_(of_.a, of_.b, arena_)
    {
        columns_back_.leave_out_results_from(of_.rows_in());
        if (s() > 0) return;
        Arena counting(Arena::counts);
        take_arrays(counting);
        require_memory(of_.schedule, arena_.bytes() + counting.bytes(), 1);
        take_arrays(arena_);
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
        for_my(of_.n, [&](Index j) { arrays_.chirp[j] = static_cast<Complex>(chirp_of(j, of_.n)); });
        sync();
        for_my(of_.length(),
               [&](Index at) { arrays_.padded[at] = padded_chirp(arrays_.chirp, of_.n, at, of_.length()); });
        sync();
        transform(columns_, {});
        sync();
        for_my(rows_.tiles(), [&](Index tile) { rows_.take_spectrum(tile, arrays_.padded, arrays_.spectrum); });
        sync();
        columns_.leave_out_inputs_from(of_.rows_in());
    }

    void execute(const void* in, void* out) override
    {
        sweep(0, [&] {
            const Share mine = share(of_.rows_in() * of_.b);
            products_.before(static_cast<const Real*>(in), arrays_.chirp, arrays_.padded, mine.first, mine.last);
        });
        sweep(1, [&] { transform(columns_, {}); });
        sweep(2, [&] {
            for_my(rows_.tiles(), [&](Index tile) { rows_.convolve(tile, arrays_.spectrum, arrays_.padded); });
        });
        sweep(3, [&] { transform(columns_back_, {1, false, true}); });
        sweep(4, [&] {
            const Share mine = share(products_.count_out());
            products_.after(arrays_.padded, arrays_.chirp, static_cast<Real*>(out), mine.first, mine.last);
        });
    }

private:
    void take_arrays(Arena& arena)
    {
        chirp_ = arena.take<Complex>(of_.n);
        spectrum_ = arena.take<Complex>(of_.rows_kept() * of_.b);
        padded_ = arena.take<Complex>(of_.length());
    }

    void transform(DigitTransform<Real>& columns, const typename DigitTransform<Real>::Run& run)
    {
        auto* const padded = reinterpret_cast<Real*>(arrays_.padded);
        for_my(columns.tiles(), [&](Index tile) { columns.run(tile, padded, padded, run); });
    }

    const Convolution of_;
    ChirpProducts<Real> products_;
    DigitTransform<Real> columns_, columns_back_;
    ConvolvedRows<Real> rows_;
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
    return resolved(options, {n}, p, request.bytes_per_real()).algorithm == Algorithm::bluestein;
}

// Two transforms of its length, as of a call, and products.
double convolved_price(const Request& request, Index p)
{
    const Index length = convolution_of(request).length();
    Request transform = request;
    transform.data = Data::complex;
    transform.axes = {{length, 1, 1, BSPFFT_FOURIER}};
    return 2 * (direct_price(transform, p, false) + of_product * real(length / p));
}

std::unique_ptr<Part> make_convolved_part(const Request& request)
{
    const auto made = [&]<class Real>(Real) -> std::unique_ptr<Part> {
        auto part =
            made_together([&] { return std::make_unique<ConvolvedPart<Real>>(request, convolution_of(request)); });
        part->prepare();
        return part;
    };
    return request.single ? made(float{}) : made(double{});
}

}  // namespace bspfft::calls

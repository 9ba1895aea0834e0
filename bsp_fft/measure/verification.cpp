#include "bsp_fft/measure/verification.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <set>

#include "bsp_fft/base/double_double.hpp"
#include "bsp_fft/bsp/gather.hpp"

namespace bspfft {

namespace {

struct PreciseComplex {
    DoubleDouble re;
    DoubleDouble im;

    /// Adds (xr + i xi) * w.
    void add_product(double xr, double xi, const PreciseComplex& w)
    {
        re.add_product(xr, w.re.high);
        re.add_product(-xi, w.im.high);
        re.low += xr * w.re.low - xi * w.im.low;
        im.add_product(xr, w.im.high);
        im.add_product(xi, w.re.high);
        im.low += xr * w.im.low + xi * w.re.low;
    }
};

Index times_modulo(Index a, Index b, Index n)
{
    __extension__ using Wide = __int128;
    return static_cast<Index>(static_cast<Wide>(a) * b % n);
}

DoubleDouble split(long double x)
{
    const auto high = static_cast<double>(x);
    return {high, static_cast<double>(x - static_cast<long double>(high))};
}

// exp(-2 pi i k/n), from the nearest quarter turn.
PreciseComplex precise_root(Index k, Index n)
{
    const Index quarters = (4 * k + n / 2) / n;
    const long double turn =
        static_cast<long double>(4 * k - quarters * n) / (4 * static_cast<long double>(n));
    const long double angle = 2 * std::numbers::pi_v<long double> * turn;
    const long double c = std::cos(angle);
    const long double s = std::sin(angle);
    switch (quarters % 4) {
    case 0:
        return {split(c), split(-s)};
    case 1:
        return {split(-s), split(-c)};
    case 2:
        return {split(-c), split(s)};
    default:
        return {split(s), split(c)};
    }
}

// Roots for i = 0 .. count-1: exp(-2 pi i (first + step i) k / n), conjugated for the inverse.
std::vector<PreciseComplex> roots(Index first, Index step, Index count, Index k, Index n, Direction direction)
{
    std::vector<PreciseComplex> table(static_cast<std::size_t>(count));
    for (Index i = 0; i < count; ++i) {
        PreciseComplex& w = table[static_cast<std::size_t>(i)];
        w = precise_root(times_modulo((first + step * i) % n, k, n), n);
        if (direction == Direction::inverse) w.im = {-w.im.high, -w.im.low};
    }
    return table;
}

// sum_i x_i w^((s + p i) k) over the local elements, as a sum over rows of B elements: the roots inside a
// row are the same for all rows, so that two short tables are enough.
template <class Real>
PreciseComplex local_sum(Index n, Index p, Index s, const std::complex<Real>* x, Index k, Direction direction)
{
    const Index local = n / p;
    Index row = 1;
    while (row * row < local) row *= 2;
    row = std::min(row, local);
    const auto inside = roots(0, p, row, k, n, direction);
    const auto starts = roots(s, p * row, local / row, k, n, direction);
    PreciseComplex total;
    for (Index r = 0; r < local / row; ++r) {
        PreciseComplex sum;
        for (Index i = 0; i < row; ++i) {
            const std::complex<Real> value = x[r * row + i];
            sum.add_product(value.real(), value.imag(), inside[static_cast<std::size_t>(i)]);
        }
        const PreciseComplex& start = starts[static_cast<std::size_t>(r)];
        total.add_product(sum.re.high, sum.im.high, start);
        total.add_product(sum.re.low, sum.im.low, start);
    }
    return total;
}

struct Comparison {
    double difference = 0;
    double exact = 0;
};

// Combines the results of all processes for one bin: four doubles of the sum, two of the value from its owner.
Comparison compare(const std::vector<double>& found, std::size_t bin, std::size_t bins, double scale,
                   double& linf, double& size)
{
    constexpr std::size_t width = 6;
    DoubleDouble re, im;
    double value_re = 0, value_im = 0;
    for (std::size_t at = bin * width; at < found.size(); at += bins * width) {
        re.add(DoubleDouble{found[at], found[at + 1]});
        im.add(DoubleDouble{found[at + 2], found[at + 3]});
        value_re += found[at + 4];
        value_im += found[at + 5];
    }
    // value - scale * exact, where the two nearly cancel
    DoubleDouble difference_re{value_re, 0}, difference_im{value_im, 0};
    for (const double part : {re.high, re.low}) difference_re.add_product(-scale, part);
    for (const double part : {im.high, im.low}) difference_im.add_product(-scale, part);
    const double dr = difference_re.value(), di = difference_im.value();
    const double er = scale * re.value(), ei = scale * im.value();
    linf = std::max({linf, std::abs(dr), std::abs(di)});
    size = std::max({size, std::abs(er), std::abs(ei)});
    return {dr * dr + di * di, er * er + ei * ei};
}

}  // namespace

std::vector<Index> choose_bins(Index n, Index count)
{
    std::set<Index> bins;
    if (n <= count) {
        for (Index k = 0; k < n; ++k) bins.insert(k);
    } else {
        bins = {0, 1, n / 2, n - 1};
        std::mt19937_64 generator(static_cast<std::uint64_t>(n));
        std::uniform_int_distribution<Index> anywhere(0, n - 1);
        while (static_cast<Index>(bins.size()) < count) bins.insert(anywhere(generator));
    }
    return {bins.begin(), bins.end()};
}

template <class Real>
ErrorEstimate compare_bins(Port& port, Index n, const std::complex<Real>* x, const std::complex<Real>* y,
                           const std::vector<Index>& bins, Direction direction, double scale)
{
    std::vector<double> mine;
    for (const Index k : bins) {
        const PreciseComplex sum = local_sum(n, port.p(), port.s(), x, k, direction);
        const bool here = k % port.p() == port.s();
        const std::complex<Real> value = here ? y[k / port.p()] : std::complex<Real>{};
        mine.insert(mine.end(), {sum.re.high, sum.re.low, sum.im.high, sum.im.low,
                                 static_cast<double>(value.real()), static_cast<double>(value.imag())});
    }
    const std::vector<double> found = gather(port, mine);
    ErrorEstimate estimate;
    double differences = 0, exact = 0, size = 0;
    for (std::size_t i = 0; i < bins.size(); ++i) {
        const Comparison bin = compare(found, i, bins.size(), scale, estimate.linf, size);
        differences += bin.difference;
        exact += bin.exact;
    }
    estimate.l2 = exact > 0 ? std::sqrt(differences / exact) : std::sqrt(differences);
    if (size > 0) estimate.linf /= size;
    estimate.bins = static_cast<Index>(bins.size());
    return estimate;
}

template ErrorEstimate compare_bins(Port&, Index, const std::complex<float>*, const std::complex<float>*,
                                    const std::vector<Index>&, Direction, double);
template ErrorEstimate compare_bins(Port&, Index, const std::complex<double>*, const std::complex<double>*,
                                    const std::vector<Index>&, Direction, double);

}  // namespace bspfft

#include "bsp_fft/measure/verification.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <set>

#include "bsp_fft/bsp/gather.hpp"
#include "bsp_fft/layout/axis_parts.hpp"
#include "bsp_fft/measure/precise_sums.hpp"

namespace bspfft {

namespace {

/// The value of one bin: by how much it differs from the exact one, and that.
struct Comparison {
    std::complex<double> difference;
    std::complex<double> exact;
};

// Combines the results of all processes for one bin: four doubles of the sum, two of the value from its owner.
Comparison compare(const std::vector<double>& found, std::size_t bin, std::size_t bins, double scale)
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
    return {{difference_re.value(), difference_im.value()}, {scale * re.value(), scale * im.value()}};
}

double largest_part(const std::complex<double>& z) { return std::max(std::abs(z.real()), std::abs(z.imag())); }

// Half a spectrum with what its other half adds: the conjugates' sum has the same real part.
template <class Real>
std::vector<std::complex<Real>> with_other_half(const Claim& claim, Index s, const std::complex<Real>* half)
{
    const std::vector<Index> shape = claim.problem.input_shape();
    const std::size_t axis = claim.problem.half_axis();
    const Index stride = row_by_row(shape)[axis];
    std::vector<std::complex<Real>> whole(half, half + claim.from.local_size(s));
    for (std::size_t i = 0; i < whole.size(); ++i) {
        const Index k = claim.from.global(s, static_cast<Index>(i)) / stride % shape[axis];
        if (k != 0 && 2 * k != claim.problem.shape[axis]) whole[i] *= 2;
    }
    return whole;
}

template <class Real>
std::vector<PreciseComplex> sums_of(const Claim& claim, Index s, const std::complex<Real>* x,
                                    const std::vector<Index>& bins)
{
    if (claim.problem.data != Data::half_spectrum)
        return precise_sums(claim.problem, claim.from, s, x, bins, claim.direction);
    std::vector<PreciseComplex> sums =
        precise_sums(claim.problem, claim.from, s, with_other_half(claim, s, x).data(), bins, claim.direction);
    for (PreciseComplex& sum : sums) sum.im = {};
    return sums;
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
ErrorEstimate compare_bins(Port& port, const Claim& claim, const std::complex<Real>* x, const std::complex<Real>* y,
                           const std::vector<Index>& bins)
{
    const std::vector<PreciseComplex> sums = sums_of(claim, port.s(), x, bins);
    std::vector<double> mine;
    for (std::size_t i = 0; i < bins.size(); ++i) {
        const bool here = claim.to.owner(bins[i]) == port.s();
        const std::complex<Real> value = here ? y[claim.to.local(bins[i])] : std::complex<Real>{};
        mine.insert(mine.end(), {sums[i].re.high, sums[i].re.low, sums[i].im.high, sums[i].im.low,
                                 static_cast<double>(value.real()), static_cast<double>(value.imag())});
    }
    const std::vector<double> found = gather(port, mine);
    ErrorEstimate estimate;
    double differences = 0, exact = 0, size = 0;
    for (std::size_t i = 0; i < bins.size(); ++i) {
        const Comparison bin = compare(found, i, bins.size(), claim.scale);
        estimate.linf = std::max(estimate.linf, largest_part(bin.difference));
        size = std::max(size, largest_part(bin.exact));
        // whose squares may exceed the range
        differences = std::hypot(differences, std::hypot(bin.difference.real(), bin.difference.imag()));
        exact = std::hypot(exact, std::hypot(bin.exact.real(), bin.exact.imag()));
    }
    estimate.l2 = exact > 0 ? differences / exact : differences;
    if (size > 0) estimate.linf /= size;
    estimate.bins = static_cast<Index>(bins.size());
    return estimate;
}

template <class Real>
double error_tolerance(Index elements)
{
    return 2 * std::numeric_limits<Real>::epsilon() * (1 + std::log2(static_cast<double>(elements)));
}

template ErrorEstimate compare_bins(Port&, const Claim&, const std::complex<float>*, const std::complex<float>*,
                                    const std::vector<Index>&);
template ErrorEstimate compare_bins(Port&, const Claim&, const std::complex<double>*, const std::complex<double>*,
                                    const std::vector<Index>&);
template double error_tolerance<float>(Index);
template double error_tolerance<double>(Index);

}  // namespace bspfft

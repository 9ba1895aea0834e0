// What the prime factors of a length cost, from the lengths that were measured.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/machine/estimate.hpp"
#include "bsp_fft/machine/interpolation.hpp"
#include "bsp_fft/machine/measurements.hpp"
#include "bspfft/machine.hpp"

namespace bspfft {

namespace {

/// One part of the estimates.
class FactorCosts {
public:
    FactorCosts(const std::vector<LengthPoint>& points, double Estimate::*part)
    {
        double time = 0, bits = 0;
        for (const LengthPoint& point : points) {
            if (!odd_primes_of(point.length).empty()) continue;
            time += point.seconds.*part;
            bits += log2_of(point.length);
        }
        if (!(time > 0 && bits > 0)) return;
        a_bit_.add(1, 1);
        const double unit = time / bits;
        for (const LengthPoint& point : points) add_prime(point.length, point.seconds.*part / unit);
        double mixed = 0, by_primes = 0;
        for (const LengthPoint& point : points) {
            if (odd_primes_of(point.length).size() < 2) continue;
            mixed += point.seconds.*part / unit;
            by_primes += bits_worth(point.length);
        }
        if (by_primes > 0) mixed_ = mixed / by_primes;
    }

    double of(Index length) const
    {
        if (a_bit_.empty() || length < 2) return 1;
        const bool one_prime = factors_of(length).size() == 1;
        return bits_worth(length) / log2_of(length) * (one_prime ? 1 : mixed_);
    }

private:
    static std::set<Index> factors_of(Index length)
    {
        const std::vector<Index> factors = prime_factors(length);
        return {factors.begin(), factors.end()};
    }
    static std::set<Index> odd_primes_of(Index length)
    {
        std::set<Index> primes = factors_of(length);
        primes.erase(2);
        return primes;
    }

    // A length with one odd prime, and maybe factors 2, tells what that prime costs.
    void add_prime(Index length, double cost)
    {
        const std::set<Index> primes = odd_primes_of(length);
        if (primes.size() != 1) return;
        Index odd = length;
        for (; odd % 2 == 0; odd /= 2) cost -= 1;
        a_bit_.add(log2_of(*primes.begin()), cost / log2_of(odd));
    }

    // The powers of two that would take as long.
    double bits_worth(Index length) const
    {
        double sum = 0;
        for (const Index q : prime_factors(length)) sum += log2_of(q) * a_bit_.at(log2_of(q));
        return sum;
    }

    Curve a_bit_;       ///< the cost of a prime for each of its bits, by its logarithm; that of 2 is 1
    double mixed_ = 1;  ///< lengths of several primes have other passes than powers of each
};

// Tiles as wide as a cache line, of one number of active processes.
std::vector<LengthPoint> wide_points(const std::vector<LengthPoint>& points, Index wanted)
{
    const Index nearest = nearest_processes(points, wanted, [](const LengthPoint& point) { return point.active; });
    std::vector<LengthPoint> result;
    std::copy_if(points.begin(), points.end(), std::back_inserter(result),
                 [&](const LengthPoint& point) { return point.active == nearest && point.lanes > 1; });
    return result;
}

}  // namespace

Estimate Machine::length_factor(Index length, Index wanted) const
{
    if (is_power_of_two(length)) return exactly(1);
    const std::vector<LengthPoint> points = wide_points(lengths, wanted);
    const auto by = [&](double Estimate::*part) { return FactorCosts(points, part).of(length); };
    const double value = by(&Estimate::value), low = by(&Estimate::low), high = by(&Estimate::high);
    const bool known = std::none_of(points.begin(), points.end(),
                                    [](const LengthPoint& point) { return std::isnan(point.seconds.low); });
    if (!known) return without_interval(value);
    return {value, std::min({value, low, high}), std::max({value, low, high})};
}

Estimate Machine::one_lane_factor(Index wanted) const
{
    const Index nearest = nearest_processes(lengths, wanted, [](const LengthPoint& point) { return point.active; });
    for (const LengthPoint& wide : wide_points(lengths, wanted)) {
        for (const LengthPoint& narrow : lengths) {
            if (narrow.active == nearest && narrow.lanes == 1 && narrow.length == wide.length)
                return narrow.seconds * reciprocal(wide.seconds);
        }
    }
    return exactly(1);
}

}  // namespace bspfft

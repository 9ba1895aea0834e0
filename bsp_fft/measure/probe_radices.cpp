// The lanes kernel on one tile in the cache: what the factors of a length cost, and what a pass of each radix does.
// In double precision; in single precision a row has as many vectors, and the ratios are nearly the same.
#include <algorithm>
#include <memory>

#include "bsp_fft/kernel/lanes/lane_transform.hpp"
#include "bsp_fft/machine/measurements.hpp"
#include "bsp_fft/measure/laboratory.hpp"

namespace bspfft {

namespace {

constexpr double seconds_of_a_radix = 3e-4;
constexpr double least_difference = 1e-12;  // of disturbed times

/// Transforms of one tile, whose columns are neighbours, in place.
class TileRun {
public:
    TileRun(Bench& bench, const std::vector<Index>& axes, Index lanes = widest)
        : bench_(bench),
          lanes_(lanes),
          transform_(axes, lanes, arena_),
          data_(2 * lanes * transform_.rows())
    {
        for (Index row = 0; row < transform_.rows(); ++row) rows_.push_back(2 * lanes * row);
        repeats_ = bench.repeats_for(seconds_of_a_radix, [&] { run(); });
    }

    static constexpr Index widest = LaneTransform<double>::widest;

    /// Seconds per row; the slowest process counts.
    double sample()
    {
        run();
        bench_.port().sync();
        const double seconds = Bench::median_seconds_of(repeats_, [&] { run(); });
        return largest_over_processes(bench_.port(), seconds) / static_cast<double>(transform_.rows());
    }

private:
    void run()
    {
        transform_.run(TileSource<double>{data_.data(), rows_.data(), nullptr, lanes_},
                       TileTarget<double>{data_.data(), rows_.data(), nullptr, lanes_});
    }

    Bench& bench_;
    Index lanes_;
    Arena arena_;
    LaneTransform<double> transform_;
    Buffer<double> data_;
    std::vector<Index> rows_;
    Index repeats_ = 1;
};

Experiment length_experiment(Bench& bench, Machine& machine, Index length, Index lanes = TileRun::widest)
{
    const auto run = std::make_shared<TileRun>(bench, std::vector<Index>{length}, lanes);
    return {[run, lanes] { return std::vector<double>{run->sample() / static_cast<double>(lanes)}; },
            [&machine, length, lanes, p = bench.port().p()](const std::vector<Samples>& samples) {
                machine.lengths.push_back({length, p, estimate_of_times(samples[0]), lanes});
            }};
}

// A pass of the radix between two others: what it adds to the tile without it. Neighbours are so long, or the radix is,
// that no two of them are joined in one pass.
Experiment radix_experiment(Bench& bench, Machine& machine, Index radix)
{
    const Index around = radix < 16 ? 16 : 8;
    const auto with = std::make_shared<TileRun>(bench, std::vector<Index>{around, radix, around});
    const auto without = std::make_shared<TileRun>(bench, std::vector<Index>{around, around});
    return {[with, without] {
                return std::vector<double>{std::max(least_difference, with->sample() - without->sample())};
            },
            [&machine, radix, p = bench.port().p()](const std::vector<Samples>& samples) {
                machine.radices.push_back({radix, p, estimate(samples[0])});
            }};
}

}  // namespace

// A power of two; powers of the primes that have butterflies; a generic prime twice, and a long one; a length for which
// there is Bluestein's convolution; one of several primes; and a single column. All are about as long as columns and
// rows are.
std::vector<Experiment> length_experiments(Bench& bench, Machine& machine)
{
    std::vector<Experiment> experiments;
    for (const Index length : {2048, 2187, 625, 2401, 1331, 2197, 961, 97 * 16, 1009, 16 * 27 * 5})
        experiments.push_back(length_experiment(bench, machine, length));
    experiments.push_back(length_experiment(bench, machine, 2048, 1));
    return experiments;
}

// The butterflies in registers, some of two halves, and a generic one.
std::vector<Experiment> radix_experiments(Bench& bench, Machine& machine)
{
    std::vector<Experiment> experiments;
    for (const Index radix : {2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 25, 64, 31})
        experiments.push_back(radix_experiment(bench, machine, radix));
    return experiments;
}

}  // namespace bspfft

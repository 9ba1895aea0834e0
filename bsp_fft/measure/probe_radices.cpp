// The lanes kernel on one tile in the cache: what the factors of a length cost, and what a pass of each radix does.
// In double precision; in single precision a row has as many vectors, and the ratios are nearly the same.
#include <algorithm>
#include <memory>

#include "bsp_fft/kernel/lane_transform.hpp"
#include "bsp_fft/measure/probe_experiments.hpp"

namespace bspfft {

namespace {

constexpr double seconds_a_sample = 3e-4;
constexpr double least_difference = 1e-12;  // of disturbed times

/// Transforms of one tile, whose columns are neighbours, in place.
class TileRun {
public:
    TileRun(Bench& bench, const std::vector<Index>& axes)
        : bench_(bench),
          workspace_(LaneTransform<double>::workspace(axes, lanes)),
          transform_(axes, lanes, workspace_.data()),
          data_(2 * lanes * transform_.rows())
    {
        for (Index row = 0; row < transform_.rows(); ++row) rows_.push_back(2 * lanes * row);
        repeats_ = bench.repeats_for(seconds_a_sample, [&] { run(); });
    }

    static constexpr Index lanes = LaneTransform<double>::widest;

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
        transform_.run(TileSource<double>{data_.data(), rows_.data(), nullptr, lanes},
                       TileTarget<double>{data_.data(), rows_.data(), nullptr, lanes});
    }

    Bench& bench_;
    Buffer<double> workspace_;
    LaneTransform<double> transform_;
    Buffer<double> data_;
    std::vector<Index> rows_;
    Index repeats_ = 1;
};

Experiment length_experiment(Bench& bench, Machine& machine, Index length)
{
    const auto run = std::make_shared<TileRun>(bench, std::vector<Index>{length});
    return {[run] { return std::vector<double>{run->sample() / static_cast<double>(TileRun::lanes)}; },
            [&machine, length, p = bench.port().p()](const std::vector<Samples>& samples) {
                machine.lengths.push_back({length, p, estimate_of_times(samples[0])});
            }};
}

/// Tiles whose times, with these weights, add up to that of one pass. Passes of 11 are around it, which are joined with
/// no other. A tile of a long radix has one of them less, so that all tiles are about as large.
struct Tile {
    std::vector<Index> axes;
    double weight;
};

std::vector<Tile> tiles_for(Index radix)
{
    if (radix < 16) return {{{11, radix, 11}, 1}, {{11, 11}, -1}};
    return {{{11, radix}, 1}, {{11, 11}, -2}, {{11, 11, 11}, 1}};
}

Experiment radix_experiment(Bench& bench, Machine& machine, Index radix)
{
    std::vector<std::pair<std::shared_ptr<TileRun>, double>> runs;
    for (const Tile& tile : tiles_for(radix))
        runs.emplace_back(std::make_shared<TileRun>(bench, tile.axes), tile.weight);
    return {[runs] {
                double sum = 0;
                for (const auto& run : runs) sum += run.second * run.first->sample();
                return std::vector<double>{std::max(least_difference, sum)};
            },
            [&machine, radix, p = bench.port().p()](const std::vector<Samples>& samples) {
                machine.radices.push_back({radix, p, estimate(samples[0])});
            }};
}

}  // namespace

// A power of two; powers of the primes that have butterflies; a generic prime twice, and a long one; a length for which
// there is Bluestein's convolution; and one of several primes. All are about as long as columns and rows are.
std::vector<Experiment> length_experiments(Bench& bench, Machine& machine)
{
    std::vector<Experiment> experiments;
    for (const Index length : {2048, 2187, 625, 2401, 1331, 2197, 961, 97 * 16, 1009, 16 * 27 * 5})
        experiments.push_back(length_experiment(bench, machine, length));
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

// r of the real kernels: each phase of the fast algorithm on shapes of many sizes, and passes in place; never a
// whole transform with its exchange. All processes run at once, since they share bandwidth. And the lanes kernel on one
// tile in the cache: what the factors of a length cost, and what a pass of each radix does.
#include <set>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/refusal.hpp"
#include "bsp_fft/fftw/fftw.hpp"
#include "bsp_fft/kernel/lanes/lane_transform.hpp"
#include "bsp_fft/machine/estimate.hpp"
#include "bsp_fft/machine/measurements.hpp"
#include "bsp_fft/measure/kernel_runs.hpp"
#include "bsp_fft/measure/laboratory.hpp"
#include "bsp_fft/schedule/builders.hpp"

namespace bspfft {

namespace {

constexpr int smallest_bits = 9;  // of a process's array
constexpr int largest_in_place_bits = 18;
constexpr int small_batch_bits = 14;  // and the largest; rates change little in between

/// The experiments with kernels of one precision.
template <class Real>
class KernelExperiments {
public:
    explicit KernelExperiments(Probe& probe) : probe_(probe), p_(probe.p()) {}

    // Cuts near the square root, and shorter and longer ones. The longest represent still longer arrays, which
    // have longer columns and rows. Columns and rows are powers of two for any p, and parts uneven for most.
    void add_cuts(int bits, bool longest)
    {
        if (p_ > Index{1} << bits) return;
        const Index processes = power_of_two_below(p_), n = (Index{1} << bits) * processes;
        const Index middle = Index{1} << log2_exact(n) / 2, least = processes < p_ ? 2 * processes : p_;
        if (least > n / least) return;
        std::set<Index> factors{1, 4, 16};
        if (longest) factors.insert({2, 8});
        std::set<Index> cuts;
        for (const Index factor : factors) {
            const Index n1 = std::clamp(middle / 4 * factor, least, n / least);
            if (cuts.insert(n1).second) add_cut(n, n1, text("cut ", factor));
        }
    }

    void add_in_place(Kernel kernel, int bits)
    {
        const Index size = Index{1} << bits;
        for (const Index radix : {Index{2}, Index{16}, size})
            add_run(textbook(kernel, size, radix), radix, radix == size ? "whole" : text("radix ", radix));
    }

    // Tiles of whole transforms, in place: along the last axis, where columns are apart,
    // and along the one before it, where they are neighbours. The longest of one pass is among the lengths.
    void add_batches(int bits)
    {
        const Index size = Index{1} << bits;
        ScheduleOptions options;
        options.bytes_per_real = sizeof(Real);
        for (const Index length : {16, 64, 1024}) {
            const Index count = size / length, inner = Index{1} << (log2_exact(count) + 1) / 2;
            const Problem apart{{count, length}, {false, true}};
            const Problem together{{count / inner, length, inner}, {false, true, false}};
            add_run(free_cut_schedule(apart, 1, options), length, text("apart ", length), true);
            add_run(free_cut_schedule(together, 1, options), length, text("together ", length));
        }
    }

private:
    /// A schedule whose last computation has this radix, on `size` local elements.
    static Schedule textbook(Kernel kernel, Index size, Index radix)
    {
        ScheduleOptions options;
        options.bytes_per_real = sizeof(Real);
        options.kernel = kernel;
        options.order = kernel_entry(kernel).order;
        return radix == size ? textbook_schedule(size, 1, options) : textbook_schedule(size * radix, radix, options);
    }

    // The last computation of the schedule, in place.
    void add_run(const Schedule& schedule, Index length, const std::string& kind, bool lanes_apart = false)
    {
        const PassKind pass{kernel_name(schedule.kernel()), Access::in_place, sizeof(Real), length, lanes_apart};
        const Index size = schedule.output().largest_local_size();
        probe_.experiments.push_back(
            time_experiment(in_place_sampler<Real>(probe_.bench, schedule),
                            [probe = &probe_, pass, size](const Estimate& seconds) {
                                probe->machine.kernels.push_back({pass, size, probe->p(), seconds});
                            },
                            {place(pass, kind, size)}));
    }

    void add_cut(Index n, Index n1, const std::string& kind)
    {
        ScheduleOptions options;
        options.bytes_per_real = sizeof(Real);
        options.cut = {n1};
        const Schedule schedule = free_cut_schedule(n, p_, options);
        const auto run = std::make_shared<CutRun<Real>>(probe_.bench, schedule);
        const PassKind columns{"simd", Access::to_packets, sizeof(Real), n1};
        const PassKind rows{"simd", Access::from_packets, sizeof(Real), n / n1};
        const Index size = schedule.input().largest_local_size();
        probe_.experiments.push_back(
            {[run] { return run->sample(); },
             [probe = &probe_, columns, rows, size](const std::vector<Samples>& samples) {
                 probe->machine.kernels.push_back({columns, size, probe->p(), estimate_of_times(samples[0])});
                 probe->machine.kernels.push_back({rows, size, probe->p(), estimate_of_times(samples[1])});
             },
             {place(columns, kind, size), place(rows, kind, size)}});
    }

    static Place place(const PassKind& pass, const std::string& kind, Index size)
    {
        return {text(pass.kernel, " ", static_cast<int>(pass.access), " ", pass.bytes_per_real, " ", kind),
                log2_of(size)};
    }

    Probe& probe_;
    Index p_;
};

template <class Real>
void add_experiments(Probe& probe)
{
    KernelExperiments<Real> experiments(probe);
    const int largest_bits = log2_exact(probe.bench.size());
    // landing arrays of uneven parts are up to twice as long as the part
    const int largest_cut_bits = is_power_of_two(probe.p()) ? largest_bits : largest_bits - 1;
    for (int bits = smallest_bits; bits <= largest_cut_bits; ++bits)
        experiments.add_cuts(bits, bits >= largest_cut_bits - 1);
    for (int bits = smallest_bits + 1; bits <= std::min(largest_bits, largest_in_place_bits); bits += 4) {
        experiments.add_in_place(Kernel::radix2, bits);
        if (why_no_fftw().empty()) experiments.add_in_place(Kernel::fftw, bits);
    }
    experiments.add_batches(small_batch_bits);
    experiments.add_batches(largest_bits);
}

// In double precision; in single precision a row has as many vectors, and the ratios are nearly the same.
constexpr double seconds_of_a_radix = 3e-4;
constexpr double least_difference = 1e-12;  // of disturbed times

constexpr Index widest = LaneTransform<double>::widest;

/// One tile, whose columns are neighbours.
struct Tile {
    Tile(const std::vector<Index>& axes, Index width)
        : lanes(width), transform(axes, lanes, arena), data(2 * lanes * transform.rows())
    {
        for (Index row = 0; row < transform.rows(); ++row) rows.push_back(2 * lanes * row);
    }

    Index lanes;
    Arena arena;
    LaneTransform<double> transform;
    Buffer<double> data;
    std::vector<Index> rows;
};

// Its transforms in place: seconds per row.
std::function<double()> tile_sampler(Bench& bench, const std::vector<Index>& axes, Index lanes = widest)
{
    const auto tile = std::make_shared<Tile>(axes, lanes);
    return bench.sampler(seconds_of_a_radix, static_cast<double>(tile->transform.rows()), [tile] {
        double* const data = tile->data.data();
        tile->transform.run(TileSource<double>{data, tile->rows.data(), nullptr, tile->lanes},
                            TileTarget<double>{data, tile->rows.data(), nullptr, tile->lanes});
    });
}

}  // namespace

void Probe::add_kernels(Index bytes_per_real)
{
    if (bytes_per_real == sizeof(float)) return add_experiments<float>(*this);
    if (bytes_per_real == sizeof(double)) return add_experiments<double>(*this);
    throw refusal("reals of ", bytes_per_real, " bytes cannot be probed; they have 4 or 8");
}

// A power of two; powers of the primes that have butterflies; a generic prime twice, and a long one; a length for which
// there is Bluestein's convolution; one of several primes; and a single column. All are about as long as columns and
// rows are.
void Probe::add_lengths()
{
    const auto add = [this](Index length, Index lanes) {
        const auto sample = tile_sampler(bench, {length}, lanes);
        experiments.push_back(time_experiment([=] { return sample() / static_cast<double>(lanes); },
                                              [this, length, lanes](const Estimate& seconds) {
                                                  machine.lengths.push_back({length, p(), seconds, lanes});
                                              }));
    };
    for (const Index length : {2048, 2187, 625, 2401, 1331, 2197, 961, 97 * 16, 1009, 16 * 27 * 5}) add(length, widest);
    add(2048, 1);
}

// The butterflies in registers, some of two halves, and a generic one: a pass of the radix between two others, and what
// it adds to the tile without it. Neighbours are so long, or the radix is, that no two of them are joined in one pass.
void Probe::add_radices()
{
    for (const Index radix : {2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 25, 64, 31}) {
        const Index around = radix < 16 ? 16 : 8;
        const auto with = tile_sampler(bench, {around, radix, around}), without = tile_sampler(bench, {around, around});
        experiments.push_back({[=] { return std::vector<double>{std::max(least_difference, with() - without())}; },
                               [this, radix](const std::vector<Samples>& samples) {
                                   machine.radices.push_back({radix, p(), estimate(samples[0])});
                               }});
    }
}

}  // namespace bspfft

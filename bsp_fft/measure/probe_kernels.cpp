// r of the real kernels: each phase of the fast algorithm on shapes of many sizes, and the textbook's
// butterflies; never a whole transform with its exchange.
//
// The two phases of a shape run in turn, so that each finds the caches as the other leaves them, and all
// processes run at once, since they share bandwidth. The largest arrays are swept in part, from one place to
// the next. The others are allocated for each shape as a plan would: where their pages lie decides which of
// their rows compete for a place in the cache.
#include <algorithm>
#include <memory>
#include <set>

#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/kernel/cut_kernel.hpp"
#include "bsp_fft/kernel/local_fft.hpp"
#include "bsp_fft/measure/probe.hpp"
#include "bsp_fft/measure/statistics.hpp"

namespace bspfft {

namespace {

using Complex = std::complex<double>;

constexpr double seconds_a_sample = 2e-3;
constexpr int smallest_bits = 9;        // of a process's array
constexpr Index largest_own = 8;        // shapes of up to an eighth of the bench have arrays of their own
constexpr Index part = Index{1} << 18;  // complex numbers of the larger ones that are swept at a time

/// One shape of the fast algorithm on one process.
class CutRun {
public:
    CutRun(Bench& bench, const CutShape& shape) : bench_(bench), shape_(shape), kernel_(shape, 1, 1)
    {
        packed_ = Buffer<double>(2 * shape.tiles_a_put * shape.tile());
        const bool large = shape.local_size() > bench.size() / largest_own;
        if (!large) {
            own_x_ = Buffer<double>(2 * shape.local_size());
            own_middle_ = Buffer<double>(2 * shape.middle_size());
        }
        x_ = own_x_.data() ? own_x_.data() : bench.x();
        middle_ = own_middle_.data() ? own_middle_.data() : bench.middle();
        const Index parts = large ? std::max(Index{1}, shape.local_size() / part) : 1;
        columns_ = std::max(Index{1}, shape.column_blocks() / parts);
        rows_ = std::max(Index{1}, shape.row_blocks() / parts);
        repeats_ = bench.repeats_for(seconds_a_sample, [&] { sweep(); });
    }

    /// Seconds per complex number of the columns and of the rows; the slowest process counts.
    std::vector<double> sample()
    {
        // A transform after others finds the caches warm; the larger ones take two sweeps to settle.
        for (int i = 0; i < 2 && whole(); ++i) sweep();
        in_columns_ = in_rows_ = 0;
        bench_.port().sync();
        for (Index i = 0; i < repeats_; ++i) sweep();
        const auto blocks = static_cast<double>(repeats_ * shape_.lanes);
        return {largest_over_processes(bench_.port(), in_columns_) /
                    (blocks * static_cast<double>(columns_ * shape_.n1)),
                largest_over_processes(bench_.port(), in_rows_) /
                    (blocks * static_cast<double>(rows_ * shape_.n2))};
    }

    const CutShape& shape() const { return shape_; }

private:
    bool whole() const { return columns_ == shape_.column_blocks(); }

    void sweep()
    {
        const double start = Bench::now();
        for (Index i = 0; i < columns_; ++i) {
            const Index block = next_column_++ % shape_.column_blocks();
            kernel_.transform_columns(block, Direction::forward, reinterpret_cast<Complex*>(x_));
            pack(block);
        }
        const double half = Bench::now();
        for (Index i = 0; i < rows_; ++i) {
            kernel_.transform_rows(next_row_++ % shape_.row_blocks(), Direction::forward, middle_,
                                   reinterpret_cast<Complex*>(x_));
        }
        in_columns_ += half - start;
        in_rows_ += Bench::now() - half;
    }

    // As the plan does, but nothing is sent: packing is computation, the put is not.
    void pack(Index block)
    {
        for (Index t = 0; t < shape_.p; ++t) {
            if (t == shape_.s) {
                kernel_.pack(t, 0, shape_.row_blocks(), middle_ + 2 * shape_.packet_start(shape_.s, block));
                continue;
            }
            for (Index first = 0; first < shape_.row_blocks(); first += shape_.tiles_a_put) {
                kernel_.pack(t, first, std::min(shape_.tiles_a_put, shape_.row_blocks() - first),
                             packed_.data());
            }
        }
    }

    Bench& bench_;
    CutShape shape_;
    CutKernel<double> kernel_;
    Buffer<double> packed_;
    Buffer<double> own_x_;
    Buffer<double> own_middle_;
    double* x_ = nullptr;
    double* middle_ = nullptr;
    Index columns_ = 0;  ///< blocks of one sweep
    Index rows_ = 0;
    Index repeats_ = 1;
    Index next_column_ = 0;
    Index next_row_ = 0;
    double in_columns_ = 0;
    double in_rows_ = 0;
};

/// One computation of the textbook's algorithm.
class ButterflyRun {
public:
    ButterflyRun(Bench& bench, const LocalProblem& problem)
        : bench_(bench),
          problem_(problem),
          fft_(make_local_fft<double>(Kernel::radix2, problem, data(), data())),
          repeats_(bench.repeats_for(seconds_a_sample,
                                     [&] { fft_->apply(Direction::forward, 1, data(), data()); }))
    {}

    std::vector<double> sample()
    {
        fft_->apply(Direction::forward, 1, data(), data());
        bench_.port().sync();
        const double start = Bench::now();
        for (Index i = 0; i < repeats_; ++i) fft_->apply(Direction::forward, 1, data(), data());
        return {largest_over_processes(bench_.port(), Bench::now() - start) /
                static_cast<double>(repeats_ * problem_.size)};
    }

    const LocalProblem& problem() const { return problem_; }

private:
    Complex* data() const { return reinterpret_cast<Complex*>(bench_.x()); }

    Bench& bench_;
    LocalProblem problem_;
    std::unique_ptr<LocalFft<double>> fft_;
    Index repeats_;
};

void add_cut(std::vector<Experiment>& experiments, Bench& bench, Machine& machine, Index n, Index n1)
{
    const Index p = bench.port().p();
    const auto run = std::make_shared<CutRun>(bench, choose_cut(n, p, bench.port().s(), n1, sizeof(Complex)));
    experiments.push_back(
        {[run] { return run->sample(); },
         [run, p, &machine](const std::vector<std::vector<double>>& samples) {
             const CutShape& shape = run->shape();
             machine.kernels.push_back(
                 {Work::columns, shape.n1, shape.local_size(), p, estimate(samples[0])});
             machine.kernels.push_back({Work::rows, shape.n2, shape.local_size(), p, estimate(samples[1])});
         }});
}

void add_butterflies(std::vector<Experiment>& experiments, Bench& bench, Machine& machine, Index size,
                     Index radix)
{
    const Index p = bench.port().p();
    const LocalProblem problem{size, radix, radix == size ? 1 : radix, 0};
    const auto run = std::make_shared<ButterflyRun>(bench, problem);
    experiments.push_back({[run] { return run->sample(); },
                           [run, p, &machine](const std::vector<std::vector<double>>& samples) {
                               machine.kernels.push_back({Work::radix2, run->problem().radix,
                                                          run->problem().size, p, estimate(samples[0])});
                           }});
}

}  // namespace

std::vector<Experiment> kernel_experiments(Bench& bench, Machine& machine)
{
    std::vector<Experiment> experiments;
    const int largest_bits = log2_exact(bench.size());
    const Index p = bench.port().p();
    for (int bits = smallest_bits; bits <= largest_bits; ++bits) {
        if (!is_power_of_two(p) || p > Index{1} << bits) continue;
        const Index n = (Index{1} << bits) * p;
        const Index middle = Index{1} << log2_exact(n) / 2;
        // The longest stand for still longer arrays, which have longer columns and rows.
        std::set<Index> factors{1, 4, 16};
        if (bits >= largest_bits - 1) factors.insert({2, 8});
        std::set<Index> cuts;
        for (const Index factor : factors) cuts.insert(std::clamp(middle / 4 * factor, p, n / p));
        for (const Index n1 : cuts) add_cut(experiments, bench, machine, n, n1);
    }
    for (int bits = smallest_bits + 1; bits <= std::min(largest_bits, 18); bits += 4) {
        for (const Index radix : {Index{2}, Index{16}, Index{1} << bits})
            add_butterflies(experiments, bench, machine, Index{1} << bits, radix);
    }
    return experiments;
}

}  // namespace bspfft

// The experiments of a section, and what they share: arrays, port and clock.
#pragma once

#include <algorithm>
#include <exception>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/steady_seconds.hpp"
#include "bsp_fft/bsp/gather.hpp"
#include "bsp_fft/measure/experiments.hpp"

namespace bspfft {

/// Arrays that all experiments share, so that each finds the caches as the others left them.
class Bench {
public:
    /// Collective; `size` complex numbers in each of two arrays, of which the second is registered.
    Bench(Port& port, Index size);
    ~Bench();
    Bench(const Bench&) = delete;
    Bench& operator=(const Bench&) = delete;

    Port& port() const { return port_; }
    Index size() const { return size_; }
    /// An eighth more, for the padding between packets, which mostly takes far less.
    Index landing_size() const { return size_ + size_ / 8; }
    /// The arrays; of single precision they have room for more numbers.
    template <class Real = double>
    Real* x() const
    {
        return reinterpret_cast<Real*>(x_.data());
    }
    template <class Real = double>
    Real* landing() const
    {
        return reinterpret_cast<Real*>(landing_.data());
    }

    /// Repeats of work() that take about these seconds, the same number on all processes. Collective. The longest of
    /// three times counts: where the clock goes back, some are far too short, and repeats would have no end. What takes
    /// far longer at first is not done again.
    Index repeats_for(double seconds, auto&& work)
    {
        constexpr double far_longer = 4;
        double once = largest_over_processes(port_, seconds_of(1, work));
        if (once >= far_longer * seconds) return 1;
        once = 0;
        for (int i = 0; i < 3 && once < seconds; ++i)
            once = std::max(once, largest_over_processes(port_, seconds_of(1, work)));
        return once >= seconds ? 1 : static_cast<Index>(seconds / (once > 1e-9 ? once : 1e-9)) + 1;
    }

    /// Seconds per repeat, as the median of up to five blocks of repeats: a preempted process is away for longer than a
    /// block lasts, so that only one block is disturbed. The argument does k repeats and returns their time.
    static double median_seconds(Index repeats, auto&& seconds_of_repeats)
    {
        const Index blocks = repeats < most_blocks ? repeats : most_blocks;
        Samples seconds;
        for (Index block = 0; block < blocks; ++block) {
            const Index count = repeats * (block + 1) / blocks - repeats * block / blocks;
            seconds.push_back(seconds_of_repeats(count) / static_cast<double>(count));
        }
        return median(seconds);
    }
    /// The same for work that is timed from outside.
    static double median_seconds_of(Index repeats, auto&& work)
    {
        return median_seconds(repeats, [&](Index count) { return seconds_of(count, work); });
    }
    /// To be called for a sample: seconds of work(), divided by the numbers that it is about, on the slowest process. A
    /// sample takes about these seconds. What is in the caches is first done half as often without being timed, in
    /// which wide vectors get up to speed; otherwise once is enough. Collective.
    auto sampler(double seconds, double numbers, auto work, bool in_caches = true)
    {
        const Index repeats = repeats_for(seconds, work), before = in_caches ? 1 + repeats / 2 : 1;
        return [this, repeats, before, numbers, work]() mutable {
            for (Index i = 0; i < before; ++i) work();
            port_.sync();
            return largest_over_processes(port_, median_seconds_of(repeats, work)) / numbers;
        };
    }

private:
    static constexpr Index most_blocks = 5;

    Port& port_;
    Index size_;
    int exceptions_ = std::uncaught_exceptions();
    Buffer<double> x_;
    Buffer<double> landing_;
};

/// The experiments of a section, whose results go into the machine.
struct Probe {
    Bench& bench;
    Machine& machine;
    std::vector<Experiment> experiments = {};

    Index p() const { return bench.port().p(); }

    // Each adds the experiments of one kind.
    void add_bspbench();
    void add_kernels(Index bytes_per_real);
    void add_sweeps(Index bytes_per_real);
    void add_puts();
    void add_arrivals();
    void add_streams();
    void add_sync();
};

}  // namespace bspfft

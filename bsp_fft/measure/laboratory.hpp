// Experiments on all processes of a section: in random order, round after round.
#pragma once

#include <functional>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/bsp/gather.hpp"
#include "bsp_fft/machine/machine.hpp"

namespace bspfft {

/// Arrays that all experiments share, so that each finds the caches as the others left them.
class Bench {
public:
    /// Collective; so many complex numbers in each of two arrays, of which the second is registered.
    Bench(Port& port, Index size);
    ~Bench();
    Bench(const Bench&) = delete;
    Bench& operator=(const Bench&) = delete;

    Port& port() const { return port_; }
    Index size() const { return size_; }
    double* x() const { return x_.data(); }
    double* middle() const { return middle_.data(); }

    /// Seconds since some moment.
    static double now();

    /// Repeats of work() that take about so many seconds, the same number on all processes. Collective.
    template <class Work>
    Index repeats_for(double seconds, Work work)
    {
        work();
        port_.sync();
        const double start = now();
        work();
        const double once = largest_over_processes(port_, now() - start);
        return once >= seconds ? 1 : static_cast<Index>(seconds / (once > 1e-9 ? once : 1e-9)) + 1;
    }

private:
    Port& port_;
    Index size_;
    Buffer<double> x_;
    Buffer<double> middle_;
};

/// Something to measure, on all processes together.
struct Experiment {
    /// One sample of each of its quantities; every process returns the same numbers.
    std::function<std::vector<double>()> sample;
    /// Told the quantities' samples in the end.
    std::function<void(const std::vector<std::vector<double>>&)> conclude;
};

/// Runs all experiments once a round, in an order that is new in each, for about so many seconds but at least
/// three rounds. Collective.
void carry_out(Port& port, const std::vector<Experiment>& experiments, double seconds);

}  // namespace bspfft

// The pace of the cores: how fast they compute what always takes the same work. Virtual processors that share a core
// slow each other, and so do clocks that change; shares of processor time say nothing of that.
#pragma once

#include "bsp_fft/base/arena.hpp"
#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/kernel/short/short_transform.hpp"

namespace bspfft {

struct Machine;

/// Times a little work in the nearest cache, on all processes at once.
class Pace {
public:
    explicit Pace(Port& port);

    /// Seconds for it at the best of some tries, on the slowest process. Collective.
    double seconds();

    /// What it took when one process computed alone; infinity if the machine does not say.
    static double alone(const Machine& machine);

private:
    void work();

    Port& port_;
    Arena arena_;
    ShortTransform<double> transform_;
    Buffer<double> data_;
};

}  // namespace bspfft

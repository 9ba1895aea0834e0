#include "bsp_fft/measure/pace.hpp"

#include <algorithm>
#include <limits>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/steady_seconds.hpp"
#include "bsp_fft/bsp/gather.hpp"
#include "bsp_fft/machine/measurements.hpp"

namespace bspfft {

namespace {

// Which keeps a core's units busy: where two processors share them it takes nearly twice as long, as tiles may. One of
// length 256, which waits for its own results, takes a fifth longer.
constexpr Index length = 169;
constexpr Index transforms = 8;
constexpr int most_blocks = 8;

}  // namespace

Pace::Pace(Port& port) : port_(port), transform_(length, arena_), data_(2 * length) {}

void Pace::work()
{
    for (Index i = 0; i < transforms; ++i) transform_.run(data_.data(), data_.data(), false, 1);
}

double Pace::seconds()
{
    port_.sync();
    // wide vectors are slow at first, and slowed down cores stay slow
    double least = seconds_of(1, [this] { work(); });
    for (int block = 1; block < most_blocks; ++block) least = std::min(least, seconds_of(1, [this] { work(); }));
    return largest_over_processes(port_, least);
}

double Pace::alone(const Machine& machine)
{
    for (const TilePoint& point : machine.tiles) {
        const bool is_same = point.axes == std::vector{length} && point.lanes == 0 &&
                             point.bytes_per_real == sizeof(double) && point.active == 1;
        if (is_same) return point.seconds.value * real(length * transforms);
    }
    return std::numeric_limits<double>::infinity();
}

}  // namespace bspfft

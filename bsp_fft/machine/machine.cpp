#include "bsp_fft/machine/machine.hpp"

#include <algorithm>
#include <cmath>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/machine/interpolation.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

namespace {

double log2_of(Index n) { return std::log2(static_cast<double>(n)); }

/// The largest number of processes among the points that is at most p, or the smallest there is.
template <class Point, class Processes>
Index nearest_processes(const std::vector<Point>& points, Index p, Processes processes)
{
    Index below = 0, least = 0;
    for (const Point& point : points) {
        const Index here = processes(point);
        if (here == 0) continue;
        if (here <= p) below = std::max(below, here);
        least = least == 0 ? here : std::min(least, here);
    }
    return below > 0 ? below : least;
}

void require(bool known, const char* what)
{
    if (!known)
        throw Error(Status::file_error, text("the machine file says nothing of ", what,
                                             "; measure again with: bspfft probe --overwrite"));
}

}  // namespace

const BspParameters& Machine::bsp_at(Index wanted) const
{
    const Index nearest = nearest_processes(bsp, wanted, [](const BspParameters& b) { return b.p; });
    const auto found =
        std::find_if(bsp.begin(), bsp.end(), [&](const BspParameters& b) { return b.p == nearest; });
    require(found != bsp.end(), "r, g and l");
    return *found;
}

// Time is nearly linear in the number of butterfly stages, and in the logarithm of the array.
double Machine::kernel_seconds(Work work, Index length, Index local_size, Index wanted) const
{
    const Index nearest = nearest_processes(
        kernels, wanted, [&](const KernelPoint& k) { return k.work == work ? k.active : 0; });
    Surface seconds;
    for (const KernelPoint& point : kernels) {
        if (point.work == work && point.active == nearest)
            seconds.add(log2_of(point.length), log2_of(point.local_size), point.seconds.value);
    }
    require(!seconds.empty(), "the kernels");
    return std::max(0.0, seconds.at(log2_of(length), log2_of(local_size)));
}

// The cost per byte is what changes slowly with the size.
double Machine::put_seconds(Exchange exchange, Index bytes, Index working_set, Index wanted) const
{
    const Index nearest =
        nearest_processes(puts, wanted, [&](const PutPoint& q) { return q.exchange == exchange ? q.p : 0; });
    Surface per_byte;
    for (const PutPoint& point : puts) {
        if (point.exchange == exchange && point.p == nearest) {
            per_byte.add(log2_of(point.bytes), log2_of(point.working_set),
                         std::log2(point.seconds.value / static_cast<double>(point.bytes)));
        }
    }
    require(!per_byte.empty(), "puts");
    return static_cast<double>(bytes) * std::exp2(per_byte.at(log2_of(bytes), log2_of(working_set)));
}

double Machine::sync_seconds(Index wanted) const
{
    Curve seconds;
    for (const SyncPoint& point : syncs) seconds.add(log2_of(point.p), point.seconds.value);
    require(!seconds.empty(), "synchronisations");
    return std::max(0.0, seconds.extended_at(log2_of(wanted)));
}

double Machine::copy_seconds(Index bytes, Index array_bytes, Index wanted) const
{
    const Index nearest = nearest_processes(streams, wanted, [](const StreamPoint& s) { return s.active; });
    Curve rate;
    for (const StreamPoint& point : streams) {
        if (point.active == nearest) rate.add(log2_of(point.bytes), point.bytes_per_second.value);
    }
    require(!rate.empty(), "memory bandwidth");
    return static_cast<double>(bytes) / rate.at(log2_of(array_bytes));
}

}  // namespace bspfft

// Passes of vector code: what the tile takes in the cache, by its terms, and what reading and writing the array adds to
// that, by the way in which it is accessed and by its size.
#include <algorithm>
#include <map>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/machine/machine_json.hpp"
#include "bsp_fft/predict/models.hpp"
#include "bsp_fft/predict/tile_terms.hpp"
#include "bsp_fft/schedule/cut_choice.hpp"

namespace bspfft {

namespace {

// The last axis in memory is the one whose elements are neighbours.
bool lanes_are_apart(const Compute& step, Access access)
{
    if (access != Access::in_place) return false;
    const auto last = std::find_if(step.cut.rbegin(), step.cut.rend(), [](const AxisCut& axis) { return axis.n > 1; });
    return last != step.cut.rend() && last->transformed;
}

bool is_short(const Schedule& schedule, const Compute& step, Access access)
{
    const ScheduleOptions& options = schedule.program().options;
    return access == Access::in_place && !step.cut.empty() && !options.reproducible &&
           has_short_columns(step.cut, options.bytes_per_real, options.shared ? ShortVectors::any : ShortVectors::few);
}

// Those of the columns of a cut, of its rows, or of transforms without one.
std::vector<Index> lengths_of(const Compute& step, Access access)
{
    if (step.cut.empty()) return {step.radix};
    std::vector<Index> lengths;
    for (const AxisCut& axis : step.cut) {
        if (!axis.transformed) continue;
        lengths.push_back(access == Access::to_packets ? axis.a : access == Access::in_place ? axis.n : axis.b);
    }
    return lengths;
}

// The last tile has fewer columns than lanes, and takes as long as the others: the lanes of all tiles over the columns
// that process 0, which has most, transforms. Two columns of real data are one lane.
double lanes_per_column(const Compute& step, Access access)
{
    if (step.cut.empty() || access == Access::in_place) return 1;
    const CutPart part = part_of(step.cut, 0);
    const bool pairs = access == Access::to_packets && half_axis_of(step.cut);
    const Index columns = access == Access::to_packets ? part.column_count() : part.row_count();
    const Index lanes = pairs ? (columns + 1) / 2 : columns;
    return real(tiles_of(lanes, step.lanes) * step.lanes) / real(std::max(Index{1}, lanes));
}

TileTerms terms_of(const Machine& machine, Index lanes, Index bytes_per_real, Index p)
{
    TileTerms terms(machine, lanes, bytes_per_real, p);
    if (terms.known()) return terms;
    throw Error(Status::file_error,
                text("the machine file says nothing of ", lanes == 0 ? "short vectors" : "tiles", " with reals of ",
                     bytes_per_real, " bytes; ", how_to_measure_again(machine.file)));
}

// More than the same tiles take in the cache.
Estimate access_seconds(const Machine& machine, const PassKind& pass, Index local_size, Index p)
{
    const Index active = nearest_processes(
        machine.kernels, p, [&](const KernelPoint& point) { return same_kind(point.pass, pass) ? point.active : 0; });
    const TileTerms terms = terms_of(machine, line_bytes / pass.bytes_per_real, pass.bytes_per_real, p);
    std::map<Index, Estimate> sums;
    std::map<Index, double> counts;
    for (const KernelPoint& point : machine.kernels) {
        if (!same_kind(point.pass, pass) || point.active != active) continue;
        const Estimate tile = terms.of({point.pass.length});
        Estimate& sum = sums[point.local_size];
        sum = sum + Estimate{point.seconds.value - tile.value, point.seconds.low - tile.low,
                             point.seconds.high - tile.high};
        counts[point.local_size] += 1;
    }
    const auto at = [&](double Estimate::*part) {
        Curve curve;
        for (const auto& [size, sum] : sums) curve.add(log2_of(size), sum.*part / counts[size]);
        return curve.at(log2_of(local_size));
    };
    return {at(&Estimate::value), at(&Estimate::low), at(&Estimate::high)};
}

}  // namespace

Estimate vector_seconds(const Machine& machine, const Schedule& schedule, const Step& step, Access access)
{
    const Compute& compute = *step.compute();
    const Index bytes_per_real = schedule.bytes_per_real(), p = schedule.p();
    const std::vector<Index> lengths = lengths_of(compute, access);
    if (is_short(schedule, compute, access)) return terms_of(machine, 0, bytes_per_real, p).of(lengths);
    const bool half = half_axis_of(compute.cut) != nullptr;
    const auto accessed = [&](Access how) {
        PassKind pass{"simd", how, bytes_per_real, compute.radix, lanes_are_apart(compute, how), half};
        if (!machine.knows(pass)) pass.half = false;  // not measured where columns are neighbours
        if (!machine.knows(pass)) return machine.pass_seconds(pass, part_of(step), p);  // which says what is missing
        return access_seconds(machine, pass, part_of(step), p);
    };
    const Estimate tile =
        lanes_per_column(compute, access) * terms_of(machine, compute.lanes, bytes_per_real, p).of(lengths);
    // forward and inverse: packets are read as by rows, and made as by columns
    const bool between = access == Access::between_packets;
    const Estimate sum =
        between ? 2 * tile + 0.5 * (accessed(Access::from_packets) + accessed(Access::to_packets))
                : tile + accessed(access);
    return not_negative({sum.value, std::min(sum.low, sum.value), std::max(sum.high, sum.value)});
}

}  // namespace bspfft

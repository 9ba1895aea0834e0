#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/machine/measurements.hpp"
#include "tools/report/charts.hpp"
#include "tools/report/parts.hpp"
#include "tools/terminal/table.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

std::string with_interval(const Estimate& e, double unit)
{
    const auto rounded = [&](double value) {
        return formatted(std::abs(value / unit) < 1000 ? "%.3g" : "%.0f", value / unit);
    };
    if (!e.has_interval()) return text(rounded(e.value), " (no interval)");
    return text(rounded(e.value), " (", rounded(e.low), " to ", rounded(e.high), ")");
}

/// For a chart: without an interval no line reaches beyond the point.
Estimate drawn(const Estimate& e) { return e.has_interval() ? e : Estimate{e.value, e.value, e.value}; }

void show_parameters(Page& page, const Machine& machine)
{
    std::vector<Page::Row> rows;
    for (const BspParameters& bsp : machine.bsp) {
        const auto sync = std::find_if(machine.syncs.begin(), machine.syncs.end(),
                                       [&](const SyncPoint& s) { return s.p == bsp.p; });
        rows.push_back({text(bsp.p), with_interval(bsp.r, 1e9), with_interval(bsp.g, 1),
                        with_interval(bsp.l, 1),
                        sync == machine.syncs.end() ? "" : with_interval(sync->seconds, 1e-6)});
    }
    page.table({"p", "r, Gflop/s", "g, flops a word", "l, flops", "an empty superstep, us"}, rows, Page::Width::full);
    page.paragraph(
        "r, g and l as bspbench defines them, with quartiles where there were samples enough for an interval: what the "
        "textbook's model knows. The calibrated model knows the curves below.");
}

/// How near a transform's length is to what would be computed: half of the stages, or all in the textbook's way.
double distance(const KernelPoint& point)
{
    const double stages = std::log2(static_cast<double>(point.local_size) * static_cast<double>(point.active));
    const double wanted = point.pass.access == Access::in_place ? stages : stages / 2;
    return std::abs(std::log2(static_cast<double>(point.pass.length())) - wanted);
}

CurveChart rates(const Machine& machine)
{
    CurveChart chart{"complex numbers of a process", "Gflop/s of a process", false, {}, 0};
    struct Shown {
        const char* name;
        const char* kernel;
        Access access;
    };
    const Shown all_shown[]{{"columns", "simd", Access::to_packets},
                            {"rows", "simd", Access::from_packets},
                            {"radix-2", "radix2", Access::in_place}};
    for (const Index active : std::set<Index>{1, machine.p}) {
        for (const Shown& shown : all_shown) {
            std::map<Index, const KernelPoint*> by_size;
            for (const KernelPoint& point : machine.kernels) {
                if (point.pass.kernel != shown.kernel || point.pass.access != shown.access ||
                    point.pass.bytes_per_real != 8 || point.active != active || point.pass.length() < 2)
                    continue;
                const KernelPoint*& best = by_size[point.local_size];
                if (!best || distance(point) < distance(*best)) best = &point;
            }
            CurveChart::Curve curve{text(shown.name, ", p = ", active),
                                    active,
                                    Source::measured,
                                    static_cast<std::size_t>(&shown - all_shown),
                                    true,
                                    {}};
            for (const auto& [size, point] : by_size) {
                const double gigaflops = 5e-9 * std::log2(static_cast<double>(point->pass.length()));
                const Estimate seconds = drawn(point->seconds);
                curve.points.push_back({static_cast<double>(size), gigaflops / seconds.value,
                                        gigaflops / seconds.high, gigaflops / seconds.low});
            }
            if (!curve.points.empty()) chart.curves.push_back(curve);
        }
    }
    return chart;
}

std::string readable_array(Index bytes)
{
    return bytes < 1 << 20 ? text(bytes >> 10, " KiB") : text(bytes >> 20, " MiB");
}

// Into the smallest and the largest array that was measured.
CurveChart gaps(const Machine& machine)
{
    CurveChart chart{"bytes of a put", "g(w), ns a real word", true, {}, 0};
    std::set<Index> arrays;
    for (const PutPoint& point : machine.puts) arrays.insert(point.working_set);
    std::size_t kind = 0;
    for (const Exchange exchange : {Exchange::put, Exchange::hpput}) {
        for (const Index array : std::set<Index>{*arrays.begin(), *arrays.rbegin()}) {
            CurveChart::Curve curve{text(name_of(exchanges, exchange), " into ", readable_array(array)),
                                    machine.p,
                                    Source::measured,
                                    kind++,
                                    true,
                                    {}};
            std::map<Index, CurveChart::Point> points;
            for (const PutPoint& point : machine.puts) {
                if (point.exchange != exchange || point.working_set != array || point.p != machine.p)
                    continue;
                const double words = static_cast<double>(point.bytes) / 8 * 1e-9;
                const Estimate seconds = drawn(point.seconds);
                points[point.bytes] = {static_cast<double>(point.bytes), seconds.value / words, seconds.low / words,
                                       seconds.high / words};
            }
            for (const auto& [bytes, point] : points) curve.points.push_back(point);
            if (!curve.points.empty()) chart.curves.push_back(curve);
        }
    }
    return chart;
}

}  // namespace

void show_machine(Page& page, const KnownMachine& known)
{
    const Machine& machine = known.machine;
    page.section("The machine: r(n), g(w) and l");
    show_parameters(page, machine);
    const CurveChart rate = rates(machine);
    if (!rate.curves.empty())
        page.figure("r", 440, script_of(rate),
                    "How fast a process computes, by how much data it has and how many compute at once.");
    if (machine.puts.empty())
        return page.left_out("No g(w): the probe saw one process only; bspfft probe --procs 2 measures it.");
    const CurveChart gap = gaps(machine);
    if (!gap.curves.empty())
        page.figure("g", 420, script_of(gap), "What a word costs, by the size of the put that carries it.");
}

}  // namespace bspfft::tools

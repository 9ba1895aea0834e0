#include <map>
#include <stdexcept>

#include "bsp_fft/base/text.hpp"
#include "tools/bench/samples.hpp"
#include "tools/report/charts.hpp"
#include "tools/report/parts.hpp"

namespace bspfft::tools {

namespace {

using Totals = std::map<Index, double>;  // seconds by n

/// A curve: the processes, and the algorithm where a shape was done by several.
struct Series {
    Index p;
    std::string algorithm;

    std::string name() const { return text("p = ", p, algorithm.empty() ? "" : ", ", algorithm); }
    Series alone() const { return {1, algorithm}; }
    friend auto operator<=>(const Series&, const Series&) = default;
};

Series series_of(const Json& row)
{
    const bool has_axes = row.contains("shape") && row.at("shape").size() > 1;
    return {row.at("p").get<Index>(), has_axes ? row.at("algorithm").get<std::string>() : ""};
}

struct Grid {
    explicit Grid(const Json& rows)
    {
        for (const Json& row : rows) {
            const auto n = row.at("n").get<Index>();
            for (const char* who : {"measured", "calibrated", "counted", "textbook"}) {
                const double total = amount(row.at(who), "total");
                if (n < 2 || !(total > 0)) throw std::domain_error(text("a total ", who, " is not positive"));
                totals[who][series_of(row)][n] = total;
            }
        }
    }
    std::map<std::string, std::map<Series, Totals>> totals;  // by who and series
};

template <class Value>
CurveChart::Curve curve(const std::string& name, std::size_t number, bool dashed, const Totals& totals,
                        Value value)
{
    CurveChart::Curve result{name, colour::all[number % std::size(colour::all)], dashed, false, {}};
    for (const auto& [n, seconds] : totals) {
        const double y = value(n, seconds);
        result.points.push_back({static_cast<double>(n), y, y, y});
    }
    return result;
}

CurveChart rates(const Grid& grid)
{
    CurveChart chart{"n", "Gflop/s, counted as 5 n log_2 n", false, {}};
    for (const char* who : {"measured", "calibrated"}) {
        std::size_t number = 0;
        for (const auto& [series, totals] : grid.totals.at(who))
            chart.curves.push_back(
                curve(text(who, ", ", series.name()), number++, who != std::string("measured"), totals, fft_rate));
    }
    return chart;
}

// Over one process of ours, at those n where both were measured.
CurveChart speed_ups(const Grid& grid)
{
    CurveChart chart{"n", "speed-up over p = 1", false, {}};
    for (const char* who : {"measured", "calibrated"}) {
        const auto& by_series = grid.totals.at(who);
        std::size_t number = 0;
        for (const auto& [series, totals] : by_series) {
            ++number;
            if (series.p == 1 || !by_series.contains(series.alone())) continue;
            const Totals& alone = by_series.at(series.alone());
            Totals both;
            for (const auto& [n, seconds] : totals) {
                if (alone.contains(n)) both[n] = seconds;
            }
            if (both.empty()) continue;
            chart.curves.push_back(curve(text(who, ", ", series.name()), number - 1, who != std::string("measured"),
                                         both,
                                         [&](Index n, double seconds) { return alone.at(n) / seconds; }));
        }
    }
    return chart;
}

CurveChart errors(const Grid& grid)
{
    CurveChart chart{"n", "predicted / measured total", true, {}};
    std::size_t number = 0;
    for (const char* who : {"calibrated", "counted", "textbook"}) {
        for (const auto& [series, totals] : grid.totals.at(who)) {
            const Totals& measured = grid.totals.at("measured").at(series);
            chart.curves.push_back(curve(text(who, ", ", series.name()), number, series.p == 1, totals,
                                         [&](Index n, double seconds) { return seconds / measured.at(n); }));
        }
        ++number;
    }
    return chart;
}

}  // namespace

void show_comparison(Page& page, const Json& comparison)
{
    const Grid grid(comparison.at("grid"));
    page.section("Rate, speed-up and predictions over n and p");
    page.figure("rates", 400, script_of(rates(grid)),
                "How fast: solid as measured, dashed as predicted. Higher is faster.");
    const CurveChart chart = speed_ups(grid);
    if (!chart.curves.empty())
        page.figure("speedups", 400, script_of(chart), "What more processes gain: p would be perfect.");
    else
        page.left_out("No speed-up: bspfft compare --procs 1,2 --json FILE measures one process and more.");
    page.figure("errors", 420, script_of(errors(grid)),
                "How right the models are: 1 is exact, above it they expect too much time.");
}

}  // namespace bspfft::tools

#include <iterator>
#include <map>
#include <optional>
#include <set>
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

constexpr std::pair<const char*, Source> sources[] = {{"measured", Source::measured},
                                                      {"calibrated", Source::calibrated},
                                                      {"counted", Source::counted},
                                                      {"textbook", Source::textbook}};

const char* source_name(Source source) { return sources[static_cast<std::size_t>(source)].first; }

struct Grid {
    explicit Grid(const Json& rows)
    {
        for (const Json& row : rows) {
            const auto n = row.at("n").get<Index>();
            for (const auto& [who, source] : sources) {
                const double total = prediction(row.at(who), "total");
                Totals& series = totals[source][series_of(row)];
                // of a disturbed probe's l a prediction may be less than 0, which has no rate: there is no point
                const bool is_point = n >= 2 && total > 0;
                if (!is_point && source == Source::measured)
                    throw std::domain_error(text("a total ", who, " is not positive"));
                if (is_point) series[n] = total;
            }
        }
    }

    const std::map<Series, Totals>& of(Source source) const { return totals.at(source); }

    std::optional<double> seconds(Source source, const Series& series, Index n) const
    {
        const auto found = of(source).find(series);
        if (found == of(source).end() || !found->second.contains(n)) return std::nullopt;
        return found->second.at(n);
    }

    /// The algorithm of a series, as a number.
    std::size_t kind_of(const Series& series) const
    {
        std::set<std::string> algorithms;
        for (const auto& [each, seconds] : of(Source::measured)) algorithms.insert(each.algorithm);
        return static_cast<std::size_t>(std::distance(algorithms.begin(), algorithms.find(series.algorithm)));
    }

    std::map<Source, std::map<Series, Totals>> totals;
};

// A curve for each series of these sources, of value(source, series, n, seconds) at every n that has one.
template <class Value>
CurveChart chart_of(const Grid& grid, CurveChart chart, std::initializer_list<Source> shown, Value value)
{
    for (const Source source : shown) {
        for (const auto& [series, totals] : grid.of(source)) {
            const std::string name = text(source_name(source), ", ", series.name());
            CurveChart::Curve curve{name, series.p, source, grid.kind_of(series), false, {}};
            for (const auto& [n, seconds] : totals) {
                if (const std::optional<double> y = value(source, series, n, seconds))
                    curve.points.push_back({static_cast<double>(n), *y, *y, *y});
            }
            if (!curve.points.empty()) chart.curves.push_back(curve);
        }
    }
    return chart;
}

CurveChart rates(const Grid& grid)
{
    return chart_of(grid, {"n", "Gflop/s, counted as 5 n log_2 n", false, {}, 0},
                    {Source::measured, Source::calibrated},
                    [](Source, const Series&, Index n, double seconds) { return std::optional(fft_rate(n, seconds)); });
}

// Over one process of ours, at those n where both were measured.
CurveChart speed_ups(const Grid& grid)
{
    const auto value = [&](Source source, const Series& series, Index n, double seconds) -> std::optional<double> {
        const auto alone = series.p == 1 ? std::nullopt : grid.seconds(source, series.alone(), n);
        return alone ? std::optional(*alone / seconds) : std::nullopt;
    };
    return chart_of(grid, {"n", "speed-up over p = 1", false, {}, 0}, {Source::measured, Source::calibrated}, value);
}

CurveChart errors(const Grid& grid)
{
    const auto value = [&](Source, const Series& series, Index n, double seconds) {
        return std::optional(seconds / grid.seconds(Source::measured, series, n).value());
    };
    return chart_of(grid, {"n", "predicted / measured total", true, {}, 1},
                    {Source::calibrated, Source::counted, Source::textbook}, value);
}

void show_errors(Page& page, const Json& summary)
{
    Page::Row head{"error: median (worst)"};
    std::vector<Page::Row> rows;
    for (const Source source : {Source::calibrated, Source::counted, Source::textbook}) {
        Page::Row row{source_name(source)};
        for (const auto& [term, errors] : summary.at(source_name(source)).items()) {
            if (rows.empty()) head.push_back(term);
            row.push_back(errors.at("points").get<Index>() == 0
                              ? ""
                              : text(percent(amount(errors, "median")), " (", percent(amount(errors, "worst")), ")"));
        }
        rows.push_back(row);
    }
    page.table(head, rows);
}

}  // namespace

void show_comparison(Page& page, const Json& comparison)
{
    const Grid grid(comparison.at("grid"));
    page.section("Rate, speed-up and predictions over n and p");
    page.figure("rates", 400, script_of(rates(grid)),
                "How fast, by the total with the ledger; higher is faster. A colour is a number of processes; solid is "
                "measured, dashed predicted.");
    const CurveChart chart = speed_ups(grid);
    if (!chart.curves.empty())
        page.figure("speedups", 400, script_of(chart), "What more processes gain: p would be perfect.");
    else
        page.left_out("No speed-up: bspfft compare --procs 1,2 --json FILE measures one process and more.");
    const CurveChart off = errors(grid);
    if (!off.curves.empty())
        page.figure("errors", 420, script_of(off),
                    "How right the models are: 1 is exact, above it they expect too much time.");
    show_errors(page, comparison.at("summary"));
}

}  // namespace bspfft::tools

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "bsp_fft/base/text.hpp"
#include "tools/report/charts.hpp"
#include "tools/report/parts.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

constexpr const char* models[][2] = {
    {"measured", "measured"}, {"predicted", "calibrated"}, {"counted", "counted"}, {"textbook", "textbook"}};

// Empty where nothing was computed or moved.
std::string count(const Json& step, const char* key)
{
    const auto value = step.at(key).get<Index>();
    return value == 0 ? "" : readable_count(value);
}

std::string time(const Json& from, const char* key)
{
    if (!from.contains(key)) return "";
    const double value = prediction(from, key);
    return value == 0 ? "" : readable_seconds(value);
}

void show_ledger(Page& page, const Json& run)
{
    const Json& supersteps = run.at("supersteps");
    page.section("The ledger, superstep by superstep");
    std::vector<Page::Row> rows;
    constexpr int after_bytes = 6;
    const bool copies = supersteps.size() > 0 && supersteps.at(0).contains("pcie_bytes");
    for (const Json& step : supersteps) {
        const Json& seconds = step.at("seconds");
        Page::Row row{text(rows.size(), ": ", step.at("name").get<std::string>()), count(step, "flops"),
                      count(step, "words"), count(step, "synchronisations"), count(step, "puts"),
                      count(step, "bytes"), time(seconds, "compute"), time(seconds, "communicate"),
                      time(seconds, "sync"), time(seconds, "wait"),
                      text(std::round(1000 * amount(step, "imbalance")) / 10, "%"),
                      time(step, "predicted_seconds"), time(step, "counted_seconds"),
                      time(step, "textbook_seconds")};
        if (copies) row.insert(row.begin() + after_bytes, {count(step, "pcie_bytes"), time(seconds, "pcie")});
        rows.push_back(row);
    }
    Page::Row head{"superstep", "flops", "words h", "syncs", "puts", "bytes", "compute", "communicate", "sync", "wait",
                   "imbalance", "calibrated", "counted", "textbook"};
    if (copies) head.insert(head.begin() + after_bytes, {"copied bytes", "pcie"});
    page.table(head, rows, Page::Width::full);
    page.paragraph(text(
        "One transform; each number is the largest over the processes, which is what BSP charges. A superstep ends "
        "with a sync: in all ", counted(run.at("synchronisations").get<Index>(), "synchronisation"),
        ", without the empty ones by which the ledger sees who waits. Counts are exact, and from 100,000 on shown with "
        "three digits; the last three columns are what the models predict."));
}

const char* other_is_negative(const Json& cost)
{
    return prediction(cost.at("other"), "measured") < 0
               ? ", and less than 0 where not the same process is the slowest in all steps"
               : "";
}

void show_costs(Page& page, const Json& run)
{
    const Json& cost = run.at("cost");
    page.section("Measured against predicted", Page::Width::column);
    SpanChart chart;
    chart.kinds = {{"T_comp", colour::compute}, {"T_comm", colour::communicate}, {"T_sync", colour::sync},
                   {"other", colour::olive}};
    if (cost.contains("T_pcie")) chart.kinds.insert(chart.kinds.begin() + 1, {"T_pcie", colour::pcie});
    Page::Row head{""};
    for (const SpanChart::Kind& kind : chart.kinds) head.push_back(kind.name);
    head.push_back("total");
    std::vector<Page::Row> rows;
    for (const auto& [key, name] : models) {
        if (!cost.at("total").contains(key)) continue;
        double end = 0;
        Page::Row row{name};
        for (std::size_t kind = 0; kind < chart.kinds.size(); ++kind) {
            const Json& of = cost.at(chart.kinds[kind].name);
            if (!of.contains(key)) {
                row.emplace_back();
                continue;
            }
            const double part = prediction(of, key);
            chart.spans.push_back({chart.rows.size(), kind, end, end + std::max(0.0, part)});
            end += std::max(0.0, part);
            row.push_back(readable_seconds(part));
        }
        chart.rows.push_back(name);
        row.push_back(readable_seconds(prediction(cost.at("total"), key)));
        rows.push_back(row);
    }
    page.table(head, rows);
    page.figure(
        "bars", 110 + 40 * static_cast<int>(chart.rows.size()), script_of(chart),
        text("What computing, communicating and synchronising took, and what each model said. The measured total is "
             "that of a transform with the ledger, the sum of its parts; other, which no model has, is the ledger's "
             "own clocks and syncs", other_is_negative(cost), "."));
    if (rows.size() == 1)
        page.left_out("Nothing was predicted in this run; bspfft probe measures the machine for that.");
}

std::size_t processes_of(const Json& run)
{
    const std::size_t p = run.at("supersteps").at(0).at("processes").size();
    if (p == 0 || run.at("p") != p) throw std::domain_error("the supersteps are not those of p processes");
    return p;
}

/// As it was recorded.
SpanChart timeline(const Json& run)
{
    SpanChart chart;
    chart.kinds = {{"compute", colour::compute},
                   {"communicate", colour::communicate},
                   {"wait", colour::wait},
                   {"sync", colour::sync},
                   {"ledger", colour::olive}};
    if (run.at("cost").contains("T_pcie")) chart.kinds.push_back({"pcie", colour::pcie});
    for (std::size_t s = 0; s < processes_of(run); ++s) chart.rows.push_back(text("process ", s));
    const Json& supersteps = run.at("supersteps");
    double last = 0;
    for (std::size_t number = 0; number < supersteps.size(); ++number) {
        const Json& step = supersteps.at(number);
        for (const Json& span : step.at("spans")) {
            const auto process = span.at("process").get<std::size_t>();
            if (process >= chart.rows.size()) throw std::domain_error("a span is of another process");
            const auto activity = span.at("activity").get<std::string>();
            const auto kind = std::find_if(chart.kinds.begin(), chart.kinds.end(),
                                           [&](const SpanChart::Kind& each) { return each.name == activity; });
            if (kind == chart.kinds.end()) throw std::domain_error("a span is of another activity");
            const double begin = amount(span, "begin"), end = amount(span, "end");
            chart.spans.push_back({process, static_cast<std::size_t>(kind - chart.kinds.begin()), begin, end});
            last = std::max(last, end);
        }
        chart.marks.push_back({last, text(number)});
    }
    return chart;
}

void show_timeline(Page& page, const Json& run)
{
    page.section("Timeline", Page::Width::column);
    if (!run.at("supersteps").at(0).contains("spans"))
        return page.left_out("This run has no time stamps; bspfft run --account --json FILE records them now.");
    const SpanChart chart = timeline(run);
    const int rows = static_cast<int>(chart.rows.size());
    page.figure(
        "timeline", 150 + rows * std::clamp(480 / rows, 4, 36), script_of(chart),
        "One transform as it was recorded: what each process did when. A line is the end of a superstep, and above "
        "are their numbers. Between two synchronisations, puts that take turns with computing stand after it.");
}

void show_traffic(Page& page, const Json& run)
{
    page.section("Who sends how much to whom", Page::Width::column);
    const std::size_t p = processes_of(run);
    std::vector<std::vector<double>> sums(p, std::vector<double>(p, 0));
    for (const Json& step : run.at("supersteps")) {
        if (!step.contains("bytes_between")) continue;
        const auto matrix = step.at("bytes_between").get<std::vector<std::vector<double>>>();
        if (matrix.size() != p) throw std::domain_error("bytes_between is not a square of p");
        for (std::size_t s = 0; s < p; ++s) {
            if (matrix[s].size() != p) throw std::domain_error("bytes_between is not a square of p");
            for (std::size_t t = 0; t < p; ++t) {
                sums[s][t] += matrix[s][t];
                if (!(matrix[s][t] >= 0) || !std::isfinite(sums[s][t]))
                    throw std::domain_error("bytes_between has a number that is no count of bytes");
            }
        }
    }
    if (p == 1) return page.left_out("One process sends nothing; run with --procs 2 or more to see traffic.");
    page.figure("traffic", p <= 4 ? 340 : 480, heat_map_script(sums),
                "Bytes of one transform, all steps together.");
}

}  // namespace

void show_run(Page& page, const Json& run)
{
    show_costs(page, run);
    show_ledger(page, run);
    show_timeline(page, run);
    show_traffic(page, run);
}

}  // namespace bspfft::tools

#include "tools/commands/compare.hpp"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <optional>
#include <utility>

#include "bsp_fft/base/steady_seconds.hpp"
#include "bsp_fft/bsp/gather.hpp"
#include "bsp_fft/machine/measurements.hpp"
#include "bsp_fft/measure/experiments.hpp"
#include "bsp_fft/measure/pace.hpp"
#include "bsp_fft/measure/statistics.hpp"
#include "bsp_fft/predict/models.hpp"
#include "bsp_fft/report/comparison.hpp"
#include "bsp_fft/report/readable.hpp"
#include "bspfft/plan.hpp"
#include "tools/commands/directed_plan.hpp"
#include "tools/files/csv.hpp"
#include "tools/processes/section.hpp"
#include "tools/terminal/problem_text.hpp"
#include "tools/terminal/table.hpp"

namespace bspfft::tools {

namespace {

constexpr double least_seconds = 0.01;  // of transforms that are timed as one
constexpr double patience = 1;          // seconds for blocks in place of disturbed ones

/// Seconds per transform of a block of them; the slowest process counts.
double time_block(Port& port, AnyPlan& plan, Index count)
{
    const auto block = [&] {
        for (Index i = 0; i < count; ++i) plan.forward();
    };
    return seconds_of(port, block) / static_cast<double>(count);
}

Index block_length(Port& port, AnyPlan& plan)
{
    Index count = 1;
    while (time_block(port, plan, count) * static_cast<double>(count) < least_seconds) count *= 2;
    return count;
}

/// Transforms without the ledger and with it, and the pace before and after them, whichever was slower.
struct Block {
    double alone;
    Seen seen;
    double pace;
};

// The undisturbed one with the median total, so that its parts are of the same transforms; if there is none, of all.
Seen median_one(std::vector<Block> blocks, double fastest_pace)
{
    const auto is_disturbed = [&](const Block& block) { return !is_undisturbed(block.pace, fastest_pace); };
    if (!std::ranges::all_of(blocks, is_disturbed)) std::erase_if(blocks, is_disturbed);
    Samples alone;
    double slowest = 0;
    for (const Block& block : blocks) {
        alone.push_back(block.alone);
        slowest = std::max(slowest, block.pace);
    }
    const auto half = blocks.begin() + std::ssize(blocks) / 2;
    std::ranges::nth_element(blocks, half, {}, [](const Block& block) { return block.seen.cost.total; });
    half->seen.cost.without_ledger = median(alone);
    if (!is_undisturbed(slowest, fastest_pace)) half->seen.core_share = fastest_pace / slowest;
    return half->seen;
}

/// Seconds that this process has really been running.
double running_seconds()
{
    std::timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// A plan may be several transforms, one after the other.
Seen seen_of(const AnyPlan& plan)
{
    Seen seen;
    for (Index t = 0; t < plan.transforms(); ++t) {
        seen.ledgers.push_back(plan.ledger(t));
        seen.cost += measured_cost(seen.ledgers.back(), 0);
    }
    return seen;
}

template <class Real>
AnyPlan plan_of(const ComparedTransform& compared)
{
    return DirectedPlan<Real>::made(compared.transform, compared.transform.options_for(compared.p));
}

Table table(const CompareRequest& request)
{
    const int width = request.is_of_a_shape() ? 12 : 5;
    std::vector<Table::Column> columns{name_column(request.is_of_a_shape() ? "shape" : "n", width),
                                       number_column("p", 4), name_column("", 6), number_column("measured", 9)};
    for (const char* model : {"calibrated", "counted", "textbook"}) {
        const bool extra = model == std::string("counted");
        for (Table::Column column : {number_column(model, 10), number_column("", 6)})
            columns.push_back(extra ? wide_column(column) : column);
    }
    return Table(columns, 2, request.wide);
}

// An algorithm stands below its shape.
void print_row(const Comparison& row, const CompareRequest& request)
{
    Table::Cells first{short_size(row.schedule.problem()), text(row.schedule.p())};
    const auto print = [&](const char* name, double measured, const Table::Cells& predicted) {
        Table::Cells cells = first;
        cells.insert(cells.end(), {name, readable_seconds(measured)});
        cells.insert(cells.end(), predicted.begin(), predicted.end());
        table(request).print_row(cells);
    };
    for (const Term term : terms(row.has_pcie())) {
        if (term == Term::total) print("other", row.measured.other(), {});
        Table::Cells predicted;
        for (const Prediction* prediction : models_of(row.predictions)) {
            predicted.push_back(readable_seconds(part_of(prediction->total(), term)));
            predicted.push_back(readable_error(relative_error(row, *prediction, term)));
        }
        print(name_of(term), part_of(row.measured, term), predicted);
        const bool named = request.is_of_a_shape() && term == Term::compute;
        first = {named ? algorithm_name(row.schedule.algorithm()) : "", ""};
    }
    if (request.is_of_a_shape()) {
        const std::string grid = grid_in_words(row.schedule);
        std::printf("             %s, h = %s words%s%s\n", moves_in_words(row.schedule).c_str(),
                    readable_count(row.schedule.words()).c_str(), grid.empty() ? "" : "; ", grid.c_str());
    }
    std::printf("             %s; without the ledger %s (median)\n",
                counted(row.schedule.synchronisations(), "synchronisation").c_str(),
                readable_seconds(row.measured.without_ledger).c_str());
    print_wrapped("calibrated total " + interval_in_words(row.predictions.calibrated.total()), 13);
    if (row.disturbed())
        std::printf("             disturbed: a process had only %.0f%% of a core, or of its pace\n",
                    100 * row.core_share);
    std::fflush(stdout);
}

void print_summary(const std::vector<Comparison>& rows)
{
    std::printf("\n  size of the error: median (worst), of parts that are over 5%% of the total\n");
    std::vector<Table::Column> columns{name_column("", 10)};
    const int width = terms_of(rows).size() > 4 ? 12 : 15;
    for (const Term term : terms_of(rows)) columns.push_back(number_column(name_of(term), width));
    const Table errors_table(columns);
    errors_table.print_head();
    for (std::size_t model = 0; model < models_of(rows.front().predictions).size(); ++model) {
        Table::Cells cells{models_of(rows.front().predictions)[model]->model};
        for (const Term term : terms_of(rows)) cells.push_back(in_words(summarise(rows, model, term)));
        errors_table.print_row(cells);
    }
    if (std::any_of(rows.begin(), rows.end(),
                    [](const Comparison& row) { return !row.predictions.calibrated.total().has_interval(); }))
        print_wrapped(why_no_interval, 2);
    std::printf("\n%s", wrapped(largest_discrepancy(rows).sentence, 0).c_str());
}

Json row_json(const Comparison& row)
{
    Json json = json_of(row);
    const Json size = size_json(row.schedule.problem());
    for (const char* key : {"shape", "axes", "real"}) json[key] = size[key];
    json["cut"] = cut_json(row.schedule);
    json["redistributions"] = row.schedule.redistributions();
    json["words"] = row.schedule.words();
    return json;
}

Json document_of(const std::vector<Comparison>& rows, const CompareRequest& request, const KnownMachine& known)
{
    Json document{{"cpu", cpu_name()},
                  {"runtime", Port::runtime()},
                  {"precision", name_of(precisions, request.precision)},
                  {"machine", json_of(known)},
                  {"grid", Json::array()}};
    for (const Comparison& row : rows) document["grid"].push_back(row_json(row));
    for (std::size_t model = 0; model < models_of(rows.front().predictions).size(); ++model) {
        const std::string& name = models_of(rows.front().predictions)[model]->model;
        for (const Term term : terms_of(rows))
            document["summary"][name][name_of(term)] = json_of(summarise(rows, model, term));
    }
    const Discrepancy found = largest_discrepancy(rows);
    const Schedule& schedule = rows[found.row].schedule;
    document["largest_discrepancy"] = {{"model", found.model}, {"n", schedule.n()},
                                       {"p", schedule.p()},    {"term", name_of(found.term)},
                                       {"error", found.error}, {"sentence", found.sentence}};
    return document;
}

// What stands in CSV: of each row the costs, measured and by each model.
Json costs_of(const std::vector<Comparison>& rows, const CompareRequest& request)
{
    Json list = Json::array();
    for (const Comparison& row : rows) {
        const Json all = json_of(row);
        Json costs{{"n", all["n"]}, {"p", all["p"]}};
        if (request.is_of_a_shape()) {
            costs["shape"] = short_size(row.schedule.problem());
            costs["algorithm"] = all["algorithm"];
            costs["redistributions"] = row.schedule.redistributions();
            costs["words"] = row.schedule.words();
        }
        costs["measured"] = all["measured"];
        for (const Prediction* prediction : models_of(row.predictions))
            costs[prediction->model] = all[prediction->model];
        list.push_back(costs);
    }
    return list;
}

}  // namespace

std::string in_words(const ErrorSummary& errors)
{
    if (errors.points == 0) return "-";
    const auto percent = [](double error) { return formatted(error < 10 ? "%.1f%%" : "%.0f%%", 100 * error); };
    return text(percent(errors.median), " (", percent(errors.worst), ")");
}

Seen Observer::see(Index p, const std::function<AnyPlan()>& make, int repeats)
{
    Seen seen;
    run_section(p, [&](Port& port) {
        AnyPlan plan = make();
        const Index count = block_length(port, plan);
        Pace pace(port);
        double least = fastest_pace_, last = pace.seconds();
        broadcast(port, least);
        std::vector<Block> blocks;
        const double start = steady_seconds(), running = running_seconds();
        int undisturbed = 0;
        const auto goes_on = [&] {
            if (std::ssize(blocks) < repeats) return true;
            return undisturbed < repeats && largest_over_processes(port, steady_seconds() - start) < patience;
        };
        while (goes_on()) {
            plan.account(false);
            const double alone = time_block(port, plan, count);
            plan.account(true);
            port.sync();
            for (Index k = 0; k < count; ++k) plan.forward();
            const double before = std::exchange(last, pace.seconds());
            least = std::min({least, before, last});
            blocks.push_back({alone, seen_of(plan), std::max(before, last)});
            undisturbed += is_undisturbed(blocks.back().pace, least) ? 1 : 0;
        }
        const double share = (running_seconds() - running) / (steady_seconds() - start);
        const double least_share = -largest_over_processes(port, -share);
        if (port.s() != 0) return;
        seen = median_one(std::move(blocks), least);
        seen.core_share = std::min(seen.core_share, least_share);
        fastest_pace_ = least;
        for (Index t = 0; t < plan.transforms(); ++t)
            seen.schedules.push_back(plan.schedule(Direction::forward, t));
    });
    return seen;
}

ComparisonFiles::ComparisonFiles(const CompareRequest& request)
{
    agree_on([&] {
        if (!is_process_0()) return;
        known = require_machine(request.machine);
        json.emplace(request.json);
        csv.emplace(request.csv);
    });
    shows = is_process_0() && request.json != "-" && request.csv != "-";
    if (shows) print_remarks(known);
}

int compare(const CompareRequest& request)
{
    const std::vector<ComparedTransform> all = compared_transforms(request);
    ComparisonFiles files(request);
    if (files.shows) table(request).print_head();
    std::vector<Comparison> rows;
    Observer observer;
    for (const ComparedTransform& compared : all) {
        const bool wide = request.precision == Precision::double_;
        const Seen seen = observer.see(
            compared.p, [&] { return wide ? plan_of<double>(compared) : plan_of<float>(compared); }, request.repeat);
        agree_on([&] {
            if (!is_process_0()) return;
            const Schedule& schedule = seen.schedules.front();
            rows.push_back(
                {schedule, request.repeat, seen.cost, seen.core_share, predict_all(files.known.machine, schedule)});
            if (files.shows) print_row(rows.back(), request);
        });
    }
    if (!is_process_0()) return 0;
    if (files.shows) print_summary(rows);
    write_json(*files.json, document_of(rows, request, files.known));
    files.csv->write(csv_of(costs_of(rows, request)));
    return 0;
}

}  // namespace bspfft::tools

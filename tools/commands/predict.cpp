#include "tools/commands/predict.hpp"

#include <algorithm>
#include <cstdio>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/report/comparison.hpp"
#include "bsp_fft/execution/choices.hpp"
#include "tools/commands/choice.hpp"
#include "tools/commands/predict_by_models.hpp"
#include "tools/files/json_output.hpp"
#include "tools/terminal/options.hpp"
#include "tools/terminal/problem_text.hpp"
#include "tools/terminal/schedule_table.hpp"
#include "tools/terminal/table.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

/// One p.
struct Outlook {
    Schedule schedule;
    Precision precision;
    Predictions predictions;
    bool extrapolated;

    const char* algorithm() const { return algorithm_name(schedule.algorithm()); }
};

Outlook look(const Machine& machine, const Transform& transform, Index p, const PredictRequest& request)
{
    const Schedule schedule = choose_schedule(transform, p, request.precision, machine);
    return {schedule, request.precision, predict_all(machine, schedule),
            p > machine.p};
}

Json price_json(const Price& price)
{
    return {{"compute", price.compute},
            {"communicate", price.communicate},
            {"sync", price.sync},
            {"total", price.total()},
            {"low", price.low},
            {"high", price.high}};
}

Json terms_json(const Price& price)
{
    Json json = Json::object();
    for (const Term term : terms) json[name_of(term)] = part_of(price, term);
    json["low"] = price.low;
    json["high"] = price.high;
    return json;
}

/// By term, then by model; each number times a factor.
Json cost_json(const Predictions& predictions, double factor)
{
    Json json = Json::object();
    for (const Term term : terms) {
        for (const Prediction* prediction : models_of(predictions))
            json[name_of(term)][prediction->model] = factor * part_of(prediction->total(), term);
    }
    for (const Prediction* prediction : models_of(predictions)) {
        json["low"][prediction->model] = factor * prediction->total().low;
        json["high"][prediction->model] = factor * prediction->total().high;
    }
    return json;
}

Json json_of(const Outlook& outlook, const KnownMachine& known)
{
    const double r = known.machine.bsp_at(outlook.schedule.p()).r.value;
    Json supersteps = supersteps_json(outlook.schedule);
    for (std::size_t i = 0; i < supersteps.size(); ++i) {
        for (const Prediction* prediction : models_of(outlook.predictions))
            supersteps[i][prediction->model] = price_json(prediction->supersteps[i]);
    }
    Json document = size_json(outlook.schedule.problem());
    const Json facts{
            {"p", outlook.schedule.p()},
            {"precision", name_of(precisions, outlook.precision)},
            {"algorithm", outlook.algorithm()},
            {"exchange", name_of(exchanges, outlook.schedule.exchange())},
            {"cut", cut_json(outlook.schedule)},
            {"machine", json_of(known)},
            {"extrapolated", outlook.extrapolated},
            {"r", r},
            {"supersteps", supersteps},
            {"cost", cost_json(outlook.predictions, 1)},
            {"cost_flops", cost_json(outlook.predictions, r)}};
    for (const auto& [key, value] : facts.items()) document[key] = value;
    return document;
}

constexpr int seconds_width = 10, flops_width = 9;

void print_prices(int width, const std::string& name, const Predictions& predictions, double r, auto part)
{
    std::vector<Table::Column> columns{name_column("", width)};
    Table::Cells cells{name};
    for (const Prediction* prediction : models_of(predictions)) {
        const double seconds = part(*prediction);
        columns.push_back(number_column("", seconds_width));
        columns.push_back(number_column("", flops_width));
        cells.push_back(readable_seconds(seconds));
        cells.push_back(formatted("%.3g", seconds * r));
    }
    Table(columns).print_row(cells);
}

void print_prices_head(int width, const Predictions& predictions)
{
    std::vector<Table::Column> columns{name_column("", width)};
    for (const Prediction* prediction : models_of(predictions))
        columns.push_back(number_column(prediction->model, seconds_width + 1 + flops_width));
    Table(columns).print_head();
}

void print(const Outlook& outlook, const KnownMachine& known)
{
    const double r = known.machine.bsp_at(outlook.schedule.p()).r.value;
    std::printf("%s, p = %s, %s, algorithm %s, exchange %s\n", size_in_words(outlook.schedule.problem()).c_str(),
                with_power(outlook.schedule.p()).c_str(), name_of(precisions, outlook.precision).c_str(),
                outlook.algorithm(),
                name_of(exchanges, outlook.schedule.exchange()).c_str());
    print_machine(known);
    if (outlook.extrapolated)
        std::printf("  p is more than was probed: rates of %lld processes, and l as its logarithm grows\n",
                    static_cast<long long>(known.machine.p));
    std::printf("\n  seconds, and flops of r = %.3g Gflop/s\n", r / 1e9);
    const int width = name_width(outlook.schedule, 28);
    print_prices_head(width, outlook.predictions);
    for (std::size_t i = 0; i < outlook.schedule.supersteps().size(); ++i) {
        print_prices(width, outlook.schedule.supersteps()[i].name, outlook.predictions, r,
                     [&](const Prediction& p) { return p.supersteps[i].total(); });
    }
    std::printf("\n");
    for (const Term term : terms)
        print_prices(width, name_of(term), outlook.predictions, r,
                     [&](const Prediction& p) { return part_of(p.total(), term); });
    print_prices(width, "  at the lower quartiles", outlook.predictions, r,
                 [](const Prediction& p) { return p.total().low; });
    print_prices(width, "  at the upper quartiles", outlook.predictions, r,
                 [](const Prediction& p) { return p.total().high; });
}

std::size_t best_of(const std::vector<Outlook>& curve, std::size_t model)
{
    const auto total = [&](const Outlook& o) { return models_of(o.predictions)[model]->total().total(); };
    const auto best = std::min_element(
        curve.begin(), curve.end(), [&](const Outlook& a, const Outlook& b) { return total(a) < total(b); });
    return static_cast<std::size_t>(best - curve.begin());
}

std::vector<std::string> crossovers(const std::vector<Outlook>& curve)
{
    std::vector<std::string> sentences;
    for (std::size_t model = 0; model < models_of(curve.front().predictions).size(); ++model) {
        const std::string name = models_of(curve.front().predictions)[model]->model;
        const std::size_t best = best_of(curve, model);
        if (best + 1 < curve.size())
            sentences.push_back(text(name, ": from p = ", curve[best + 1].schedule.p(),
                                     " on, more processes make it slower"));
        for (const Outlook& outlook : curve) {
            const Price total = models_of(outlook.predictions)[model]->total();
            if (total.communicate + total.sync <= total.compute) continue;
            sentences.push_back(text(name, ": from p = ", outlook.schedule.p(),
                                     " on, moving and synchronising take longer than computing"));
            break;
        }
    }
    for (std::size_t i = 1; i < curve.size(); ++i) {
        const Schedule &before = curve[i - 1].schedule, &schedule = curve[i].schedule;
        if (before.algorithm() != schedule.algorithm())
            sentences.push_back(text("from p = ", schedule.p(), " on, ",
                                     schedule.shape().size() == 1 ? "p > sqrt(n) and " : "", "the data moves ",
                                     schedule.redistributions() > 1 ? "more than once" : "once"));
    }
    return sentences;
}

Json json_of(const std::vector<Outlook>& curve, const KnownMachine& known)
{
    Json json = size_json(curve.front().schedule.problem());
    json["precision"] = name_of(precisions, curve.front().precision);
    json["machine"] = json_of(known);
    json["curve"] = Json::array();
    for (const Outlook& outlook : curve) {
        Json row{{"p", outlook.schedule.p()},
                 {"algorithm", outlook.algorithm()},
                 {"extrapolated", outlook.extrapolated}};
        for (const Prediction* prediction : models_of(outlook.predictions))
            row[prediction->model] = terms_json(prediction->total());
        json["curve"].push_back(row);
    }
    for (std::size_t model = 0; model < models_of(curve.front().predictions).size(); ++model) {
        json["best"][models_of(curve.front().predictions)[model]->model] =
            curve[best_of(curve, model)].schedule.p();
    }
    json["crossovers"] = crossovers(curve);
    return json;
}

void print(const std::vector<Outlook>& curve, const KnownMachine& known)
{
    std::printf("%s, %s\n", size_in_words(curve.front().schedule.problem()).c_str(),
                name_of(precisions, curve.front().precision).c_str());
    print_machine(known);
    std::printf("\n");
    const Table table({number_column("p", 8), name_column("", 9), number_column("T_comp", 10),
                       number_column("T_comm", 10), number_column("T_sync", 10), number_column("calibrated", 10),
                       number_column("speed-up", 8), number_column("counted", 10), number_column("textbook", 10)});
    table.print_head();
    const double first = curve.front().predictions.calibrated.total().total();
    for (const Outlook& outlook : curve) {
        const Price price = outlook.predictions.calibrated.total();
        table.print_row({text(outlook.schedule.p()), outlook.algorithm(), readable_seconds(price.compute),
                         readable_seconds(price.communicate), readable_seconds(price.sync),
                         readable_seconds(price.total()), formatted("%.2f", first / price.total()),
                         readable_seconds(outlook.predictions.counted.total().total()),
                         readable_seconds(outlook.predictions.textbook.total().total()),
                         outlook.extrapolated ? "extrapolated" : ""});
    }
    std::printf("\n");
    for (std::size_t model = 0; model < models_of(curve.front().predictions).size(); ++model) {
        std::printf("  best p, %s: %lld\n", models_of(curve.front().predictions)[model]->model.c_str(),
                    static_cast<long long>(curve[best_of(curve, model)].schedule.p()));
    }
    for (const std::string& sentence : crossovers(curve)) std::printf("  %s\n", sentence.c_str());
}

// A number, or A, 2 A, 4 A, ... of a range A..B, up to n/2.
std::vector<Index> processes_of(Index n, const std::string& words)
{
    const std::size_t dots = words.find("..");
    const Index from = parse_length(words.substr(0, dots));
    if (from < 1)
        throw Error(Status::invalid_argument, text("--procs ", words, ", but there is at least one process; take 1"));
    if (dots == std::string::npos) return {from};
    const Index to = parse_length(words.substr(dots + 2));
    if (to < from)
        throw Error(Status::invalid_argument, text("--procs ", words, " is empty; write ", to, "..", from));
    std::vector<Index> counts;
    for (Index p = from; p <= to && p <= std::max(from, n / 2); p *= 2) counts.push_back(p);
    return counts;
}

template <class Result>
void show(const Result& result, const KnownMachine& known, const std::string& json)
{
    if (!json.empty()) write_json(json, json_of(result, known));
    if (json != "-") print(result, known);
}

}  // namespace

void add_predict_options(Options& options, PredictRequest& request)
{
    add_shape_options(options, request.transform);
    options.text("--procs", request.procs, "P|P..P", "processes: a number (1), or a range such as 1..4096");
    add_algorithm_options(options, request.transform, request.options);
    add_kernel_option(options, request.options);
    options.choice("--exchange", request.options.exchange, exchanges, "how packets travel");
    options.choice("--precision", request.precision, precisions, "of the numbers (double)");
    options.choice("--model", request.model, cost_models, "what puts a price on the schedule (bsp)");
    options.machine(request.machine);
    options.json(request.json);
}

int predict(const PredictRequest& request)
{
    const Transform transform = transform_of(request.transform, request.options);
    const std::vector<Index> counts = processes_of(transform.problem().n(), request.procs);
    const KnownMachine known = require_machine(request.machine);
    if (request.model != CostModel::bsp) return predict_by_models(request, known, transform, counts);
    if (request.procs.find("..") == std::string::npos) {
        show(look(known.machine, transform, counts[0], request), known, request.json);
        return 0;
    }
    std::vector<Outlook> curve;
    for (const Index p : counts) curve.push_back(look(known.machine, transform, p, request));
    show(curve, known, request.json);
    return 0;
}

}  // namespace bspfft::tools

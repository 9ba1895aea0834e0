#include "tools/commands/predict.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/report/comparison.hpp"
#include "bsp_fft/report/readable.hpp"
#include "tools/commands/choice.hpp"
#include "tools/files/distinct_files.hpp"
#include "tools/files/text_output.hpp"
#include "tools/terminal/options.hpp"
#include "tools/terminal/problem_text.hpp"
#include "tools/terminal/schedule_table.hpp"
#include "tools/terminal/table.hpp"
#include "tools/terminal/words.hpp"
#include "bsp_fft/predict/models.hpp"

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
    require_effect(request.transform, request.options, schedule.algorithm());
    return {schedule, request.precision, predict_all(machine, schedule),
            p > machine.p};
}

bool has_pcie(const Predictions& predictions) { return predictions.calibrated.total().pcie > 0; }

Json price_json(const Price& price, bool has_pcie)
{
    Json json{{"compute", price.compute},
              {"communicate", price.communicate},
              {"sync", price.sync},
              {"total", price.total()},
              {"low", low_end(price)},
              {"high", high_end(price)}};
    if (has_pcie) json["pcie"] = price.pcie;
    return json;
}

Json terms_json(const Price& price, bool has_pcie)
{
    Json json = Json::object();
    for (const Term term : terms(has_pcie)) json[name_of(term)] = part_of(price, term);
    json["low"] = low_end(price);
    json["high"] = high_end(price);
    return json;
}

/// By term, then by model; each number times a factor.
Json cost_json(const Predictions& predictions, double factor)
{
    Json json = Json::object();
    for (const Term term : terms(has_pcie(predictions))) {
        for (const Prediction* prediction : models_of(predictions))
            json[name_of(term)][prediction->model] = factor * part_of(prediction->total(), term);
    }
    for (const Prediction* prediction : models_of(predictions)) {
        json["low"][prediction->model] = low_end(prediction->total(), factor);
        json["high"][prediction->model] = high_end(prediction->total(), factor);
    }
    return json;
}

Json json_of(const Outlook& outlook, const KnownMachine& known)
{
    const double r = known.machine.bsp_at(outlook.schedule.p()).r.value;
    Json supersteps = supersteps_json(outlook.schedule);
    for (std::size_t i = 0; i < supersteps.size(); ++i) {
        for (const Prediction* prediction : models_of(outlook.predictions))
            supersteps[i][prediction->model] = price_json(prediction->supersteps[i], has_pcie(outlook.predictions));
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

constexpr int longest_label = 44, seconds_width = 10, flops_width = 9;

/// The prices of one p: in seconds, and where there is room in flops.
class PriceTable {
public:
    PriceTable(const Outlook& outlook, double r, bool wide) : predictions_(outlook.predictions), r_(r), wide_(wide)
    {
        const int width = name_width(outlook.schedule, 28);
        columns_ = {broken_column("", width, wide ? width : longest_label)};
        std::vector<Table::Column> head = columns_;
        for (const Prediction* prediction : models_of(predictions_)) {
            columns_.push_back(number_column("", seconds_width));
            columns_.push_back(wide_column(number_column("", flops_width)));
            head.push_back(number_column(prediction->model, wide ? seconds_width + 1 + flops_width : seconds_width));
        }
        Table(head).print_head();
    }

    void print(const std::string& name, auto part) const
    {
        Table::Cells cells{name};
        for (const Prediction* prediction : models_of(predictions_)) {
            const double seconds = part(*prediction);
            cells.push_back(std::isnan(seconds) ? "-" : readable_seconds(seconds));
            cells.push_back(std::isnan(seconds) ? "-" : formatted("%.3g", seconds * r_));
        }
        Table(columns_, 2, wide_).print_row(cells);
    }

private:
    const Predictions& predictions_;
    double r_;
    bool wide_;
    std::vector<Table::Column> columns_;
};

void print(const Outlook& outlook, const KnownMachine& known, bool wide)
{
    const double r = known.machine.bsp_at(outlook.schedule.p()).r.value;
    print_wrapped(text(size_in_words(outlook.schedule.problem()), ", p = ", with_power(outlook.schedule.p()), ", ",
                       name_of(precisions, outlook.precision), ", algorithm ", outlook.algorithm(), ", exchange ",
                       name_of(exchanges, outlook.schedule.exchange())), 0);
    print_machine(known);
    if (outlook.extrapolated)
        print_wrapped(text("p is more than was probed: rates of ", known.machine.p,
                           " processes, and l as its logarithm grows"), 2);
    if (wide) std::printf("\n  seconds, and flops of r = %.3g Gflop/s", r / 1e9);
    std::printf("\n");
    const PriceTable table(outlook, r, wide);
    for (const Superstep& step : outlook.schedule.supersteps())
        table.print(step_name(step), [&](const Prediction& p) { return p.supersteps[step.number].total(); });
    std::printf("\n");
    for (const Term term : terms(has_pcie(outlook.predictions)))
        table.print(name_of(term), [&](const Prediction& p) { return part_of(p.total(), term); });
    const auto end = [](double Price::*part) {
        constexpr double none = std::numeric_limits<double>::quiet_NaN();
        return [=](const Prediction& p) { return p.total().has_interval() ? p.total().*part : none; };
    };
    table.print("  at the lower quartiles", end(&Price::low));
    table.print("  at the upper quartiles", end(&Price::high));
    const auto models = models_of(outlook.predictions);
    if (!std::all_of(models.begin(), models.end(), [](const Prediction* p) { return p->total().has_interval(); }))
        print_wrapped(text("- ", why_no_interval), 2);
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
            if (total.communicate + total.sync <= total.compute + total.pcie) continue;
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
            row[prediction->model] = terms_json(prediction->total(), has_pcie(outlook.predictions));
        json["curve"].push_back(row);
    }
    for (std::size_t model = 0; model < models_of(curve.front().predictions).size(); ++model) {
        json["best"][models_of(curve.front().predictions)[model]->model] =
            curve[best_of(curve, model)].schedule.p();
    }
    json["crossovers"] = crossovers(curve);
    return json;
}

void print(const std::vector<Outlook>& curve, const KnownMachine& known, bool wide)
{
    std::printf("%s, %s\n", size_in_words(curve.front().schedule.problem()).c_str(),
                name_of(precisions, curve.front().precision).c_str());
    print_machine(known);
    std::printf("\n");
    const bool pcie =
        std::any_of(curve.begin(), curve.end(), [](const Outlook& o) { return has_pcie(o.predictions); });
    std::vector<Table::Column> columns{number_column("p", 7), name_column("", 1), name_column("", 9)};
    for (const Term term : terms(pcie))
        columns.push_back(number_column(term == Term::total ? "calibrated" : name_of(term), 10));
    columns.insert(columns.end(), {number_column("speed-up", 8), wide_column(number_column("counted", 10)),
                                   wide_column(number_column("textbook", 10))});
    const Table table(columns, 2, wide);
    table.print_head();
    const double first = curve.front().predictions.calibrated.total().total();
    for (const Outlook& outlook : curve) {
        const Price price = outlook.predictions.calibrated.total();
        Table::Cells cells{text(outlook.schedule.p()), outlook.extrapolated ? "*" : "", outlook.algorithm()};
        for (const Term term : terms(pcie)) cells.push_back(readable_seconds(part_of(price, term)));
        cells.insert(cells.end(), {formatted("%.2f", first / price.total()),
                                   readable_seconds(outlook.predictions.counted.total().total()),
                                   readable_seconds(outlook.predictions.textbook.total().total())});
        table.print_row(cells);
    }
    if (curve.back().extrapolated) std::printf("  * more than was probed: extrapolated\n");
    std::printf("\n");
    for (std::size_t model = 0; model < models_of(curve.front().predictions).size(); ++model) {
        std::printf("  best p, %s: %lld\n", models_of(curve.front().predictions)[model]->model.c_str(),
                    static_cast<long long>(curve[best_of(curve, model)].schedule.p()));
    }
    for (const std::string& sentence : crossovers(curve)) print_wrapped(sentence, 2);
}

// Up to n/2, unless there is one number only.
std::vector<Index> processes_of(Index n, const std::string& words)
{
    std::vector<Index> counts = read_range("--procs", words);
    const Index most = std::max(counts.front(), n / 2);
    std::erase_if(counts, [&](Index p) { return p > most; });
    return counts;
}

template <class Result>
void show(const Result& result, const KnownMachine& known, const PredictRequest& request)
{
    if (!request.json.empty()) write_json(request.json, json_of(result, known));
    if (request.json != "-") print(result, known, request.wide);
}

}  // namespace

void add_predict_options(Options& options, PredictRequest& request)
{
    add_shape_options(options, request.transform);
    options.choice("--precision", request.precision, precisions, "precision of the numbers");
    options.group("Processes");
    options.text("--procs", request.procs, "P|P..P", "processes: a number, or a range such as 1..2^12");
    add_algorithm_options(options, request.transform, request.options);
    add_kernel_options(options, request.options);
    options.choice("--exchange", request.options.exchange, exchanges, "how packets travel");
    options.group("Report");
    options.choice("--model", request.model, cost_models, "model that prices the schedule");
    options.machine(request.machine);
    options.json(request.json);
    options.wide(request.wide);
}

int predict(const PredictRequest& request)
{
    const Transform transform = transform_of(request.transform, request.options);
    const std::vector<Index> counts = processes_of(transform.problem().n(), request.procs);
    require_distinct({{"--json", request.json}, {"--machine", request.machine, false}});
    const KnownMachine known = require_machine(request.machine);
    if (request.model != CostModel::bsp) return predict_by_models(request, known, transform, counts);
    if (request.procs.find("..") == std::string::npos) {
        show(look(known.machine, transform, counts[0], request), known, request);
        return 0;
    }
    std::vector<Outlook> curve;
    for (const Index p : counts) curve.push_back(look(known.machine, transform, p, request));
    show(curve, known, request);
    return 0;
}

}  // namespace bspfft::tools

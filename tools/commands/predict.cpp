#include "tools/commands/predict.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/report/comparison.hpp"
#include "bsp_fft/report/readable.hpp"
#include "tools/commands/choice.hpp"
#include "tools/files/distinct_files.hpp"
#include "tools/files/text_output.hpp"
#include "tools/terminal/options.hpp"
#include "tools/terminal/problem_text.hpp"
#include "tools/terminal/schedule_table.hpp"
#include "tools/terminal/table.hpp"

namespace bspfft::tools {

const std::map<std::string, CostModel> cost_models{
    {"bsp", CostModel::bsp},     {"alpha-beta", CostModel::alpha_beta}, {"logp", CostModel::logp},
    {"loggp", CostModel::loggp}, {"memory", CostModel::memory},         {"all", CostModel::all},
};

namespace {

Outlook look(const Machine& machine, const Transform& transform, Index p, const PredictRequest& request)
{
    const Schedule schedule = choose_schedule(transform, p, request.precision, machine);
    require_effect(request.transform, request.options, schedule.algorithm());
    Outlook outlook{schedule, {}, p > machine.p};
    if (request.model == CostModel::bsp || request.model == CostModel::all) {
        const Predictions bsp = predict_all(machine, schedule);
        outlook.predictions = {bsp.calibrated, bsp.counted, bsp.textbook};
    }
    if (request.model == CostModel::bsp) return outlook;
    for (const Prediction& each : predict_by_messages(machine, schedule)) {
        if (request.model == CostModel::all || each.model == name_of(cost_models, request.model))
            outlook.predictions.push_back(each);
    }
    return outlook;
}

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

/// By term, then by model; each number times a factor.
Json cost_json(const Outlook& outlook, double factor)
{
    Json json = Json::object();
    for (const Prediction& prediction : outlook.predictions) {
        for (const Term term : terms(outlook.has_pcie()))
            json[name_of(term)][prediction.model] = factor * part_of(prediction.total(), term);
        json["low"][prediction.model] = low_end(prediction.total(), factor);
        json["high"][prediction.model] = high_end(prediction.total(), factor);
    }
    return json;
}

Json json_of(const Outlook& outlook, const KnownMachine& known, const PredictRequest& request)
{
    const double r = known.machine.bsp_at(outlook.schedule.p()).r.value;
    Json supersteps = supersteps_json(outlook.schedule);
    for (std::size_t i = 0; i < supersteps.size(); ++i) {
        for (const Prediction& prediction : outlook.predictions)
            supersteps[i][prediction.model] = price_json(prediction.supersteps[i], outlook.has_pcie());
    }
    Json document = document_of(outlook.schedule, known, request);
    document["p"] = outlook.schedule.p();
    document["algorithm"] = outlook.algorithm();
    document["exchange"] = name_of(exchanges, outlook.schedule.exchange());
    document["cut"] = cut_json(outlook.schedule);
    document["extrapolated"] = outlook.extrapolated;
    document["r"] = r;
    document["supersteps"] = supersteps;
    document["cost"] = cost_json(outlook, 1);
    document["cost_flops"] = cost_json(outlook, r);
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
        for (const Prediction& prediction : predictions_) {
            columns_.push_back(number_column("", seconds_width));
            columns_.push_back(wide_column(number_column("", flops_width)));
            head.push_back(number_column(prediction.model, wide ? seconds_width + 1 + flops_width : seconds_width));
        }
        Table(head).print_head();
    }

    void print(const std::string& name, auto part) const
    {
        Table::Cells cells{name};
        for (const Prediction& prediction : predictions_) {
            const double seconds = part(prediction);
            cells.push_back(std::isnan(seconds) ? "-" : readable_seconds(seconds));
            cells.push_back(std::isnan(seconds) ? "-" : formatted("%.3g", seconds * r_));
        }
        Table(columns_, 2, wide_).print_row(cells);
    }

private:
    const std::vector<Prediction>& predictions_;
    double r_;
    bool wide_;
    std::vector<Table::Column> columns_;
};

void print(const Outlook& outlook, const KnownMachine& known, const PredictRequest& request)
{
    const double r = known.machine.bsp_at(outlook.schedule.p()).r.value;
    print_wrapped(text(operand_in_words(outlook.schedule, request), ", p = ", with_power(outlook.schedule.p()), ", ",
                       name_of(precisions, request.precision), ", algorithm ", outlook.algorithm(), ", exchange ",
                       name_of(exchanges, outlook.schedule.exchange())), 0);
    print_machine(known);
    if (outlook.extrapolated) print_law(known);
    if (request.wide) std::printf("\n  seconds, and flops of r = %.3g Gflop/s", r / 1e9);
    std::printf("\n");
    const PriceTable table(outlook, r, request.wide);
    for (const Superstep& step : outlook.schedule.supersteps())
        table.print(step_name(step), [&](const Prediction& p) { return p.supersteps[step.number].total(); });
    std::printf("\n");
    for (const Term term : terms(outlook.has_pcie()))
        table.print(name_of(term), [&](const Prediction& p) { return part_of(p.total(), term); });
    const auto end = [](double Price::*part) {
        constexpr double none = std::numeric_limits<double>::quiet_NaN();
        return [=](const Prediction& p) { return p.total().has_interval() ? p.total().*part : none; };
    };
    table.print("  at the lower quartiles", end(&Price::low));
    table.print("  at the upper quartiles", end(&Price::high));
    if (!std::ranges::all_of(outlook.predictions, [](const Prediction& p) { return p.total().has_interval(); }))
        print_wrapped(text("- ", why_no_interval), 2);
}

// Up to n/2, unless there is one number only.
std::vector<Index> processes_of(Index n, const std::string& words)
{
    std::vector<Index> counts = read_range("--procs", words);
    const Index most = std::max(counts.front(), n / 2);
    std::erase_if(counts, [&](Index p) { return p > most; });
    return counts;
}

}  // namespace

Json document_of(const Schedule& schedule, const KnownMachine& known, const PredictRequest& request)
{
    Json document = size_json(schedule.problem(),
                              {{"precision", name_of(precisions, request.precision)}, {"machine", json_of(known)}});
    if (!request.transform.is_fourier()) document["kind"] = operation_name(request.transform);
    return document;
}

std::string operand_in_words(const Schedule& schedule, const PredictRequest& request)
{
    const std::string operation = operation_name(request.transform);
    return size_in_words(schedule.problem()) + (operation.empty() ? "" : ", ") + operation;
}

void add_predict_options(Options& options, PredictRequest& request)
{
    add_shape_options(options, request.transform);
    add_operation_options(options, request.transform);
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
    std::vector<Outlook> curve;
    for (const Index p : counts) curve.push_back(look(known.machine, transform, p, request));
    if (request.model == CostModel::bsp && request.procs.find("..") == std::string::npos) {
        if (!request.json.empty()) write_json(request.json, json_of(curve.front(), known, request));
        if (request.json != "-") print(curve.front(), known, request);
    } else {
        show(curve, known, request);
    }
    return 0;
}

}  // namespace bspfft::tools

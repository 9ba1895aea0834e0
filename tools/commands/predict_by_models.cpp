#include "tools/commands/predict.hpp"

#include <algorithm>
#include <cstdio>

#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/predict/models.hpp"
#include "bsp_fft/report/comparison.hpp"
#include "bsp_fft/report/readable.hpp"
#include "tools/commands/choice.hpp"
#include "tools/files/text_output.hpp"
#include "tools/terminal/problem_text.hpp"
#include "tools/terminal/table.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

const std::map<std::string, CostModel> cost_models{
    {"bsp", CostModel::bsp},     {"alpha-beta", CostModel::alpha_beta}, {"logp", CostModel::logp},
    {"loggp", CostModel::loggp}, {"memory", CostModel::memory},         {"all", CostModel::all},
};

namespace {

/// One p.
struct ModelRow {
    Schedule schedule;
    std::vector<Prediction> predictions;
    std::optional<MessageParameters> parameters;  ///< where something moves
    std::optional<AllToAllChoice> all_to_all;
    bool extrapolated;
};

ModelRow row_of(const Machine& machine, const Transform& transform, Index p, const PredictRequest& request)
{
    const Schedule schedule = choose_schedule(transform, p, request.precision, machine);
    require_effect(request.transform, request.options, schedule.algorithm());
    ModelRow row{schedule, {}, {}, {}, p > machine.p};
    if (request.model == CostModel::all) {
        const Predictions bsp = predict_all(machine, schedule);
        for (const Prediction* each : models_of(bsp)) row.predictions.push_back(*each);
    }
    for (const Prediction& each : predict_by_messages(machine, schedule)) {
        if (request.model == CostModel::all || each.model == name_of(cost_models, request.model))
            row.predictions.push_back(each);
    }
    if (schedule.words() == 0) return row;
    row.parameters = message_parameters(machine, schedule);
    row.all_to_all = all_to_all_of(row.parameters->alpha_beta, schedule);
    return row;
}

Json json_of(const AllToAllChoice& choice)
{
    return {{"partners", choice.partners},
            {"bytes", choice.bytes},
            {"direct", choice.direct},
            {"bruck", choice.bruck},
            {"best_radix", choice.best.r},
            {"best", choice.best.cost},
            {"direct_beats_bruck_from_bytes", choice.direct_beats_bruck_from}};
}

bool has_pcie(const ModelRow& row) { return row.predictions.front().total().pcie > 0; }

Json json_of(const ModelRow& row)
{
    Json json{{"p", row.schedule.p()},
              {"algorithm", algorithm_name(row.schedule.algorithm())},
              {"exchange", name_of(exchanges, row.schedule.exchange())},
              {"extrapolated", row.extrapolated},
              {"models", Json::array()}};
    for (const Prediction& each : row.predictions) {
        Json model{{"name", each.model}};
        for (const Term term : terms(has_pcie(row))) model[name_of(term)] = part_of(each.total(), term);
        model["low"] = low_end(each.total());
        model["high"] = high_end(each.total());
        json["models"].push_back(model);
    }
    if (row.all_to_all) json["all_to_all"] = json_of(*row.all_to_all);
    return json;
}

Json json_of(const MessageParameters& parameters)
{
    return {{"alpha", parameters.alpha_beta.alpha},
            {"beta", parameters.alpha_beta.beta},
            {"L", parameters.logp.latency},
            {"o", parameters.logp.overhead},
            {"g", parameters.logp.gap},
            {"G", parameters.loggp.gap_each}};
}

void print_messages(const ModelRow& row)
{
    const MessageParameters& parameters = *row.parameters;
    const AllToAllChoice& choice = *row.all_to_all;
    const auto say = [](const std::string& sentence) { print_wrapped(sentence, 2); };
    std::printf("\n");
    say(text("p = ", row.schedule.p(), ": alpha ", readable_seconds(parameters.alpha_beta.alpha), ", beta ",
             formatted("%.3g", parameters.alpha_beta.beta * 1e9), " ns a byte; L ",
             readable_seconds(parameters.logp.latency), ", o ", readable_seconds(parameters.logp.overhead), ", g ",
             readable_seconds(parameters.logp.gap), " a complex number, G ",
             formatted("%.3g", parameters.loggp.gap_each * 1e9), " ns a byte"));
    say(text("its all-to-all of ", readable_bytes(choice.bytes), " among ", choice.partners, ", alpha-beta: direct ",
             readable_seconds(choice.direct), ", Bruck's ", readable_seconds(choice.bruck), ", best radix ",
             choice.best.r, " ", readable_seconds(choice.best.cost), ";"));
    say(text("direct beats Bruck's exchange from ", readable_bytes(choice.direct_beats_bruck_from), " on"));
}

void print(const std::vector<ModelRow>& rows, const KnownMachine& known)
{
    std::printf("%s\n", size_in_words(rows.front().schedule.problem()).c_str());
    print_machine(known);
    std::printf("\n");
    std::vector<Table::Column> columns{number_column("p", 7), name_column("", 1), name_column("", 9),
                                       name_column("model", 10)};
    const bool pcie = std::any_of(rows.begin(), rows.end(), [](const ModelRow& row) { return has_pcie(row); });
    for (const Term term : terms(pcie)) columns.push_back(number_column(name_of(term), 10));
    const Table table(columns);
    table.print_head();
    for (const ModelRow& row : rows) {
        for (const Prediction& each : row.predictions) {
            Table::Cells cells{text(row.schedule.p()), row.extrapolated ? "*" : "",
                               algorithm_name(row.schedule.algorithm()), each.model};
            for (const Term term : terms(pcie)) cells.push_back(readable_seconds(part_of(each.total(), term)));
            table.print_row(cells);
        }
    }
    if (rows.back().extrapolated) std::printf("  * more than was probed: extrapolated\n");
    if (rows.back().parameters) print_messages(rows.back());
}

}  // namespace

int predict_by_models(const PredictRequest& request, const KnownMachine& known, const Transform& transform,
                      const std::vector<Index>& processes)
{
    std::vector<ModelRow> rows;
    for (const Index p : processes) rows.push_back(row_of(known.machine, transform, p, request));
    if (!request.json.empty()) {
        Json document = size_json(transform.problem());
        document["precision"] = name_of(precisions, request.precision);
        document["machine"] = json_of(known);
        document["curve"] = Json::array();
        if (rows.back().parameters) document["parameters"] = json_of(*rows.back().parameters);
        for (const ModelRow& row : rows) document["curve"].push_back(json_of(row));
        write_json(request.json, document);
    }
    if (request.json != "-") print(rows, known);
    return 0;
}

}  // namespace bspfft::tools

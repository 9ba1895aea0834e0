// Predictions over the number of processes: of the BSP models with the best p, and of the others.
#include "tools/commands/predict.hpp"

#include <algorithm>
#include <cstdio>

#include "bsp_fft/report/comparison.hpp"
#include "bsp_fft/report/readable.hpp"
#include "tools/files/text_output.hpp"
#include "tools/terminal/problem_text.hpp"
#include "tools/terminal/table.hpp"

namespace bspfft::tools {

namespace {

using Curve = std::vector<Outlook>;

std::size_t best_of(const Curve& curve, std::size_t model)
{
    const auto total = [&](const Outlook& outlook) { return outlook.predictions[model].total().total(); };
    return static_cast<std::size_t>(std::ranges::min_element(curve, {}, total) - curve.begin());
}

std::vector<std::string> crossovers(const Curve& curve)
{
    std::vector<std::string> sentences;
    for (std::size_t model = 0; model < curve.front().predictions.size(); ++model) {
        const std::string name = curve.front().predictions[model].model;
        const std::size_t best = best_of(curve, model);
        if (best + 1 < curve.size())
            sentences.push_back(text(name, ": from p = ", curve[best + 1].schedule.p(),
                                     " on, more processes make it slower"));
        for (const Outlook& outlook : curve) {
            const Price total = outlook.predictions[model].total();
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

Json json_of(const Outlook& outlook, bool is_bsp)
{
    Json row{{"p", outlook.schedule.p()},
             {"algorithm", outlook.algorithm()},
             {"exchange", name_of(exchanges, outlook.schedule.exchange())},
             {"extrapolated", outlook.extrapolated}};
    for (const Prediction& prediction : outlook.predictions) {
        Json model = bspfft::json_of(prediction.total(), outlook.has_pcie());
        if (!is_bsp) model["name"] = prediction.model;
        is_bsp ? void(row[prediction.model] = model) : row["models"].push_back(model);
    }
    return row;
}

// A line for each p, with the speed-up of the calibrated model; or for each p and model.
void print_table(const Curve& curve, bool is_bsp, bool wide)
{
    const bool pcie = std::ranges::any_of(curve, &Outlook::has_pcie);
    std::vector<Table::Column> columns{number_column("p", 7), name_column("", 1), name_column("", 9)};
    if (!is_bsp) columns.push_back(name_column("model", 10));
    for (const Term term : terms(pcie))
        columns.push_back(number_column(is_bsp && term == Term::total ? "calibrated" : name_of(term), 10));
    if (is_bsp)
        columns.insert(columns.end(), {number_column("speed-up", 8), wide_column(number_column("counted", 10)),
                                       wide_column(number_column("textbook", 10))});
    const Table table(columns, 2, wide);
    table.print_head();
    for (const Outlook& outlook : curve) {
        for (const Prediction& prediction : outlook.predictions) {
            const double total = prediction.total().total();
            Table::Cells cells{text(outlook.schedule.p()), outlook.extrapolated ? "*" : "", outlook.algorithm()};
            if (!is_bsp) cells.push_back(prediction.model);
            for (const Term term : terms(pcie)) cells.push_back(readable_seconds(part_of(prediction.total(), term)));
            if (is_bsp) {
                cells.push_back(formatted("%.2f", curve.front().predictions.front().total().total() / total));
                for (const std::size_t other : {1, 2})
                    cells.push_back(readable_seconds(outlook.predictions[other].total().total()));
            }
            table.print_row(cells);
            if (is_bsp) break;
        }
    }
}

}  // namespace

void show(const Curve& curve, const KnownMachine& known, const PredictRequest& request)
{
    const bool is_bsp = request.model == CostModel::bsp;
    const Outlook& last = curve.back();
    if (!request.json.empty()) {
        Json document = document_of(last.schedule, known, request);
        for (const Outlook& outlook : curve) document["curve"].push_back(json_of(outlook, is_bsp));
        for (std::size_t model = 0; is_bsp && model < last.predictions.size(); ++model)
            document["best"][last.predictions[model].model] = curve[best_of(curve, model)].schedule.p();
        if (is_bsp) document["crossovers"] = crossovers(curve);
        write_json(request.json, document);
    }
    if (request.json == "-") return;
    std::printf("%s, %s\n", operand_in_words(last.schedule, request).c_str(),
                name_of(precisions, request.precision).c_str());
    print_machine(known);
    std::printf("\n");
    print_table(curve, is_bsp, request.wide);
    if (last.extrapolated) print_law(known);
    if (!is_bsp) return;
    std::printf("\n");
    for (std::size_t model = 0; model < last.predictions.size(); ++model) {
        std::printf("  best p, %s: %lld\n", last.predictions[model].model.c_str(),
                    static_cast<long long>(curve[best_of(curve, model)].schedule.p()));
    }
    for (const std::string& sentence : crossovers(curve)) print_wrapped(sentence, 2);
}

}  // namespace bspfft::tools

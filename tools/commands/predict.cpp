#include "tools/commands/predict.hpp"

#include <algorithm>
#include <cstdio>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/report/comparison.hpp"
#include "bsp_fft/transform/choices.hpp"
#include "tools/commands/choice.hpp"
#include "tools/commands/plan_options.hpp"
#include "tools/commands/predict_by_models.hpp"
#include "tools/files/json_output.hpp"
#include "tools/terminal/options.hpp"
#include "tools/terminal/schedule_table.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

/// One p.
struct Outlook {
    Schedule schedule;
    Exchange exchange;
    Predictions predictions;
    bool extrapolated;

    const char* algorithm() const { return schedule.cut() > 0 ? "fast" : "textbook"; }
};

Outlook look(const Machine& machine, Index n, Index p, const PlanOptions& options)
{
    const Schedule schedule = choose_schedule(n, p, options);
    const Exchange exchange = decided(options.exchange);
    return {schedule, exchange, predict_all(machine, schedule, exchange), p > machine.p};
}

Json price_json(const Price& price)
{
    return {{"compute", price.compute},
            {"communicate", price.communicate},
            {"sync", price.sync},
            {"total", price.total()}};
}

Json terms_json(const Price& price)
{
    Json json = Json::object();
    for (const Term term : terms) json[name_of(term)] = part_of(price, term);
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
    return {{"n", outlook.schedule.n()},
            {"p", outlook.schedule.p()},
            {"algorithm", outlook.algorithm()},
            {"exchange", name_of(exchanges, outlook.exchange)},
            {"cut", outlook.schedule.cut()},
            {"machine", json_of(known)},
            {"extrapolated", outlook.extrapolated},
            {"r", r},
            {"supersteps", supersteps},
            {"cost", cost_json(outlook.predictions, 1)},
            {"cost_flops", cost_json(outlook.predictions, r)}};
}

void print_prices(const std::string& name, const Predictions& predictions, double r, auto part)
{
    std::printf("  %-28s", name.c_str());
    for (const Prediction* prediction : models_of(predictions)) {
        const double seconds = part(*prediction);
        std::printf(" %10s %9.3g", readable_seconds(seconds).c_str(), seconds * r);
    }
    std::printf("\n");
}

void print(const Outlook& outlook, const KnownMachine& known)
{
    const double r = known.machine.bsp_at(outlook.schedule.p()).r.value;
    std::printf("n = %s, p = %s, algorithm %s, exchange %s\n", with_power(outlook.schedule.n()).c_str(),
                with_power(outlook.schedule.p()).c_str(), outlook.algorithm(),
                name_of(exchanges, outlook.exchange).c_str());
    print_machine(known);
    if (outlook.extrapolated)
        std::printf("  p is more than was probed: rates of %lld processes, and l as its logarithm grows\n",
                    static_cast<long long>(known.machine.p));
    std::printf("\n  seconds, and flops of r = %.3g Gflop/s\n  %-28s %20s %20s %20s\n", r / 1e9, "",
                "calibrated", "exact", "textbook");
    for (std::size_t i = 0; i < outlook.schedule.supersteps().size(); ++i) {
        print_prices(outlook.schedule.supersteps()[i].name, outlook.predictions, r,
                     [&](const Prediction& p) { return p.supersteps[i].total(); });
    }
    std::printf("\n");
    for (const Term term : terms)
        print_prices(name_of(term), outlook.predictions, r,
                     [&](const Prediction& p) { return part_of(p.total(), term); });
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
        if (curve[i - 1].schedule.cut() > 0 && curve[i].schedule.cut() == 0)
            sentences.push_back(text("from p = ", curve[i].schedule.p(),
                                     " on, p > sqrt(n) and the data moves more than once"));
    }
    return sentences;
}

Json json_of(const std::vector<Outlook>& curve, const KnownMachine& known)
{
    Json json{{"n", curve.front().schedule.n()}, {"machine", json_of(known)}, {"curve", Json::array()}};
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
    std::printf("n = %s\n", with_power(curve.front().schedule.n()).c_str());
    print_machine(known);
    std::printf("\n  %8s %-9s %10s %10s %10s %10s %8s %10s %10s\n", "p", "", "T_comp", "T_comm", "T_sync",
                "calibrated", "speed-up", "exact", "textbook");
    const double first = curve.front().predictions.calibrated.total().total();
    for (const Outlook& outlook : curve) {
        const Price price = outlook.predictions.calibrated.total();
        std::printf("  %8lld %-9s %10s %10s %10s %10s %8.2f %10s %10s%s\n",
                    static_cast<long long>(outlook.schedule.p()), outlook.algorithm(),
                    readable_seconds(price.compute).c_str(), readable_seconds(price.communicate).c_str(),
                    readable_seconds(price.sync).c_str(), readable_seconds(price.total()).c_str(),
                    first / price.total(),
                    readable_seconds(outlook.predictions.exact.total().total()).c_str(),
                    readable_seconds(outlook.predictions.textbook.total().total()).c_str(),
                    outlook.extrapolated ? "  extrapolated" : "");
    }
    std::printf("\n");
    for (std::size_t model = 0; model < models_of(curve.front().predictions).size(); ++model) {
        std::printf("  best p, %s: %lld\n", models_of(curve.front().predictions)[model]->model.c_str(),
                    static_cast<long long>(curve[best_of(curve, model)].schedule.p()));
    }
    for (const std::string& sentence : crossovers(curve)) std::printf("  %s\n", sentence.c_str());
}

// A number, or all powers of two of a range A..B, up to n/2.
std::vector<Index> processes_of(Index n, const std::string& words)
{
    const std::size_t dots = words.find("..");
    const Index from = parse_length(words.substr(0, dots));
    require_powers_of_two(n, from);
    if (dots == std::string::npos) return {from};
    const Index to = parse_length(words.substr(dots + 2));
    require_powers_of_two(2 * std::max(n, to), to);  // beyond n/2 the curve ends
    if (to < from)
        throw Error(Status::invalid_argument, text("--procs ", words, " is empty; write ", to, "..", from));
    std::vector<Index> counts;
    for (Index p = from; p <= to && p <= n / 2; p *= 2) counts.push_back(p);
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
    options.text("--n", request.n, "N", "length: a number or a power, such as 2^20");
    options.text("--procs", request.procs, "P|P..P", "processes: a number (1), or a range such as 1..4096");
    add_cut_options(options, request.options);
    options.choice("--exchange", request.options.exchange, exchanges, "how packets travel");
    options.choice("--model", request.model, cost_models, "what puts a price on the schedule (bsp)");
    options.machine(request.machine);
    options.json(request.json);
}

int predict(const PredictRequest& request)
{
    if (request.n.empty()) throw Error(Status::invalid_argument, "no length; give --n, such as --n 2^20");
    const Index n = parse_length(request.n);
    const std::vector<Index> counts = processes_of(n, request.procs);
    const KnownMachine known = require_machine(request.machine);
    if (request.model != CostModel::bsp) return predict_by_models(request, known, n, counts);
    if (request.procs.find("..") == std::string::npos) {
        show(look(known.machine, n, counts[0], request.options), known, request.json);
        return 0;
    }
    std::vector<Outlook> curve;
    for (const Index p : counts) curve.push_back(look(known.machine, n, p, request.options));
    show(curve, known, request.json);
    return 0;
}

}  // namespace bspfft::tools

#include "tools/commands/data_report.hpp"

#include <cstdio>

#include "tools/commands/known_machine.hpp"
#include "tools/files/text_output.hpp"
#include "tools/terminal/problem_text.hpp"
#include "tools/terminal/schedule_table.hpp"

namespace bspfft::tools {

void DataReport::print() const
{
    if (!request_.json.empty()) {
        Json document = json();
        add_costs(document);
        write_json(request_.json, document);
    }
    if (request_.json != "-" && request_.output != "-") print_summary();
}

std::string DataReport::seconds_in_words() const
{
    return text(readable_seconds(minimum(seconds)), " (minimum of ", seconds.size(), "; median ",
                readable_seconds(median(seconds)), ")");
}

void DataReport::print_costs(const std::vector<std::string>& reasons) const
{
    std::printf("  cost    of a process: %s\n\n", cost_in_words(*schedule_).c_str());
    print_schedule(stdout, *schedule_);
    print_reasons(stdout, reasons);
    if (!ledger) return;
    std::printf("\n");
    print_cost(stdout, beside_predictions(), request_.wide);
}

// There is no prediction without a machine file, nor for precisions and kernels that are not in it: then a mark says
// why.
CostReport DataReport::beside_predictions() const
{
    CostReport cost{*schedule_, *ledger, median(seconds) / transforms(), {}, ""};
    const auto known = find_machine(request_.machine, &cost.mark);
    if (!known) return cost;
    try {
        cost.predictions = predict_all(known->machine, *schedule_);
        cost.projected = projected_here(known->machine, *schedule_);
        cost.mark = known->mark;
        cost.warnings = known->machine.warnings;
    } catch (const Error& e) {
        cost.mark = text("no prediction: ", e.what());
    }
    return cost;
}

void DataReport::add_costs(Json& document) const
{
    document["p"] = schedule_->p();
    document["runtime"] = Port::runtime();
    document["precision"] = name_of(precisions, request_.precision);
    document["algorithm"] = name_of(algorithms, options_.algorithm);
    document["kernel"] = name_of(kernels, options_.kernel);
    document["exchange"] = name_of(exchanges, options_.exchange);
    document["seconds"] = {{"min", minimum(seconds)}, {"median", median(seconds)}, {"repeats", seconds.size()}};
    document["bytes_per_process"] = bytes_;
    document["synchronisations"] = schedule_->synchronisations();
    document["supersteps"] = supersteps_json(*schedule_);
    if (!ledger) return;
    const CostReport cost = beside_predictions();
    cost.add_to(document["supersteps"]);
    document["cost"] = cost.cost();
    if (!cost.mark.empty()) document["note"] = cost.mark;
    for (const std::string& warning : cost.warnings) document["warnings"].push_back(warning);
}

}  // namespace bspfft::tools

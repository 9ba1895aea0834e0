#include "tools/commands/run_report.hpp"

#include <cmath>
#include <cstdio>

#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/predict/models.hpp"
#include "tools/commands/choice.hpp"
#include "tools/commands/known_machine.hpp"
#include "tools/files/text_output.hpp"
#include "tools/terminal/problem_text.hpp"
#include "tools/terminal/schedule_table.hpp"
#include "tools/terminal/table.hpp"

namespace bspfft::tools {

void RunReport::print() const
{
    if (!request_.json.empty()) print_json();
    if (request_.json != "-" && request_.output != "-") print_summary();
}

void RunReport::print_summary() const
{
    print_wrapped(text(kind_.empty() ? "" : kind_ + ", ",
                       size_in_words(kind_.empty() ? schedule_->problem() : problem_), ", p = ", schedule_->p(), ", ",
                       name_of(precisions, request_.precision), request_.inverse ? ", inverse" : ", forward",
                       ", on the ", Port::runtime(), " runtime"), 0);
    const std::string grid = grid_in_words(*schedule_);
    print_wrapped(text("algorithm ", name_of(algorithms, options_.algorithm), ", ", grid, grid.empty() ? "" : ", ",
                       "kernel ", name_of(kernels, options_.kernel), ", exchange ",
                       name_of(exchanges, options_.exchange)), 0);
    if (!remembered.empty()) print_wrapped(remembered, 2);
    if (source_.axes_reversed)
        std::printf("  %s is in Fortran order: its axes are counted here from the last\n", request_.input.c_str());
    std::printf("  time    %s (minimum of %zu; median %s), %.3g Gflop/s\n",
                readable_seconds(minimum(seconds)).c_str(), seconds.size(),
                readable_seconds(median(seconds)).c_str(), transform_rate(schedule_->problem(), minimum(seconds)));
    if (error) {
        std::printf("  error   %.2g in l2, %.2g in linf, of %lld values: %s\n", error->l2, error->linf,
                    static_cast<long long>(error->bins), failed() ? "WRONG" : "right");
    }
    if (!kind_.empty()) return print_transforms_inside();
    if (!request_.output.empty()) std::printf("  output  %s\n", request_.output.c_str());
    if (ledger && pages.resident > 0) std::printf("  pages   %s\n", pages_in_words().c_str());
    std::printf("  cost    of a process: %s\n\n", cost_in_words(*schedule_).c_str());
    print_schedule(stdout, *schedule_);
    print_reasons(stdout, reasons());
    if (!ledger) return;
    std::printf("\n");
    print_cost(stdout, beside_predictions(*schedule_, *ledger, median(seconds), request_.machine), request_.wide);
}

void RunReport::print_transforms_inside() const
{
    if (!request_.output.empty()) std::printf("  output  %s\n", request_.output.c_str());
    std::printf("  cost    of a process: %s besides those of the transforms inside, %s in all\n",
                counted(moves_between_, "move").c_str(), counted(synchronisations_, "synchronisation").c_str());
    for (const Schedule& schedule : inside_) {
        std::printf("\n%s\n", size_in_words(schedule.problem()).c_str());
        print_schedule(stdout, schedule);
    }
}

std::string RunReport::pages_in_words() const
{
    return text(readable_bytes(static_cast<double>(pages.resident)), " of large arrays, ",
                std::lround(100 * *huge_share(pages)), "% on huge pages");
}

std::vector<std::string> RunReport::reasons() const
{
    if (!request_.why) return {};
    return reasons_for(*schedule_, source_.transform, request_);
}

// There is no prediction without a machine file, nor for precisions and kernels that are not in it.
CostReport beside_predictions(const Schedule& schedule, const Ledger& ledger, double seconds,
                              const std::string& machine)
{
    CostReport cost{schedule, ledger, seconds, {}, ""};
    const auto known = find_machine(machine, &cost.mark);
    if (!known) return cost;
    try {
        cost.predictions = predict_all(known->machine, schedule);
        cost.projected = projected_here(known->machine, schedule);
        cost.mark = known->mark;
        cost.warnings = known->machine.warnings;
    } catch (const Error& e) {
        cost.mark = text("no prediction: ", e.what());
    }
    return cost;
}

void RunReport::print_json() const
{
    Json document = size_json(kind_.empty() ? schedule_->problem() : problem_, {
        {"p", schedule_->p()},
        {"runtime", Port::runtime()},
        {"algorithm", name_of(algorithms, options_.algorithm)},
        {"kernel", name_of(kernels, options_.kernel)},
        {"exchange", name_of(exchanges, options_.exchange)},
        {"direction", request_.inverse ? "inverse" : "forward"},
        {"precision", name_of(precisions, request_.precision)},
        {"normalisation", name_of(normalisations, options_.normalisation)},
        {"seconds", {{"min", minimum(seconds)}, {"median", median(seconds)}, {"repeats", seconds.size()}}},
        {"gflops", transform_rate(schedule_->problem(), minimum(seconds))},
    });
    if (!kind_.empty()) {
        document["kind"] = kind_;
        document["moves_between"] = moves_between_;
    }
    if (error) {
        document["error"] = {{"l2", error->l2},
                             {"linf", error->linf},
                             {"bins", error->bins},
                             {"tolerance", tolerance},
                             {"right", !failed()}};
    }
    if (source_.file) document["fortran_order"] = source_.input.fortran_order;
    if (options_.kernel == Kernel::simd) document["simd"] = instruction_set();
    document["cut"] = cut_json(*schedule_);
    if (!remembered.empty()) document["remembered"] = remembered;
    document["bytes_per_process"] = bytes_;
    document["synchronisations"] = synchronisations_;
    document["supersteps"] = supersteps_json(*schedule_);
    if (request_.why) document["why"] = reasons();
    if (ledger && pages.resident > 0) {
        document["pages"] = {{"resident_bytes", pages.resident},
                             {"huge_bytes", pages.huge},
                             {"huge_percent", 100 * *huge_share(pages)},
                             {"words", pages_in_words()}};
    }
    std::vector<std::string> warnings;
    if (oversubscribed)
        warnings.push_back(text("oversubscribed: p = ", schedule_->p(), " processes are more than run at once on this ",
                                "machine, and took turns; the times are not those of as many cores"));
    if (ledger) {
        const CostReport cost = beside_predictions(*schedule_, *ledger, median(seconds), request_.machine);
        cost.add_to(document["supersteps"]);
        document["cost"] = cost.cost();
        if (!cost.mark.empty()) document["note"] = cost.mark;
        warnings.insert(warnings.end(), cost.warnings.begin(), cost.warnings.end());
    }
    if (!warnings.empty()) document["warnings"] = warnings;
    write_json(request_.json, document);
}

}  // namespace bspfft::tools

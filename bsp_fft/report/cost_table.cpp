#include "bsp_fft/report/cost_table.hpp"

#include <algorithm>

#include "bsp_fft/report/readable.hpp"

namespace bspfft {

namespace {

void print_supersteps(std::FILE* out, const CostReport& report)
{
    const auto transforms = static_cast<double>(report.ledger.transforms);
    int width = 28;
    for (const LedgerRow& row : report.ledger.supersteps) width = std::max(width, static_cast<int>(row.name.size()));
    std::fprintf(out, "  %-*s %10s %11s %10s %10s %9s", width, "of a transform", "compute", "communicate", "sync",
                 "wait", "imbalance");
    std::fprintf(out, report.predictions ? " %10s %10s\n" : "\n", "predicted", "textbook");
    for (std::size_t i = 0; i < report.ledger.supersteps.size(); ++i) {
        const LedgerRow& row = report.ledger.supersteps[i];
        const LedgerEntry most = row.largest();
        const auto cell = [&](double seconds) { return readable_seconds(seconds / transforms); };
        std::fprintf(out, "  %-*s %10s %11s %10s %10s %8.1f%%", width, row.name.c_str(),
                     cell(most.compute_seconds).c_str(), cell(most.communicate_seconds).c_str(),
                     cell(most.sync_seconds).c_str(), cell(most.wait_seconds).c_str(), 100 * row.imbalance());
        if (report.predictions) {
            std::fprintf(out, " %10s %10s",
                         readable_seconds(report.predictions->calibrated.supersteps[i].total()).c_str(),
                         readable_seconds(report.predictions->textbook.supersteps[i].total()).c_str());
        }
        std::fprintf(out, "\n");
    }
}

void print_term(std::FILE* out, const char* name, double measured, const Predictions* predictions,
                double (*of)(const Price&))
{
    std::fprintf(out, "  %-8s %10s", name, readable_seconds(measured).c_str());
    if (predictions) {
        for (const Prediction* p : {&predictions->calibrated, &predictions->counted, &predictions->textbook}) {
            const double predicted = of(p->total());
            const std::string error = measured > 0 ? readable_error(predicted / measured - 1) : "";
            std::fprintf(out, " %10s %7s", readable_seconds(predicted).c_str(), error.c_str());
        }
    }
    std::fprintf(out, "\n");
}

}  // namespace

void print_cost(std::FILE* out, const CostReport& report)
{
    print_supersteps(out, report);
    const Predictions* const predictions = report.predictions ? &*report.predictions : nullptr;
    std::fprintf(out, "\n  %-8s %10s", "", "measured");
    if (predictions)
        std::fprintf(out, " %10s %7s %10s %7s %10s %7s", "predicted", "", "counted", "", "textbook", "");
    std::fprintf(out, "\n");
    const MeasuredCost seen = report.measured();
    print_term(out, "T_comp", seen.compute, predictions, [](const Price& p) { return p.compute; });
    print_term(out, "T_comm", seen.communicate, predictions, [](const Price& p) { return p.communicate; });
    print_term(out, "T_sync", seen.sync, predictions, [](const Price& p) { return p.sync; });
    print_term(out, "total", seen.total, predictions, [](const Price& p) { return p.total(); });
    if (predictions) {
        const Price total = predictions->calibrated.total();
        std::fprintf(out, "  predicted total between %s and %s, by the quartiles of what was probed\n",
                     readable_seconds(total.low).c_str(), readable_seconds(total.high).c_str());
    }
    if (!report.mark.empty()) std::fprintf(out, "  %s\n", report.mark.c_str());
}

}  // namespace bspfft

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/report/comparison.hpp"
#include "bsp_fft/report/readable.hpp"
#include "tools/terminal/schedule_table.hpp"
#include "tools/terminal/table.hpp"

namespace bspfft::tools {

namespace {

void print_supersteps(std::FILE* out, const CostReport& report, bool wide)
{
    const bool pcie = report.has_pcie();
    const int longest = pcie ? 19 : 28;
    const auto transforms = static_cast<double>(report.ledger.transforms);
    const int width = name_width(report.schedule, longest);
    std::vector<Table::Column> columns{broken_column("superstep", width, wide ? width : longest),
                                       number_column("compute", 8),
                                       number_column("communicate", 11),
                                       number_column("sync", 8),
                                       number_column("wait", 8),
                                       wide_column(number_column("imbalance", 9))};
    if (pcie) columns.insert(columns.begin() + 2, number_column("pcie", 8));
    if (report.predictions) {
        columns.push_back(number_column("predicted", 9));
        columns.push_back(wide_column(number_column("textbook", 9)));
    }
    const Table table(columns, 2, wide);
    table.print_head(out);
    for (std::size_t i = 0; i < report.ledger.supersteps.size(); ++i) {
        const LedgerRow& row = report.ledger.supersteps[i];
        const LedgerEntry most = row.largest();
        const auto cell = [&](double seconds) { return readable_seconds(seconds / transforms); };
        Table::Cells cells{text(i, " ", row.name), cell(most.compute_seconds), cell(most.communicate_seconds),
                           cell(most.sync_seconds), cell(most.wait_seconds),
                           formatted("%.1f%%", 100 * row.imbalance())};
        if (pcie) cells.insert(cells.begin() + 2, cell(most.pcie_seconds));
        if (report.predictions) {
            cells.push_back(readable_seconds(report.predictions->calibrated.supersteps[i].total()));
            cells.push_back(readable_seconds(report.predictions->textbook.supersteps[i].total()));
        }
        table.print_row(cells, out);
    }
}

/// T_comp, T_comm, T_sync, with a device T_pcie, what they leave out, and the total.
void print_terms(std::FILE* out, const CostReport& report, const MeasuredCost& seen)
{
    std::vector<const Prediction*> models;
    if (report.predictions) models = models_of(*report.predictions);
    std::vector<Table::Column> columns{name_column("", 8), number_column("measured", 10)};
    for (const Prediction* model : models) {
        columns.push_back(number_column(model == models.front() ? "predicted" : model->model, 10));
        columns.push_back(number_column("", 7));
    }
    const Table table(columns);
    table.print_head(out);
    for (const Term term : terms(report.has_pcie())) {
        if (term == Term::total) table.print_row({"other", readable_seconds(seen.other())}, out);
        const double measured = part_of(seen, term);
        Table::Cells cells{name_of(term), readable_seconds(measured)};
        for (const Prediction* model : models) {
            const double predicted = part_of(model->total(), term);
            cells.push_back(readable_seconds(predicted));
            cells.push_back(measured > 0 ? readable_error(predicted / measured - 1) : "");
        }
        table.print_row(cells, out);
    }
}

}  // namespace

void print_cost(std::FILE* out, const CostReport& report, bool wide)
{
    print_supersteps(out, report, wide);
    std::fprintf(out, "\n");
    const MeasuredCost seen = report.measured();
    print_terms(out, report, seen);
    const auto say = [&](const std::string& sentence) { print_wrapped(sentence, 2, out); };
    say(text("other: the ledger's own clocks and syncs",
             seen.other() < 0 ? "; less than 0, since not the same process is the slowest in all of them" : "",
             "; without the ledger a transform takes ", readable_seconds(seen.without_ledger), " (median)"));
    if (const LedgerEntry sum = report.ledger.total(); sum.pcie_bytes > 0) {
        const double bytes = static_cast<double>(sum.pcie_bytes / report.ledger.transforms);
        say(text("copied between host and device: ", readable_bytes(bytes),
                 seen.pcie > 0 ? text(", ", formatted("%.3g", bytes / seen.pcie / 1e9), " GB/s of T_pcie") : ""));
    }
    if (report.predictions) {
        const Price total = report.predictions->calibrated.total();
        say("predicted total " + interval_in_words(total));
        if (!total.has_interval()) say(why_no_interval);
    }
    if (report.projected)
        say(text("by the model of Czechowski et al. 2012 for this machine: T_mem ",
                 readable_seconds(report.projected->memory), " (measured T_comp ", readable_seconds(seen.compute),
                 "), T_PCIe ", readable_seconds(report.projected->pcie), " (T_pcie ", readable_seconds(seen.pcie),
                 "), T_net ", readable_seconds(report.projected->network), " (T_comm ",
                 readable_seconds(seen.communicate), ")"));
    if (!report.mark.empty()) say(report.mark);
    for (const std::string& warning : report.warnings) say(text("the probe warned: ", warning));
}

}  // namespace bspfft::tools

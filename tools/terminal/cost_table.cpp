#include "tools/terminal/cost_table.hpp"

#include <algorithm>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/predict/models.hpp"
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
    int width = longest;
    width = name_width(report.schedule, width);
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

/// T_comp, T_comm, T_sync, with a device T_pcie, and the total.
class Terms {
public:
    Terms(std::FILE* out, const CostReport& report)
        : out_(out), predictions_(report.predictions ? &*report.predictions : nullptr), table_(columns(predictions_))
    {
        table_.print_head(out_);
    }

    void print(const char* name, double measured, double (*of)(const Price&)) const
    {
        Table::Cells cells{name, readable_seconds(measured)};
        if (predictions_ && of) {
            for (const Prediction* p :
                 {&predictions_->calibrated, &predictions_->counted, &predictions_->textbook}) {
                const double predicted = of(p->total());
                cells.push_back(readable_seconds(predicted));
                cells.push_back(measured > 0 ? readable_error(predicted / measured - 1) : "");
            }
        }
        table_.print_row(cells, out_);
    }

private:
    static std::vector<Table::Column> columns(const Predictions* predictions)
    {
        std::vector<Table::Column> all{name_column("", 8), number_column("measured", 10)};
        if (!predictions) return all;
        for (const char* model : {"predicted", "counted", "textbook"}) {
            all.push_back(number_column(model, 10));
            all.push_back(number_column("", 7));
        }
        return all;
    }

    std::FILE* out_;
    const Predictions* predictions_;
    Table table_;
};

}  // namespace

void print_cost(std::FILE* out, const CostReport& report, bool wide)
{
    print_supersteps(out, report, wide);
    std::fprintf(out, "\n");
    const Terms terms(out, report);
    const MeasuredCost seen = report.measured();
    terms.print("T_comp", seen.compute, [](const Price& p) { return p.compute; });
    if (report.has_pcie()) terms.print("T_pcie", seen.pcie, [](const Price& p) { return p.pcie; });
    terms.print("T_comm", seen.communicate, [](const Price& p) { return p.communicate; });
    terms.print("T_sync", seen.sync, [](const Price& p) { return p.sync; });
    terms.print("other", seen.other(), nullptr);
    terms.print("total", seen.total, [](const Price& p) { return p.total(); });
    const auto say = [&](const std::string& sentence) { print_wrapped(sentence, 2, out); };
    say(text("other: processes that wait for the slowest, and the ledger's own clocks and syncs",
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

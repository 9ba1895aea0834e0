#include "bsp_fft/report/cost_report.hpp"

#include "bsp_fft/report/readable.hpp"

namespace bspfft {

namespace {

double per_transform(double seconds, const Ledger& ledger)
{
    return seconds / static_cast<double>(ledger.transforms);
}

Json seconds_of(const LedgerEntry& entry, const Ledger& ledger)
{
    Json json{{"compute", per_transform(entry.compute_seconds, ledger)},
              {"communicate", per_transform(entry.communicate_seconds, ledger)},
              {"sync", per_transform(entry.sync_seconds, ledger)},
              {"wait", per_transform(entry.wait_seconds, ledger)}};
    if (ledger.has_pcie()) json["pcie"] = per_transform(entry.pcie_seconds, ledger);
    return json;
}

Json processes_of(const LedgerRow& row, const Ledger& ledger)
{
    Json list = Json::array();
    for (std::size_t s = 0; s < row.processes.size(); ++s)
        list.push_back({{"process", s}, {"seconds", seconds_of(row.processes[s], ledger)}});
    return list;
}

Json matrix_of(const LedgerRow& row, const Ledger& ledger)
{
    Json matrix = Json::array();
    const std::size_t p = row.processes.size();
    for (std::size_t s = 0; s < p; ++s) {
        Json line = Json::array();
        for (std::size_t t = 0; t < p; ++t) line.push_back(row.bytes_between[s * p + t] / ledger.transforms);
        matrix.push_back(line);
    }
    return matrix;
}

Json spans_of(const LedgerRow& row)
{
    constexpr const char* activities[] = {"compute", "communicate", "wait", "sync", "pcie"};
    Json list = Json::array();
    for (const LedgerSpan& span : row.spans) {
        list.push_back({{"process", span.process},
                        {"activity", activities[static_cast<std::size_t>(span.activity)]},
                        {"begin", span.begin},
                        {"end", span.end}});
    }
    return list;
}

}  // namespace

MeasuredCost measured_cost(const Ledger& ledger, double without_ledger)
{
    const LedgerEntry sum = ledger.total();
    return {per_transform(sum.compute_seconds, ledger), per_transform(sum.communicate_seconds, ledger),
            per_transform(sum.sync_seconds, ledger), per_transform(sum.wait_seconds, ledger),
            per_transform(ledger.seconds, ledger), without_ledger, per_transform(sum.pcie_seconds, ledger)};
}

MeasuredCost CostReport::measured() const { return measured_cost(ledger, without_ledger); }

bool CostReport::has_pcie() const
{
    return ledger.has_pcie() || (predictions && predictions->calibrated.total().pcie > 0);
}

void CostReport::add_to(Json& supersteps) const
{
    for (std::size_t i = 0; i < ledger.supersteps.size(); ++i) {
        const LedgerRow& row = ledger.supersteps[i];
        const LedgerEntry most = row.largest();
        Json& json = supersteps[i];
        json["puts"] = most.puts / ledger.transforms;
        json["bytes"] = most.bytes / ledger.transforms;
        json["words_sent"] = most.words_sent / ledger.transforms;
        json["words_received"] = most.words_received / ledger.transforms;
        json["synchronisations"] = most.synchronisations / ledger.transforms;
        json["imbalance"] = row.imbalance();
        json["seconds"] = seconds_of(most, ledger);
        json["processes"] = processes_of(row, ledger);
        json["spans"] = spans_of(row);
        if (ledger.has_pcie()) json["pcie_bytes"] = most.pcie_bytes / ledger.transforms;
        if (!schedule.supersteps()[i].communication.name.empty()) json["bytes_between"] = matrix_of(row, ledger);
        if (!predictions) continue;
        json["predicted_seconds"] = predictions->calibrated.supersteps[i].total();
        json["counted_seconds"] = predictions->counted.supersteps[i].total();
        json["textbook_seconds"] = predictions->textbook.supersteps[i].total();
    }
}

Json CostReport::cost() const
{
    const MeasuredCost seen = measured();
    const auto term = [&](double measured, auto of) {
        Json json{{"measured", measured}};
        if (predictions) {
            json["predicted"] = of(predictions->calibrated.total());
            json["counted"] = of(predictions->counted.total());
            json["textbook"] = of(predictions->textbook.total());
        }
        return json;
    };
    Json total = term(seen.total, [](const Price& p) { return p.total(); });
    if (predictions) {
        total["predicted_low"] = low_end(predictions->calibrated.total());
        total["predicted_high"] = high_end(predictions->calibrated.total());
    }
    Json json{{"T_comp", term(seen.compute, [](const Price& p) { return p.compute; })},
              {"T_comm", term(seen.communicate, [](const Price& p) { return p.communicate; })},
              {"T_sync", term(seen.sync, [](const Price& p) { return p.sync; })},
              {"total", total},
              {"other", {{"measured", seen.other()}}},
              {"without_ledger", {{"measured", seen.without_ledger}}},
              {"wait", {{"measured", seen.wait}}}};
    if (projected)
        json["projected"] = {
            {"T_mem", projected->memory}, {"T_PCIe", projected->pcie}, {"T_net", projected->network}};
    if (has_pcie()) json["T_pcie"] = term(seen.pcie, [](const Price& p) { return p.pcie; });
    return json;
}

}  // namespace bspfft

#include "bsp_fft/report/cost_report.hpp"

#include <algorithm>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/report/readable.hpp"

namespace bspfft {

namespace {

double per_transform(double seconds, const Ledger& ledger) { return seconds / static_cast<double>(ledger.transforms); }

Json seconds_of(const LedgerEntry& entry, const Ledger& ledger)
{
    Json json{{"compute", per_transform(entry.compute_seconds, ledger)},
              {"communicate", per_transform(entry.communicate_seconds, ledger)},
              {"sync", per_transform(entry.sync_seconds, ledger)},
              {"wait", per_transform(entry.wait_seconds, ledger)},
              {"ledger", per_transform(entry.ledger_seconds, ledger)}};
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
    constexpr const char* activities[] = {"compute", "communicate", "wait", "sync", "pcie", "ledger"};
    Json list = Json::array();
    for (const LedgerSpan& span : row.spans) {
        list.push_back({{"process", span.process},
                        {"activity", activities[static_cast<std::size_t>(span.activity)]},
                        {"begin", span.begin},
                        {"end", span.end}});
    }
    return list;
}

/// The models by the names that they have in reports.
struct NamedModel {
    const char* name;
    Prediction Predictions::* prediction;
};
constexpr NamedModel models[] = {
    {"predicted", &Predictions::calibrated}, {"counted", &Predictions::counted}, {"textbook", &Predictions::textbook}};

}  // namespace

std::span<const Term> terms(bool has_pcie)
{
    static constexpr Term all[] = {Term::compute, Term::pcie, Term::communicate, Term::sync, Term::total};
    static constexpr Term without[] = {Term::compute, Term::communicate, Term::sync, Term::total};
    if (has_pcie) return all;
    return without;
}

const char* name_of(Term term)
{
    static constexpr const char* names[] = {"T_comp", "T_pcie", "T_comm", "T_sync", "total"};
    return names[static_cast<std::size_t>(term)];
}

MeasuredCost& MeasuredCost::operator+=(const MeasuredCost& next)
{
    for (double MeasuredCost::*part : {&MeasuredCost::compute, &MeasuredCost::communicate, &MeasuredCost::sync,
                                       &MeasuredCost::wait, &MeasuredCost::total, &MeasuredCost::without_ledger,
                                       &MeasuredCost::pcie})
        this->*part += next.*part;
    return *this;
}

MeasuredCost measured_cost(const Ledger& ledger, double without_ledger)
{
    const LedgerEntry sum = ledger.total();
    // The process that arrives last waits for nobody, but is also the first to leave: how much later the others do is
    // seen at the empty sync, to which they come together.
    double sync = 0;
    for (const LedgerRow& row : ledger.supersteps) {
        const auto inside = [](const LedgerEntry& entry) { return entry.sync_seconds + entry.wait_seconds; };
        const double empty = std::ranges::min(row.processes, {}, &LedgerEntry::ledger_seconds).ledger_seconds;
        sync += inside(std::ranges::min(row.processes, {}, inside)) - empty;
        for (const LedgerEntry& entry : row.processes)
            sync += entry.ledger_seconds / static_cast<double>(row.processes.size());
    }
    const auto without = [&](Index clocks, double seconds) {
        return per_transform(std::max(0.0, seconds - static_cast<double>(clocks) * ledger.clock_seconds), ledger);
    };
    const Index steps = std::ranges::count_if(ledger.steps, [](double seconds) { return seconds != 0; });
    const Index clocks = sum.puts + sum.synchronisations + ledger.transforms * steps;
    return {without(clocks, sum.compute_seconds),
            without(sum.puts, sum.communicate_seconds),
            without(sum.synchronisations, sync),
            per_transform(sum.wait_seconds, ledger),
            per_transform(ledger.seconds, ledger),
            without_ledger,
            per_transform(sum.pcie_seconds, ledger)};
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
        for (const auto& [name, prediction] : models)
            json[text(name, "_seconds")] = ((*predictions).*prediction).supersteps[i].total();
    }
}

Json CostReport::cost() const
{
    const MeasuredCost seen = measured();
    Json json = Json::object();
    const auto add = [&](Term term) {
        Json& row = json[name_of(term)];
        row["measured"] = part_of(seen, term);
        if (!predictions) return;
        for (const auto& [name, prediction] : models) row[name] = part_of(((*predictions).*prediction).total(), term);
    };
    for (const Term term : terms(false)) add(term);
    if (predictions) {
        json["total"]["predicted_low"] = low_end(predictions->calibrated.total());
        json["total"]["predicted_high"] = high_end(predictions->calibrated.total());
    }
    json["other"] = {{"measured", seen.other()}};
    json["without_ledger"] = {{"measured", seen.without_ledger}};
    json["wait"] = {{"measured", seen.wait}};
    if (projected)
        json["projected"] = {{"T_mem", projected->memory}, {"T_PCIe", projected->pcie}, {"T_net", projected->network}};
    if (has_pcie()) add(Term::pcie);
    return json;
}

}  // namespace bspfft

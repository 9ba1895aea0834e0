// T_pcie stands beside the other parts where a device copied, and nowhere else.
#include <doctest/doctest.h>

#include "bsp_fft/predict/models.hpp"
#include "bsp_fft/report/comparison.hpp"
#include "bsp_fft/schedule/builders.hpp"
#include "tests/machine/example.hpp"

using namespace bspfft;
using doctest::Approx;

namespace {

Schedule cube(Memory memory)
{
    ScheduleOptions options;
    options.kernel = Kernel::cuda;
    options.order = BlockOrder::tiles;
    options.memory = memory;
    options.cut = {8, 8, 8};
    return free_cut_schedule({{64, 64, 64}, {true, true, true}}, 1, options);
}

// Two transforms on one process; each superstep computes for 3 s, and copies for 1 s if it copies.
Ledger ledger_of(const Schedule& schedule, bool copies)
{
    Ledger ledger;
    ledger.transforms = 2;
    ledger.timed = true;
    for (const Superstep& step : schedule.supersteps()) {
        LedgerEntry entry;
        entry.compute_seconds = 6;
        if (copies) entry.pcie_seconds = 2;
        if (copies) entry.pcie_bytes = 4000;
        LedgerRow row{step.name(), {entry}, {0}};
        row.spans = {{0, Activity::compute, 0, 3}};
        if (copies) row.spans.push_back({0, Activity::pcie, 3, 4});
        ledger.supersteps.push_back(row);
        ledger.seconds += copies ? 8 : 6;
    }
    return ledger;
}

Json supersteps_of(const CostReport& report)
{
    Json rows = Json::array();
    for (std::size_t i = 0; i < report.ledger.supersteps.size(); ++i) rows.push_back(Json::object());
    report.add_to(rows);
    return rows;
}

}  // namespace

TEST_CASE("a run whose device copied has a T_pcie, and what each superstep copied")
{
    const Schedule schedule = cube(Memory::host);
    const CostReport report{schedule, ledger_of(schedule, true), 7, {}, ""};
    const auto steps = static_cast<double>(schedule.supersteps().size());
    CHECK(report.has_pcie());
    CHECK(report.measured().pcie == steps);
    CHECK(report.measured().compute == 3 * steps);
    CHECK(report.measured().other() == 0);
    const Json cost = report.cost(), rows = supersteps_of(report);
    CHECK(cost["T_pcie"]["measured"] == steps);
    CHECK_FALSE(cost["T_pcie"].contains("predicted"));
    CHECK(rows[0]["seconds"]["pcie"] == 1);
    CHECK(rows[0]["pcie_bytes"] == 2000);
    CHECK(rows[0]["processes"][0]["seconds"]["pcie"] == 1);
    CHECK(rows[0]["spans"][1]["activity"] == "pcie");
}

TEST_CASE("T_sync has what even the last process waits, and the others wait while it computes")
{
    const Schedule schedule = free_cut_schedule(1 << 12, 2);
    Ledger ledger{1, true, 13.5, {{"", {LedgerEntry{}, LedgerEntry{}}, {}}}};
    for (LedgerEntry& entry : ledger.supersteps[0].processes) entry.ledger_seconds = 1;
    LedgerEntry& slow = ledger.supersteps[0].processes[0];
    LedgerEntry& fast = ledger.supersteps[0].processes[1];
    slow.compute_seconds = 10;
    slow.wait_seconds = 1.5;
    slow.sync_seconds = 1;
    fast.compute_seconds = 7;
    fast.wait_seconds = 4.0;
    fast.sync_seconds = 1.5;
    const MeasuredCost cost = CostReport{schedule, ledger, 12.5, {}, ""}.measured();
    CHECK(cost.sync == 2.5);
    CHECK(cost.wait == 4.0);
    CHECK(cost.other() == 1);

    // a put, a sync and a step that computed: five times the clock
    ledger.steps = {10, 0};
    fast.communicate_seconds = 0.75;
    fast.puts = fast.synchronisations = slow.synchronisations = 1;
    ledger.clock_seconds = 0.25;
    const MeasuredCost exact = measured_cost(ledger, 12.5);
    CHECK(exact.compute == 10 - 3 * 0.25);
    CHECK(exact.communicate == 0.5);
    CHECK(exact.sync == 2.25);
    CHECK(exact.other() == 13.5 - 12);
}

TEST_CASE("without copies nothing is said of them")
{
    const Schedule schedule = free_cut_schedule(1 << 12, 1);
    const CostReport report{schedule, ledger_of(schedule, false), 7, predict_all(example_machine(), schedule), ""};
    CHECK_FALSE(report.has_pcie());
    const Json cost = report.cost(), rows = supersteps_of(report);
    CHECK_FALSE(cost.contains("T_pcie"));
    CHECK_FALSE(cost.contains("projected"));
    CHECK_FALSE(rows[0].contains("pcie_bytes"));
    CHECK_FALSE(rows[0]["seconds"].contains("pcie"));
    CHECK(terms(false).size() == 4);
}

TEST_CASE("the paper's terms stand beside the measured ones")
{
    const Schedule schedule = cube(Memory::host);
    CostReport report{schedule, ledger_of(schedule, true), 7, {}, ""};
    report.projected = projected_here(example_machine_with_device(), schedule);
    REQUIRE(report.projected);
    const Json projected = report.cost()["projected"];
    CHECK(projected["T_mem"] == Approx(report.projected->memory));
    CHECK(projected["T_PCIe"] == Approx(report.projected->pcie));
    CHECK(projected["T_net"] == 0);
}

TEST_CASE("a comparison has T_pcie, its error and its part in the summary, where a row copies")
{
    const Schedule schedule = free_cut_schedule(1 << 12, 1);
    Prediction prediction{"calibrated", {Price{3, 0, 0, 5, 5, 2}}};
    Predictions predictions{{"textbook", {Price{3, 0, 0, 3, 3}}}, {"counted", {Price{3, 0, 0, 3, 3}}}, prediction};
    MeasuredCost measured;
    measured.compute = 3;
    measured.total = 7;
    measured.pcie = 4;
    const Comparison row{schedule, 1, measured, 1, predictions};
    CHECK(row.has_pcie());
    CHECK(terms_of({row}).size() == 5);
    CHECK(std::string(name_of(Term::pcie)) == "T_pcie");
    const Json json = json_of(row);
    CHECK(json["measured"]["T_pcie"] == 4);
    CHECK(json["measured"]["other"] == 0);
    CHECK(json["calibrated"]["T_pcie"] == 2);
    CHECK(json["calibrated"]["total"] == 5);
    CHECK(json["errors"]["calibrated"]["T_pcie"] == Approx(-0.5));
    CHECK(json["errors"]["counted"]["T_pcie"] == Approx(-1));
    const ErrorSummary errors = summarise({row}, 0, Term::pcie);
    CHECK(errors.points == 1);
    CHECK(errors.median == Approx(0.5));
    const Discrepancy found = largest_discrepancy({row});
    CHECK(found.term == Term::pcie);
    CHECK(found.sentence.find("it knows nothing of a device") != std::string::npos);

    MeasuredCost without = measured;
    without.pcie = 0;
    predictions.calibrated.supersteps[0].pcie = 0;
    const Comparison other{schedule, 1, without, 1, predictions};
    CHECK_FALSE(json_of(other)["measured"].contains("T_pcie"));
    CHECK(terms_of({other}).size() == 4);
}

// Everything that plans can do, measured beside predicted: a line for each problem, and a summary by kind.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/machine/measurements.hpp"
#include "bsp_fft/measure/statistics.hpp"
#include "bsp_fft/report/comparison.hpp"
#include "bsp_fft/report/readable.hpp"
#include "bspfft/plan.hpp"
#include "bspfft/spectral_operator.hpp"
#include "tools/bench/workload.hpp"
#include "tools/commands/compare.hpp"
#include "tools/files/distinct_files.hpp"
#include "tools/processes/section.hpp"
#include "tools/terminal/refusal.hpp"
#include "tools/terminal/table.hpp"

namespace bspfft::tools {

namespace {

/// A problem of the grid.
struct Entry {
    std::string kind;
    Workload what;
    Precision precision;

    std::string name() const
    {
        const std::string task = what.task == Task{} ? "" : " " + what.task.name();
        return what.name() + task + (precision == Precision::single_ ? " float" : "");
    }
};

// All of at most this many elements.
std::vector<Entry> standard_grid(Index most)
{
    std::vector<Entry> all;
    for (const bool real : {false, true}) {
        for (const Precision precision : {Precision::double_, Precision::single_}) {
            Task task;
            task.real = real;
            const std::string data = text(task.name(), " ", name_of(precisions, precision));
            const auto add = [&](const char* kind, std::vector<Index> shape, Index batch = 1) {
                all.push_back({text(data, " ", kind), {std::move(shape), batch, task}, precision});
            };
            for (int bits = 6; bits <= 26; bits += 2) add("powers of two", {Index{1} << bits});
            for (const Index n : {1'000, 10'000, 46'656, 1'000'000, 10'077'696}) add("other lengths", {n});
            for (const Index n : {10'007, 1'000'003}) add("primes", {n});
            for (const Index n : {64, 128, 256}) add("shapes", {n, n, n});
            add("shapes", {4096, 4096});
            add("shapes", {1000, 1000});
            add("shapes", {100, 200, 30});
            add("batches", {1000}, 1024);
            add("batches", {64}, 16384);
        }
    }
    using Operation = Task::Operation;
    for (const Precision precision : {Precision::double_, Precision::single_}) {
        for (const Index n : {Index{1} << 12, Index{1} << 20}) {
            all.push_back({"cosines", {{n}, 1, {Operation::trigonometric, true, 2}}, precision});
            all.push_back({"operators", {{n}, 1, {Operation::convolution}}, precision});
        }
        all.push_back({"operators", {{128, 128, 128}, 1, {Operation::poisson, true}}, precision});
    }
    std::erase_if(all, [&](const Entry& entry) { return entry.what.elements() > most; });
    if (all.empty()) refuse("--to ", most, " leaves nothing to compare; the shortest vector has 64 elements");
    return all;
}

template <class Real>
AnyPlan operator_of(const Workload& what)
{
    const auto with_factors = [&](auto plan) {
        using Complex = std::complex<Real>;
        plan.set_factors([&](const Index* k) { return static_cast<Complex>(factor_at(what.task, what.shape, k)); });
        return AnyPlan(std::move(plan));
    };
    if (what.task.real) return with_factors(SpectralOperator<Real>(what.shape));
    return with_factors(SpectralOperator<std::complex<Real>>(what.shape));
}

template <class Real>
AnyPlan plan_of(const Workload& what)
{
    const PlanOptions options{.normalisation = Normalisation::none, .batch = what.batch};
    if (what.task.is_operator()) return operator_of<Real>(what);
    if (what.task.is_trigonometric()) return TrigonometricPlan<Real>(what.shape, Trigonometric::dct2, options);
    if (what.task.real) return RealPlan<Real>(what.shape, options);
    return Plan<Real>(what.shape, options);
}

AnyPlan plan_of(const Entry& entry)
{
    return entry.precision == Precision::double_ ? plan_of<double>(entry.what) : plan_of<float>(entry.what);
}

/// A problem on p processes, which is one line. The total is that of transforms that were timed alone.
struct ComparedProblem {
    Entry entry;
    Index p;
    Seen seen;
    Price predicted;

    struct Part {
        const char* name;
        double measured;
        double predicted;
        double error() const { return (predicted - measured) / measured; }
    };
    /// Where it is over 5% of the total, or the total itself.
    std::vector<Part> parts() const
    {
        const MeasuredCost& cost = seen.cost;
        std::vector<Part> found{{"total", cost.without_ledger, predicted.total()}};
        for (const Part& part : {Part{"T_comp", cost.compute, predicted.compute},
                                 Part{"T_comm", cost.communicate, predicted.communicate},
                                 Part{"T_sync", cost.sync, predicted.sync}}) {
            if (part.measured > 0.05 * cost.total) found.push_back(part);
        }
        return found;
    }
};

Price predicted_of(const Machine& machine, const std::vector<Schedule>& schedules)
{
    Price sum;
    for (const Schedule& schedule : schedules) sum += predict(Model::calibrated, machine, schedule).total();
    return sum;
}

Table table()
{
    return Table({name_column("problem", 24), number_column("p", 2), number_column("measured", 9),
                  number_column("predicted", 9), number_column("total", 7), number_column("comp", 6),
                  number_column("comm", 6), number_column("sync", 6)});
}

void print(const ComparedProblem& line)
{
    std::map<std::string, std::string> errors;
    for (const ComparedProblem::Part& part : line.parts()) errors[part.name] = readable_error(part.error());
    table().print_row({line.entry.name(), text(line.p), readable_seconds(line.seen.cost.without_ledger),
                       readable_seconds(line.predicted.total()), errors["total"], errors["T_comp"], errors["T_comm"],
                       errors["T_sync"]});
    std::fflush(stdout);
}

/// The sizes of the errors of some lines, by part.
using Errors = std::map<std::string, Samples>;

Errors errors_of(const std::vector<ComparedProblem>& lines, const std::string& kind)
{
    Errors errors;
    for (const ComparedProblem& line : lines) {
        if (!kind.empty() && line.entry.kind != kind) continue;
        for (const ComparedProblem::Part& part : line.parts()) errors[part.name].push_back(std::abs(part.error()));
    }
    return errors;
}

// By kind, and last of all of them, which has no name.
std::vector<std::string> kinds_of(const std::vector<ComparedProblem>& lines)
{
    std::set<std::string> kinds;
    for (const ComparedProblem& line : lines) kinds.insert(line.entry.kind);
    std::vector<std::string> all(kinds.begin(), kinds.end());
    all.push_back("");
    return all;
}

constexpr const char* part_names[] = {"total", "T_comp", "T_comm", "T_sync"};

void print_summary(const std::vector<ComparedProblem>& lines)
{
    std::printf("\n  size of the error: median (worst), of parts that are over 5%% of the total\n");
    std::vector<Table::Column> columns{name_column("", 28)};
    for (const char* name : part_names) columns.push_back(number_column(name, 13));
    const Table summary(columns);
    summary.print_head();
    for (const std::string& kind : kinds_of(lines)) {
        Table::Cells cells{kind.empty() ? "all" : kind};
        Errors errors = errors_of(lines, kind);
        for (const char* name : part_names) cells.push_back(in_words(summary_of(errors[name])));
        summary.print_row(cells);
    }
    const auto disturbed = std::ranges::count_if(
        lines, [](const ComparedProblem& line) { return line.seen.core_share < least_core_share; });
    if (disturbed > 0)
        std::printf("  disturbed: in %td of %td lines a process had less than %.0f%% of a core, or of its pace\n",
                    disturbed, std::ssize(lines), 100 * least_core_share);
}

Json json_of(const std::vector<ComparedProblem>& lines, const KnownMachine& known)
{
    Json document{{"cpu", cpu_name()}, {"runtime", Port::runtime()}, {"machine", json_of(known)}};
    for (const ComparedProblem& line : lines) {
        Json row{{"problem", line.entry.name()},
                 {"kind", line.entry.kind},
                 {"p", line.p},
                 {"core_share", line.seen.core_share}};
        for (const ComparedProblem::Part& part : line.parts())
            row[part.name] = {{"measured", part.measured}, {"predicted", part.predicted}, {"error", part.error()}};
        document["grid"].push_back(row);
    }
    for (const std::string& kind : kinds_of(lines)) {
        for (const auto& [name, sizes] : errors_of(lines, kind))
            document["summary"][kind.empty() ? "all" : kind][name] = json_of(summary_of(sizes));
    }
    return document;
}

}  // namespace

int compare_all(const CompareRequest& request)
{
    require_distinct({{"--json", request.json}, {"--machine", request.machine, false}});
    const std::vector<Entry> grid = standard_grid(parse_length(request.to));
    ComparisonFiles files(request);
    std::vector<ComparedProblem> lines;
    Observer observer;
    for (const Entry& entry : grid) {
        for (const Index p : processes_of(request, entry.what.elements())) lines.push_back({entry, p, {}, {}});
    }
    // What else a machine does may last for minutes and only makes times longer, so that the round counts in which a
    // problem took least.
    for (int round = 1; round <= request.rounds; ++round) {
        const bool shows = files.shows && round == request.rounds;
        if (shows) table().print_head();
        for (ComparedProblem& line : lines) {
            const Seen seen = observer.see(line.p, [&] { return plan_of(line.entry); }, request.repeat);
            agree_on([&] {
                if (!is_process_0()) return;
                if (round == 1) line.predicted = predicted_of(files.known.machine, seen.schedules);
                if (round == 1 || seen.cost.without_ledger < line.seen.cost.without_ledger) line.seen = seen;
                if (shows) print(line);
            });
        }
    }
    if (!is_process_0()) return 0;
    if (files.shows) print_summary(lines);
    write_json(*files.json, json_of(lines, files.known));
    return 0;
}

}  // namespace bspfft::tools

// Every kind of step, measured beside priced: a small problem for each, and of its steps the longest of that kind.
#include <cstdio>

#include "bsp_fft/fftw/fftw.hpp"
#include "bsp_fft/gpu/device.hpp"
#include "bspfft/spectral_operator.hpp"
#include "tools/commands/compare.hpp"
#include "tools/commands/directed_plan.hpp"
#include "tools/files/distinct_files.hpp"
#include "tools/processes/section.hpp"
#include "tools/terminal/table.hpp"

namespace bspfft::tools {

namespace {

struct KindProblem {
    StepKind kind;
    TransformWords words;
    PlanOptions options = {};
    Index least_p = 1;

    Transform transform() const { return transform_of(words, options); }
    std::string name() const
    {
        std::string name = words.shape;
        if (words.batch > 1) name = text(words.batch, " of ", name);
        if (words.real) name += " real";
        if (!words.is_fourier()) name += " " + operation_name(words);
        if (options.algorithm != Algorithm::automatic) name += text(" ", algorithm_name(options.algorithm));
        return name;
    }
};

std::vector<KindProblem> problems()
{
    using enum StepKind;
    const PlanOptions pencils{.algorithm = Algorithm::pencils}, bluestein{.algorithm = Algorithm::bluestein};
    const PlanOptions book{.algorithm = Algorithm::textbook, .kernel = Kernel::radix2};
    const PlanOptions by_fftw{.algorithm = Algorithm::textbook, .kernel = Kernel::fftw};
    const PlanOptions there{.kernel = Kernel::cuda, .memory = Memory::device}, through{.kernel = Kernel::cuda};
    const auto of = [](const char* shape, bool real = false) {
        TransformWords words;
        words.shape = shape;
        words.real = real;
        return words;
    };
    const auto dct = [&](const char* shape, Index type) {
        TransformWords words = of(shape);
        words.dct = type;
        return words;
    };
    const TransformWords vector = of("2^20"), reals = of("2^20", true), cube = of("128x128x64");
    TransformWords convolution = vector, real_convolution = reals, first_axis = of("1024x1024", true);
    TransformWords few = of("2^12"), few_reals = of("2^12", true), many = few, two = of("2^18");
    convolution.convolve = real_convolution.convolve = true;
    first_axis.axes = {0};
    few.batch = few_reals.batch = 4;
    two.batch = 2;
    many.batch = 1024;
    return {{to_packets, vector},
            {from_packets, vector},
            {between_packets, convolution},
            {in_place, cube, pencils},
            {in_place_apart, of("128x128x54"), pencils},
            {half_to_packets, reals},
            {half_from_packets, reals},
            {half_between_packets, real_convolution},
            {half_in_place, first_axis, pencils},
            {half_in_place_apart, of("128x128x108", true), pencils},
            {short_vector, few},
            {long_vector, two},
            {half_vector, few_reals},
            {radix2, vector, book},
            {fftw, vector, by_fftw},
            {device, vector, there},
            {device_slices, many, through},
            {products, of("500009"), bluestein},
            {separation, reals, book},
            {copy, dct("1024x1024", 2)},
            {fold, dct("2^20", 2)},
            {unfold, dct("2^20", 3)},
            {take_apart, dct("2^20", 2)},
            {put_together, dct("2^20", 3)},
            {move_of_tiles, vector},
            {move_of_elements, cube, pencils},
            {mirror, reals, book, 4}};
}

AnyPlan plan_of(const Transform& transform, Index p)
{
    const PlanOptions options = transform.options_for(p);
    if (!transform.convolves) return DirectedPlan<double>::made(transform, options);
    const auto with_factors = [](auto plan) {
        plan.set_factors([](const Index*) { return 1.0; });
        return AnyPlan(std::move(plan));
    };
    if (options.data == Data::complex)
        return with_factors(SpectralOperator<std::complex<double>>(transform.shape, options));
    return with_factors(SpectralOperator<double>(transform.shape, options));
}

struct KindRow {
    KindProblem problem;
    Index p;
    std::string step;
    double core_share;
    double measured;
    double predicted;

    double error() const { return (predicted - measured) / measured; }
};

// A computation with all that packs its results, a move without what the computation before it has; on a device a whole
// superstep, with its copies.
KindRow row_of(const KindProblem& problem, const Seen& seen, std::size_t t, std::size_t i, const Machine& machine)
{
    const Schedule& schedule = seen.schedules[t];
    const Ledger& ledger = seen.ledgers[t];
    const std::vector<Step>& steps = schedule.program().steps;
    const Step& step = steps[i];
    const LedgerEntry entry = ledger.supersteps[step.superstep].largest();
    const Price price = predict(Model::calibrated, machine, schedule).supersteps[step.superstep];
    const Move* const move = step.move();
    const bool sends = step.compute() && step.compute()->sends, is_sent = move && move->sent_by_computation;
    const Index syncs = sends || (move && !is_sent) ? entry.puts + entry.synchronisations : 0;
    double measured = is_sent ? 0 : ledger.steps[i] - real(ledger.transforms + syncs) * ledger.clock_seconds;
    double predicted = is_sent ? 0 : local_seconds(machine, schedule, step).value;
    if (sends) predicted += local_seconds(machine, schedule, steps[i + 1]).value;
    if (move) {
        measured += entry.communicate_seconds - real(entry.puts) * ledger.clock_seconds;
        predicted += price.communicate;
    }
    if (problem.kind == StepKind::device || problem.kind == StepKind::device_slices) {
        measured = entry.compute_seconds + entry.pcie_seconds;
        predicted = price.compute + price.pcie;
    }
    const std::string& name = move ? move->name : step.compute() ? step.compute()->name : "copy";
    return {problem, schedule.p(), name, seen.core_share, measured / real(ledger.transforms), predicted};
}

// The longest step of the kind; none if these processes have no such step.
std::optional<KindRow> row_of(const KindProblem& problem, const Seen& seen, const Machine& machine)
{
    std::optional<KindRow> longest;
    for (std::size_t t = 0; t < seen.schedules.size(); ++t) {
        const std::vector<Step>& steps = seen.schedules[t].program().steps;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (kind_of(seen.schedules[t], steps[i]) != problem.kind) continue;
            if (steps[i].move() && !steps[i].move()->redistributes()) continue;
            KindRow row = row_of(problem, seen, t, i, machine);
            if (!longest || row.measured > longest->measured) longest = std::move(row);
        }
    }
    return longest;
}

std::string why_not(StepKind kind)
{
    if (kind == StepKind::fftw) return why_no_fftw();
    return kind == StepKind::device || kind == StepKind::device_slices ? why_no_device() : "";
}

std::vector<Index> processes_of(const CompareRequest& request, const KindProblem& problem)
{
    std::vector<Index> all = processes_of(request, problem.transform().problem().n());
    if (!all_run_the_program() && all.back() < problem.least_p) all = {problem.least_p};
    return all;
}

Table kinds_table()
{
    return Table({name_column("kind", 23), name_column("problem", 23), number_column("p", 2),
                  number_column("measured", 9), number_column("predicted", 9), number_column("error", 6)});
}

Json json_of(const KindRow& row)
{
    return {{"kind", name_of(row.problem.kind)}, {"problem", row.problem.name()}, {"p", row.p},
            {"step", row.step}, {"core_share", row.core_share}, {"measured", row.measured},
            {"predicted", row.predicted}, {"error", row.error()}};
}

}  // namespace

int compare_kinds(const CompareRequest& request)
{
    require_distinct({{"--json", request.json}, {"--machine", request.machine, false}});
    ComparisonFiles files(request);
    if (files.shows) kinds_table().print_head();
    Json document{{"kinds", Json::array()}, {"without", Json::object()}};
    if (is_process_0()) document["machine"] = json_of(files.known);
    Observer observer;
    for (const KindProblem& problem : problems()) {
        std::string reason = why_not(problem.kind);
        Index rows = 0;
        for (const Index p : reason.empty() ? processes_of(request, problem) : std::vector<Index>{}) {
            const Seen seen = observer.see(p, [&] { return plan_of(problem.transform(), p); }, request.repeat);
            agree_on([&] {
                if (!is_process_0()) return;
                std::optional<KindRow> row;
                try {
                    row = row_of(problem, seen, files.known.machine);
                } catch (const Error& error) {  // the machine file has no price of that kind
                    reason = error.what();
                }
                if (!row) return;
                ++rows;
                document["kinds"].push_back(json_of(*row));
                if (!files.shows) return;
                kinds_table().print_row({name_of(problem.kind), problem.name(), text(p),
                                         readable_seconds(row->measured), readable_seconds(row->predicted),
                                         readable_error(row->error())});
                std::fflush(stdout);
            });
        }
        if (!is_process_0() || rows > 0) continue;
        if (reason.empty()) reason = "there is no such step on these processes";
        document["without"][name_of(problem.kind)] = reason;
        if (files.shows) print_wrapped(text(name_of(problem.kind), ": ", reason), 2);
    }
    if (is_process_0()) write_json(*files.json, document);
    return 0;
}

}  // namespace bspfft::tools

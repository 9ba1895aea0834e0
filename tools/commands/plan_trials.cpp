#include "tools/commands/plan_trials.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "bsp_fft/machine/measurements.hpp"
#include "bsp_fft/schedule/program.hpp"
#include "tools/processes/section.hpp"
#include "tools/terminal/refusal.hpp"
#include "tools/terminal/table.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

std::string cell(double seconds) { return seconds > 0 ? readable_seconds(seconds) : "-"; }

Json json_of(double seconds) { return seconds > 0 ? Json(seconds) : Json(nullptr); }

std::string remark(const MeasuredChoice& choice, std::size_t i)
{
    const std::string model = i == 0 ? "by model" : "";
    if (i != choice.best) return model;
    if (i == 0) return choice.trials.size() > 1 ? "by model, the best to within 1%" : "by model, the only one";
    return text("the best, ", formatted("%.1f%%", 100 * (choice.gain() - 1)), " faster than by model");
}

std::string name_of_cut(const CutTrial& trial) { return trial.cut.empty() ? "none" : shape_text(trial.cut); }

/// For other processes, which are programs of their own.
struct Shared {
    Remembered remembered;
    std::size_t grid_axes = 0, cut_axes = 0;
    std::array<Index, most_axes + 1> grid{}, cut{};  // with a batch
};

Shared shared_of(const Machine& machine, const Transform& transform, Precision precision, Index p)
{
    Shared shared;
    const Index bytes_per_real = bytes_per_complex(precision) / 2;
    double seconds = 0;
    const PlanOptions found =
        remembered_options(machine, transform.shape, transform.options, bytes_per_real, p, &seconds);
    const std::vector<Index>&grid = found.grid, &cut = found.cut;
    if (grid == transform.options.grid && cut == transform.options.cut) return shared;
    shared.grid_axes = grid.size();
    shared.cut_axes = cut.size();
    std::copy(grid.begin(), grid.end(), shared.grid.begin());
    std::copy(cut.begin(), cut.end(), shared.cut.begin());
    shared.remembered = {true, seconds};
    return shared;
}

}  // namespace

void require_trials(const RunRequest& request, const Transform& transform)
{
    if (request.remember && request.machine.empty())
        refuse("--remember writes into a machine file; name it with --machine FILE");
    const bool own = transform.layout_in == NamedLayout::own && transform.layout_out == NamedLayout::own;
    if (request.remember && !own)
        refuse("--remember is for the algorithm's own layouts; leave --layout-in and --layout-out out");
    if (request.remember && (!transform.options.grid.empty() || !transform.options.cut.empty()))
        refuse("--remember is for what is chosen; leave --grid and --cut out");
    const bool chosen = !transform.options.cut.empty() &&
                        (transform.problem().shape.size() == 1 || !transform.options.grid.empty());
    if (request.measure && chosen)
        refuse("--measure chooses grid and cut, which are given; leave --measure out, or --grid and --cut");
}

PlanTrials try_cuts(const RunRequest& request, const Transform& transform, Index p)
{
    PlanTrials trials;
    if (request.remember) agree_on([&] { if (is_process_0()) read_machine(request.machine); });
    run_section(p, [&](Port& port) {
        const double start = bsp_time();
        const PlanOptions options = transform.options_for(port.p());
        const MeasuredChoice choice = request.precision == Precision::single_
                                          ? measured_choice<float>(transform.shape, options)
                                          : measured_choice<double>(transform.shape, options);
        if (port.s() == 0 || all_run_the_program()) trials = {choice, bsp_time() - start, ""};
    });
    if (!request.remember) return trials;
    agree_on([&] {
        if (!is_process_0()) return;
        Machine machine = read_machine(request.machine);
        remember(machine, transform.shape, trials.choice, bytes_per_complex(request.precision) / 2, p);
        write_machine(request.machine, machine);
    });
    trials.remembered_in = request.machine;
    return trials;
}

void print(const PlanTrials& trials)
{
    const MeasuredChoice& choice = trials.choice;
    std::printf("\ntrials, %s in all\n", readable_seconds(trials.seconds).c_str());
    std::size_t grids = 4, cuts = 4;
    for (const CutTrial& trial : choice.trials) {
        grids = std::max(grids, shape_text(trial.grid).size());
        cuts = std::max(cuts, name_of_cut(trial).size());
    }
    const Table table({name_column("grid", static_cast<int>(grids)), name_column("cut", static_cast<int>(cuts)),
                       number_column("sampled", 9), number_column("measured", 9)});
    table.print_head();
    constexpr std::size_t most = 12;  // those that were tried come first
    for (std::size_t i = 0; i < std::min(most, choice.trials.size()); ++i) {
        const CutTrial& trial = choice.trials[i];
        table.print_row({shape_text(trial.grid), name_of_cut(trial), cell(trial.sampled), cell(trial.seconds),
                         remark(choice, i)});
    }
    if (!trials.remembered_in.empty()) std::printf("remembered in %s\n", trials.remembered_in.c_str());
}

Json json_of(const PlanTrials& trials)
{
    Json list = Json::array();
    for (const CutTrial& trial : trials.choice.trials) {
        list.push_back({{"grid", trial.grid},
                        {"cut", trial.cut},
                        {"sampled", json_of(trial.sampled)},
                        {"seconds", json_of(trial.seconds)}});
    }
    return {{"seconds", trials.seconds},
            {"gain", trials.choice.gain()},
            {"best", trials.choice.best},
            {"trials", list},
            {"remembered_in", trials.remembered_in.empty() ? Json(nullptr) : Json(trials.remembered_in)}};
}

std::string Remembered::words(const std::string& file) const
{
    if (!found) return "";
    return text("grid and cut as remembered in ", file, ", where a transform took ", readable_seconds(seconds));
}

Remembered use_remembered(Transform& transform, const std::string& file, Precision precision, Index p)
{
    const bool own = transform.layout_in == NamedLayout::own && transform.layout_out == NamedLayout::own;
    if (file.empty() || !own || transform.trigonometric) return {};
    Shared shared;
    agree_on([&] {
        if (is_process_0()) shared = shared_of(read_machine(file), transform, precision, p);
    });
    share(shared);
    if (shared.remembered.found) {
        transform.options.grid.assign(shared.grid.data(), shared.grid.data() + shared.grid_axes);
        transform.options.cut.assign(shared.cut.data(), shared.cut.data() + shared.cut_axes);
    }
    return shared.remembered;
}

}  // namespace bspfft::tools

// What compare runs: a grid of lengths, or one shape by several algorithms.
#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/schedule/builders.hpp"
#include "tools/commands/compare.hpp"
#include "tools/files/distinct_files.hpp"
#include "tools/processes/section.hpp"
#include "tools/terminal/options.hpp"
#include "tools/terminal/refusal.hpp"

namespace bspfft::tools {

namespace {

void check_grid(const CompareRequest& request)
{
    if (!is_power_of_two(request.step) || request.step < 2)
        refuse("--step ", request.step, " is not a power of two from 2 on; 4 is usual");
    if (parse_length(request.from) < 1) refuse("--from ", request.from, " is no length; the shortest is 1");
    if (parse_length(request.from) > parse_length(request.to))
        refuse("--from ", request.from, " is more than --to ", request.to, "; exchange them");
}

Transform with_algorithm(Transform transform, Algorithm algorithm)
{
    transform.options.algorithm = algorithm;
    return transform;
}

// One axis by what is chosen for it; several by one move, where that is possible, and by a move for each axis.
std::vector<Transform> by_algorithms(const Transform& transform, Index p)
{
    const Problem problem = transform.problem();
    if (problem.shape.size() == 1) return {transform};
    std::vector<Transform> both;
    if (has_free_cut(problem, p)) both.push_back(with_algorithm(transform, Algorithm::fast));
    both.push_back(with_algorithm(transform, Algorithm::pencils));
    return both;
}

// Powers of two without a free cut, by the kernel that every machine file knows.
Transform of_length(Index n, Index p, const TransformWords& words, PlanOptions options)
{
    if (!words.real && is_power_of_two(n) && n > 1 && !has_free_cut(n, p)) {
        options.algorithm = Algorithm::textbook;
        options.kernel = Kernel::radix2;
    }
    TransformWords only_real;
    only_real.real = words.real;
    return transform_of({n}, only_real, options);
}

}  // namespace

std::vector<Index> processes_of(const CompareRequest& request, Index n)
{
    for (const Index p : request.procs) {
        if (p < 1) refuse("--procs ", p, " is too small; at least 1 is needed");
    }
    if (!request.procs.empty()) return request.procs;
    const Index most = processes_for(n, 0, false);
    if (most == 1 || all_run_the_program()) return {most};
    return {1, most};
}

std::vector<ComparedTransform> compared_transforms(const CompareRequest& request)
{
    require_distinct({{"--json", request.json}, {"--csv", request.csv}, {"--machine", request.machine, false}});
    PlanOptions options = request.options;
    options.normalisation = Normalisation::none;
    std::vector<ComparedTransform> all;
    const auto require = [&](Index n, Index p) { require_section(processes_for(n, p, request.oversubscribe)); };
    if (request.is_of_a_shape()) {
        const Transform transform = transform_of(request.transform, options);
        for (const Index p : processes_of(request, transform.problem().n())) {
            require(transform.problem().n(), p);
            for (const Transform& each : by_algorithms(transform, p)) all.push_back({each, p});
        }
        return all;
    }
    check_grid(request);
    const Index longest = parse_length(request.to);
    for (Index n = parse_length(request.from);; n *= request.step) {
        for (const Index p : processes_of(request, n)) {
            require(n, p);
            all.push_back({of_length(n, p, request.transform, options), p});
        }
        if (n > longest / request.step) return all;
    }
}

void add_compare_options(Options& options, CompareRequest& request)
{
    options.group("Arrays");
    options.length("--from", request.from, "shortest length");
    options.length("--to", request.to, "longest length");
    options.positive("--step", request.step, "K", "factor from one length to the next");
    options
        .text("--shape", request.transform.shape, "NxNxN",
              "instead: one shape, by the algorithm that moves once beside pencils")
        .excludes({"--from", "--to", "--step"});
    options.list("--axes", request.transform.axes, "L,L,...", "axes of the shape to transform")
        .standard("all")
        .needs({"--shape"});
    options.positive("--batch", request.transform.batch, "K", "arrays of the shape").needs({"--shape"});
    options.text("--grid", request.transform.grid, "PxPxP", "processes along each axis of the shape")
        .standard("chosen")
        .needs({"--shape"});
    options.flag("--real", request.transform.real, "real numbers, to half a spectrum");
    options.choice("--precision", request.precision, precisions, "precision of the numbers");
    options.group("Processes");
    options.list("--procs", request.procs, "P,P,...", "processes, one or more")
        .standard("1, and as many as run at once");
    options.oversubscribe(request.oversubscribe);
    add_kernel_options(options, request.options);
    options.group("Report");
    options.positive("--repeat", request.repeat, "K", "how often each is timed");
    options.machine(request.machine);
    options
        .flag("--all", request.all,
              "instead: problems of every kind, of up to --to elements, and how far off predictions are")
        .excludes({"--shape", "--from", "--step", "--real", "--precision", "--kernel", "--memory", "--device-window",
                   "--csv"});
    options
        .positive("--rounds", request.rounds, "K",
                  "with --all: how often everything is timed; of a problem the fastest round counts")
        .needs({"--all"});
    options.flag("--kinds", request.kinds, "instead: every kind of step, measured beside its price")
        .excludes({"--all", "--shape", "--from", "--to", "--step", "--real", "--precision", "--kernel", "--memory",
                   "--device-window", "--csv"});
    options.json(request.json);
    options.csv(request.csv, "write CSV to a file, or - for standard output");
    options.wide(request.wide);
}

}  // namespace bspfft::tools

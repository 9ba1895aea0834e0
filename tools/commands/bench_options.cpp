#include <algorithm>

#include "bsp_fft/base/integers.hpp"
#include "bspfft/schedule.hpp"
#include "tools/commands/bench.hpp"
#include "tools/commands/transform.hpp"
#include "tools/files/distinct_files.hpp"
#include "tools/terminal/options.hpp"
#include "tools/terminal/refusal.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

const std::map<std::string, PrecisionSet> precision_sets{
    {"float", PrecisionSet::single_},
    {"double", PrecisionSet::double_},
    {"both", PrecisionSet::both},
};

namespace {

const std::map<std::string, Lengths> length_sets{
    {"powers", Lengths::powers},
    {"smooth", Lengths::smooth},
    {"prime", Lengths::prime},
    {"all", Lengths::all},
};
const std::map<std::string, FftwPlanner> fftw_planners{
    {"measure", FftwPlanner::measure},
    {"estimate", FftwPlanner::estimate},
    {"both", FftwPlanner::both},
};

std::vector<Workload> powers(const BenchRequest& request)
{
    const Index from = parse_length(request.from), to = parse_length(request.to);
    require_powers_of_two(from, 1);
    require_powers_of_two(to, 1);
    if (from > to) refuse("--from ", request.from, " is more than --to ", request.to, "; exchange the two");
    if (request.step < 2 || !is_power_of_two(request.step))
        refuse("--step ", request.step, " is not a power of two from 2 on; take 2 or 4");
    std::vector<Workload> workloads{{{from}}};
    for (Index n = from; n < to;) {
        n = n > to / request.step ? to : n * request.step;
        workloads.push_back({{n}});
    }
    return workloads;
}

void require_batch(const BenchRequest& request)
{
    const std::vector<Index>& batch = request.batch;
    if (batch.size() > 1 && batch.size() != request.shapes.size())
        refuse("--batch has ", batch.size(), " counts for ",
               counted(static_cast<Index>(request.shapes.size()), "shape"),
               "; give one for all of them, or one for each");
    for (const Index count : batch) {
        if (count < 1) refuse("--batch ", count, " is not a number of arrays; take 1 or more");
    }
}

std::vector<Workload> shapes(const BenchRequest& request)
{
    std::vector<Workload> workloads;
    for (std::size_t i = 0; i < request.shapes.size(); ++i) {
        Workload what{read_shape(request.shapes[i])};
        if (!request.batch.empty()) what.batch = request.batch[request.batch.size() > 1 ? i : 0];
        what.problem();  // refuses what is too large
        workloads.push_back(what);
    }
    return workloads;
}

// The one option that asks for something else than a transform, or none.
std::string option_of(const BenchRequest& request)
{
    std::vector<std::string> given;
    if (request.convolve) given.push_back("--convolve");
    if (request.poisson) given.push_back("--poisson");
    if (request.dct != 0) given.push_back("--dct");
    if (request.dst != 0) given.push_back("--dst");
    if (given.size() > 1) refuse(given[0], " and ", given[1], " are two tasks; measure one after the other");
    return given.empty() ? "" : given.front();
}

Task task_of(const BenchRequest& request)
{
    const std::string option = option_of(request);
    if (!option.empty() && !request.batch.empty())
        refuse("--batch ", request.batch.front(), " is for Fourier transforms; leave it out with ", option);
    Task task;
    task.real = request.real || (option != "" && option != "--convolve");
    if (request.convolve) task.operation = Task::Operation::convolution;
    if (request.poisson) task.operation = Task::Operation::poisson;
    if (request.dct != 0 || request.dst != 0) {
        task.operation = Task::Operation::trigonometric;
        task.sine = request.dst != 0;
        task.type = request.dct + request.dst;
    }
    return task;
}

// Options that would be ignored.
void require_effects(const BenchRequest& request, const Task& task)
{
    const BenchRequest usual;
    const bool grid = request.from != usual.from || request.to != usual.to || request.step != usual.step;
    if (grid && (request.lengths == Lengths::smooth || request.lengths == Lengths::prime))
        refuse("--from, --to and --step have no effect without powers of two; leave them out, or take --lengths all");
    const bool any_fftw =
        request.wants(contestant::fftw) || request.wants(contestant::fftw_mpi) || request.wants(contestant::heffte);
    if (!any_fftw && (request.fftw_planner != usual.fftw_planner || request.fftw_seconds > 0))
        refuse("--fftw-planner and --fftw-seconds have no effect without FFTW; add fftw to --contestants");
    if (request.fftw_planner == FftwPlanner::estimate && request.fftw_seconds > 0)
        refuse("--fftw-seconds has no effect on --fftw-planner estimate, which takes no time; leave one of them out");
    if (!request.machine.empty() && (!task.is_fft() || !request.wants(contestant::fast)))
        refuse("--machine has no effect but on Fourier transforms by fast; leave it out");
    require_distinct({{"--csv", request.csv},
                      {"--json", request.json},
                      {"--plot", request.plot},
                      {"--machine", request.machine, false}});
}

std::vector<Workload> arrays_of(const BenchRequest& request)
{
    require_batch(request);
    if (!request.shapes.empty()) return shapes(request);
    std::vector<Workload> workloads;
    const auto take = [&](Lengths set, const std::vector<Workload>& members) {
        if (request.lengths == set || request.lengths == Lengths::all)
            workloads.insert(workloads.end(), members.begin(), members.end());
    };
    take(Lengths::powers, powers(request));
    take(Lengths::smooth, smooth_lengths());
    take(Lengths::prime, prime_lengths());
    return workloads;
}

}  // namespace

std::vector<Workload> workloads_of(const BenchRequest& request)
{
    const Task task = task_of(request);
    require_effects(request, task);
    std::vector<Workload> workloads = arrays_of(request);
    for (Workload& what : workloads) what.task = task;
    return workloads;
}

void add_bench_options(Options& options, BenchRequest& request)
{
    options.group("Arrays");
    options.length("--from", request.from, "shortest power of two").excludes({"--shape"});
    options.length("--to", request.to, "longest power of two").excludes({"--shape"});
    options.positive("--step", request.step, "K", "factor from one power of two to the next").excludes({"--shape"});
    options.choice("--lengths", request.lengths, length_sets,
                   "lengths of vectors: powers of two, products of small primes, primes, or all of them");
    options.list("--shape", request.shapes, "NxN,...", "arrays of these shapes instead, such as 256x256x256")
        .excludes({"--lengths"});
    options.list("--batch", request.batch, "K,...", "arrays of each shape: one count for all, or one for each")
        .standard("1")
        .needs({"--shape"}, "--batch is of a shape, and there is none; give that of one array, such as --shape 64");
    options.choice("--precision", request.precisions, precision_sets, "precision of the numbers");
    options.group("Task");
    options.flag("--real", request.real, "transforms of real numbers to half a spectrum; with --convolve, real data")
        .excludes({"--poisson", "--dct", "--dst"});
    options.flag("--convolve", request.convolve, "cyclic convolutions with a fixed kernel instead of transforms");
    options.flag("--poisson", request.poisson, "Poisson's equation with real data, solved by transforms, instead");
    options.choice("--dct", request.dct, trigonometric_types, "cosine transforms of this type instead");
    options.choice("--dst", request.dst, trigonometric_types, "sine transforms of this type instead");
    options.group("Contestants");
    options
        .list("--contestants", request.contestants, contestant::all, "NAME,...",
              "which are measured: fast, call, complex, separate, pencils, textbook, radix2, fftw, fftw-mpi, "
              "heffte, floor")
        .standard("all but call, pencils, radix2 and heffte");
    options.positive("--rounds", request.rounds, "K", "how often all are timed in turn");
    options.choice("--fftw-planner", request.fftw_planner, fftw_planners,
                   "how FFTW plans; one that cannot measure estimates as well");
    options.positive("--fftw-seconds", request.fftw_seconds, "S", "seconds that FFTW may take for all plans of a row")
        .standard("20, and more for long transforms");
    options.text("--machine", request.machine, "FILE", "machine file; fast has the grids and cuts that it remembers")
        .file();
    options.group("Processes");
    options.procs(request.procs).standard("1, and as many as run at once");
    options.oversubscribe(request.oversubscribe);
    options.group("Report");
    options.csv(request.csv, "write all rows to a file, or - for standard output");
    options.json(request.json);
    options.text("--plot", request.plot, "FILE.svg|-", "draw rate against length, with gnuplot").file();
    options.wide(request.wide);
}

}  // namespace bspfft::tools

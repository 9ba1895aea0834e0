#include <algorithm>

#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"
#include "bspfft/schedule.hpp"
#include "tools/commands/bench.hpp"
#include "tools/terminal/options.hpp"
#include "tools/terminal/shape.hpp"

namespace bspfft::tools {

const std::map<std::string, PrecisionSet> precision_sets{
    {"float", PrecisionSet::single_},
    {"double", PrecisionSet::double_},
    {"both", PrecisionSet::both},
};
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

namespace {

[[noreturn]] void refuse(const std::string& message) { throw Error(Status::invalid_argument, message); }

std::vector<Workload> powers(const BenchRequest& request)
{
    const Index from = parse_length(request.from), to = parse_length(request.to);
    require_powers_of_two(from, 1);
    require_powers_of_two(to, 1);
    if (from > to)
        refuse(text("--from ", request.from, " is more than --to ", request.to, "; exchange the two"));
    if (request.step < 2 || !is_power_of_two(request.step))
        refuse(text("--step ", request.step, " is not a power of two from 2 on; take 2 or 4"));
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
    if (!batch.empty() && request.shapes.empty())
        refuse(text("--batch ", batch.front(), " has no shape; give that of one array, such as --shape 64"));
    if (batch.size() > 1 && batch.size() != request.shapes.size())
        refuse(text("--batch has ", batch.size(), " counts for ",
                    counted(static_cast<Index>(request.shapes.size()), "shape"),
                    "; give one for all of them, or one for each"));
    for (const Index count : batch) {
        if (count < 1) refuse(text("--batch ", count, " is not a number of arrays; take 1 or more"));
    }
}

// 5 n log2 n flops and the bytes of all elements fit in 64 bits.
void require_size(const std::string& shape, const Workload& what)
{
    if (what.batch > longest_transform / what.n())
        refuse(text("--shape ", shape, what.batch > 1 ? text(" --batch ", what.batch) : "",
                    " has more than 2^", log2_exact(longest_transform), " elements; take a smaller one"));
}

std::vector<Workload> shapes(const BenchRequest& request)
{
    std::vector<Workload> workloads;
    for (std::size_t i = 0; i < request.shapes.size(); ++i) {
        Workload what{read_shape(request.shapes[i])};
        if (!request.batch.empty()) what.batch = request.batch[request.batch.size() > 1 ? i : 0];
        require_size(request.shapes[i], what);
        workloads.push_back(what);
    }
    return workloads;
}

void require_type(const char* option, Index type)
{
    if (type < 0 || type > 4) refuse(text(option, " ", type, " is not a type; take 1, 2, 3 or 4"));
}

// The one option that asks for something else than a transform, or none.
std::string option_of(const BenchRequest& request)
{
    std::vector<std::string> given;
    if (request.convolve) given.push_back("--convolve");
    if (request.poisson) given.push_back("--poisson");
    if (request.dct != 0) given.push_back("--dct");
    if (request.dst != 0) given.push_back("--dst");
    if (given.size() > 1) refuse(text(given[0], " and ", given[1], " are two tasks; measure one after the other"));
    return given.empty() ? "" : given.front();
}

Task task_of(const BenchRequest& request)
{
    require_type("--dct", request.dct);
    require_type("--dst", request.dst);
    const std::string option = option_of(request);
    if (!option.empty() && !request.batch.empty())
        refuse(text("--batch ", request.batch.front(), " is for Fourier transforms; leave it out with ", option));
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

void require_parts(const BenchRequest& request, const Task& task)
{
    if (task != Task{})
        refuse(text("--parts is for transforms of complex data, not for ", task.name(), "; leave ",
                    request.real ? "--real" : option_of(request), " out"));
    const std::vector<std::string>& names = request.contestants;
    if (std::find(names.begin(), names.end(), contestant::fast) == names.end())
        refuse("--parts are those of fast; add it to --contestants");
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
    if (request.parts) require_parts(request, task);
    std::vector<Workload> workloads = arrays_of(request);
    for (Workload& what : workloads) what.task = task;
    return workloads;
}

void add_bench_options(Options& options, BenchRequest& request)
{
    options.text("--from", request.from, "N", "shortest power of two (2^8)");
    options.text("--to", request.to, "N", "longest power of two (2^26)");
    options.number("--step", request.step, "K", "from one power of two to the next (4)");
    options.choice("--lengths", request.lengths, length_sets,
                   "of vectors: powers of two (without it), products of small primes, primes, or all of them");
    options.list("--shape", request.shapes, "N0xN1x...,...", "arrays of these shapes instead, such as 256x256x256")
        .excludes("--lengths");
    options.list("--batch", request.batch, "COUNT,...", "so many arrays of each shape, one count or one for each (1)");
    options.flag("--real", request.real, "transforms of real numbers to half a spectrum; with --convolve, real data");
    options.flag("--convolve", request.convolve, "cyclic convolutions with a fixed kernel instead of transforms");
    options.flag("--poisson", request.poisson, "Poisson's equation with real data, solved by transforms, instead");
    options.number("--dct", request.dct, "1|2|3|4", "cosine transforms of this type instead");
    options.number("--dst", request.dst, "1|2|3|4", "sine transforms of this type instead");
    options.number("--procs", request.procs, "P", "processes, besides 1; without it as many as run at once");
    options.oversubscribe(request.oversubscribe);
    options.choice("--precision", request.precisions, precision_sets, "of the numbers");
    options.list("--contestants", request.contestants, contestant::all,
                 "fast,complex,separate,textbook,fftw,fftw-mpi,heffte,floor,compute",
                 "who is measured; all but heffte without it");
    options.positive("--rounds", request.rounds, "K", "how often all are timed in turn (3)");
    options.choice("--fftw-planner", request.fftw_planner, fftw_planners,
                   "how FFTW plans (both); one that cannot measure estimates as well");
    options.positive("--fftw-seconds", request.fftw_seconds, "S",
                     "that FFTW may take for each plan (10, and more for long transforms)");
    options.flag("--parts", request.parts,
                 "what each part of fast takes: way in, butterflies, way out, exchange; by leaving parts out");
    options.text("--machine", request.machine, "FILE", "machine file; fast has the grids and cuts that it remembers");
    options.csv(request.csv, "write all rows to a file, or - for standard output");
    options.json(request.json);
    options.text("--plot", request.plot, "FILE.svg|-", "draw rate against length, with gnuplot");
}

}  // namespace bspfft::tools

#include "tools/bench/contest.hpp"

#include <algorithm>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/fftw/fftw.hpp"
#include "bspfft/plan.hpp"

namespace bspfft::tools {

namespace {

// Powers of two in one axis, as the book has them.
bool has_textbook(const Case& problem)
{
    const Workload& what = problem.what;
    return what.task == Task{} && what.is_one_vector() && is_power_of_two(what.n()) && is_power_of_two(problem.p) &&
           problem.p <= std::max<Index>(1, what.n() / 2);
}

// Blocks along one axis after the other, which are several.
bool has_pencils(const Case& problem)
{
    const Workload& what = problem.what;
    if (!what.task.is_fft() || what.shape.size() < 2) return false;
    try {
        PlanOptions options = what.options();
        options.algorithm = Algorithm::pencils;
        planned_schedule(what.shape, problem.p, options);
    } catch (const Error&) {
        return false;  // not on this number of processes
    }
    return true;
}

PlanOptions by(Algorithm algorithm, Kernel kernel = Kernel::automatic)
{
    PlanOptions options;
    options.algorithm = algorithm;
    options.kernel = kernel;
    return options;
}

// On one process they are FFTW. FFTW-MPI has batches of interleaved arrays only, and no real vectors; heFFTe has three
// axes.
bool has_mpi(const Case& problem, const std::string& name)
{
    const Workload& what = problem.what;
    const std::size_t axes = what.shape.size();
    const bool has_axes = name == contestant::heffte ? axes == 3 : axes > 1 || !what.task.real;
    return problem.p > 1 && what.batch == 1 && what.task.is_fft() && has_axes;
}

bool has_complex(const Task& task)
{
    return task.real && (task.is_fft() || task.operation == Task::Operation::convolution);
}

// The same for complex numbers.
Case of_complex(Case problem)
{
    problem.what.task.real = false;
    return problem;
}

}  // namespace

Contest::Contest(const Workload& what, const std::vector<Index>& ps, const std::vector<Precision>& precisions,
                 const std::vector<std::string>& names, const Peers& peers, const FftwPlanning& planning,
                 Remembering remembering)
    : peers_(peers), planning_(planning), remembering_(std::move(remembering))
{
    for (const Precision precision : precisions) {
        for (const Index p : ps) {
            for (const std::string& name : names) enter({what, p, precision}, name);
        }
    }
}

void Contest::enter(const Case& problem, const std::string& name)
{
    const auto alone = [&](std::unique_ptr<Contestant> contestant) {
        if (!contestant) return;
        entries_.push_back({problem, name, {keep(std::move(contestant))}});
    };
    const Task& task = problem.what.task;
    if (name == contestant::fast) alone(make_ours(problem, remembering_(problem)));
    if (name == contestant::call && task.is_fft()) alone(make_call(problem));
    if (name == contestant::complex && has_complex(task)) alone(make_ours(of_complex(problem)));
    if (name == contestant::separate && task.is_operator()) alone(make_separate(problem));
    if (name == contestant::pencils && has_pencils(problem)) alone(make_ours(problem, by(Algorithm::pencils)));
    // FFTW is loaded in any case, to be compared with
    const Kernel fastest = why_no_fftw().empty() ? Kernel::fftw : Kernel::radix2;
    for (const auto& [textbook, kernel] :
         {std::pair{contestant::textbook, fastest}, {contestant::radix2, Kernel::radix2}}) {
        if (name == textbook && has_textbook(problem)) alone(make_ours(problem, by(Algorithm::textbook, kernel)));
    }
    if (name == contestant::cuda) alone(make_on_device(problem));
    if (name == contestant::cuda_host) alone(make_through_device(problem));
    if (name == contestant::cufft) alone(make_library_on_device(problem));
    if (name == contestant::floor) alone(make_floor(problem));
    if (name == contestant::fftw && peers_.fftw) enter_fftw(problem);
    const auto peer = peers_.on_mpi.find(name);
    if (peer != peers_.on_mpi.end() && peer->second->found() && has_mpi(problem, name))
        alone(make_mpi_contestant(problem, planning_.limit / 2, peer->second));
}

// On p threads FFTW may be at its best if it uses fewer.
void Contest::enter_fftw(const Case& problem)
{
    Entry entry{problem, contestant::fftw, {}};
    const auto seconds = std::make_shared<FftwSeconds>(FftwSeconds{planning_.limit, 0});
    for (Index threads = problem.p == 1 ? 1 : 2; threads < 2 * problem.p; threads *= 2) {
        Case on_threads = problem;
        on_threads.p = std::min(threads, problem.p);
        entry.contestants.push_back(keep(make_fftw(on_threads, planning_.planner, seconds)));
        seconds->plans += 2;  // in place and out of place
    }
    for (const Entry& other : entries_) {
        if (other.name == contestant::fftw && other.problem.precision == problem.precision)
            entry.contestants.insert(entry.contestants.end(), other.contestants.begin(), other.contestants.end());
    }
    entries_.push_back(entry);
}

const Contestant* Contest::keep(std::unique_ptr<Contestant> contestant)
{
    contestants_.push_back(std::move(contestant));
    return contestants_.back().get();
}

void Contest::round(const std::function<void(const Contestant&)>& tell)
{
    for (const auto& contestant : contestants_) {
        tell(*contestant);
        contestant->round();
    }
}

std::vector<Row> Contest::rows() const
{
    std::vector<Row> rows;
    for (const Entry& entry : entries_) {
        if (const auto row = best_row(entry.problem, entry.name, entry.contestants)) rows.push_back(*row);
    }
    return rows;
}

}  // namespace bspfft::tools

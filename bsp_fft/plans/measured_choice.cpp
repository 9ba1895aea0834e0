// The grid and the cut by trials.
#include <algorithm>

#include "bsp_fft/base/steady_seconds.hpp"
#include "bsp_fft/base/refusal.hpp"
#include "bsp_fft/bsp/gather.hpp"
#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/machine/measurements.hpp"
#include "bsp_fft/measure/kernel_runs.hpp"
#include "bsp_fft/plans/alternatives.hpp"

namespace bspfft {

namespace {

constexpr std::size_t fewest_tried = 3, most_tried = 12;
constexpr double share_of_sampling = 0.8;
constexpr double least_gain = 1.01;

/// Chooses alike on all processes: every number that a choice depends on is the largest over the processes.
template <class Real>
class Trials {
public:
    Trials(const std::vector<Index>& shape, const PlanOptions& requested, double seconds)
        : shape_(shape),
          requested_(requested),
          options_(resolved(requested, shape, port_.p(), bytes_per_real)),
          seconds_(seconds)
    {}

    MeasuredChoice carry_out()
    {
        // of a reproducible plan the cut is by the shape alone
        const bool has_cuts =
            !options_.reproducible && options_.algorithm == Algorithm::fast && options_.kernel == Kernel::simd;
        MeasuredChoice choice{requested_, has_cuts ? cut_candidates(shape_, port_.p(), options_, bytes_per_real)
                                                   : std::vector<CutTrial>(1)};
        if (choice.trials.size() > 1) sample(choice.trials);
        begin_ = steady_seconds() - spent_;
        for (std::size_t i = 0; i < std::min(most_tried, choice.trials.size()); ++i) {
            if (i >= fewest_tried && elapsed() > seconds_) break;
            CutTrial& trial = choice.trials[i];
            trial.seconds = seconds_of(has_cuts ? with_trial(requested_, trial) : requested_);
            const double least = choice.winner().seconds * (choice.best == 0 ? 1 / least_gain : 1);
            if (i > 0 && trial.seconds < least) choice.best = i;
        }
        if (has_cuts) choice.options = with_trial(requested_, choice.winner());
        return choice;
    }

private:
    static constexpr auto bytes_per_real = static_cast<Index>(sizeof(Real));

    double elapsed() { return largest_over_processes(port_, steady_seconds() - begin_); }

    Schedule schedule_of(const CutTrial& trial) const
    {
        return schedule_for(shape_, port_.p(), with_trial(options_, trial), bytes_per_real);
    }

    // The model's stays the first, the others come by their samples, and then those without one.
    void sample(std::vector<CutTrial>& trials)
    {
        const Index room = room_for(trials);
        const Index doubles = room * bytes_per_real / static_cast<Index>(sizeof(double)) + 1;
        // not enough memory is for a plan to say
        const double missing =
            static_cast<double>(doubles * port_.p()) * 4.5 * sizeof(double) - static_cast<double>(available_memory());
        if (largest_over_processes(port_, missing) > 0) return;
        Bench bench(port_, doubles);
        begin_ = steady_seconds();
        for (CutTrial& trial : trials) {
            if (trial.cut.empty()) continue;
            trial.sampled = CutRun<Real>(bench, schedule_of(trial)).seconds();
            if (elapsed() > share_of_sampling * seconds_ && &trial - trials.data() >= static_cast<Index>(most_tried))
                break;
        }
        spent_ = elapsed();
        const auto faster = [](const CutTrial& a, const CutTrial& b) {
            return a.sampled > 0 && (b.sampled == 0 || a.sampled < b.sampled);
        };
        std::stable_sort(trials.begin() + 1, trials.end(), faster);
    }

    // Complex numbers of the largest array on any process.
    Index room_for(const std::vector<CutTrial>& trials)
    {
        Index room = 1;
        for (const CutTrial& trial : trials) {
            if (!trial.cut.empty()) room = std::max(room, CutRun<Real>::room_for(schedule_of(trial), port_.s()));
        }
        return static_cast<Index>(largest_over_processes(port_, static_cast<double>(room)));
    }

    // Zeros stay zeros.
    double seconds_of(const PlanOptions& options)
    {
        AnyPlan plan = options.data == Data::complex ? AnyPlan(Plan<Real>(shape_, options))
                                                     : AnyPlan(RealPlan<Real>(shape_, options));
        constexpr double shortest_block = 1e-3;
        constexpr int fewest_blocks = 3, most_blocks = 10;
        const auto block = [&](Index count) {
            port_.sync();
            const double start = steady_seconds();
            for (Index i = 0; i < count; ++i) plan.forward();
            port_.sync();
            return largest_over_processes(port_, steady_seconds() - start) / static_cast<double>(count);
        };
        plan.forward();
        double least = block(1);
        const Index count = static_cast<Index>(shortest_block / std::max(least, 1e-7)) + 1;
        double spent = 0;
        for (int i = 0; i < most_blocks && (i < fewest_blocks || spent < seconds_ / most_tried); ++i) {
            const double found = block(count);
            least = std::min(least, found);
            spent += found * static_cast<double>(count);
        }
        return least;
    }

    Port port_;
    std::vector<Index> shape_;
    PlanOptions requested_;
    PlanOptions options_;
    double seconds_;
    double begin_ = 0;
    double spent_ = 0;  ///< by samples
};

CutKey key_of(const std::vector<Index>& shape, const PlanOptions& options, Index bytes_per_real, Index p)
{
    const Problem problem = problem_of(shape, options);
    return {problem.shape, transformed_axes(problem), options.data == Data::complex ? Data::complex : Data::real,
            bytes_per_real, p};
}

}  // namespace

template <class Real>
MeasuredChoice measured_choice(const std::vector<Index>& shape, const PlanOptions& options, double seconds)
{
    if (!(seconds > 0)) throw refusal("trials of ", seconds, " seconds; take more than 0, such as 0.3");
    return Trials<Real>(shape, options, seconds).carry_out();
}

template MeasuredChoice measured_choice<float>(const std::vector<Index>&, const PlanOptions&, double);
template MeasuredChoice measured_choice<double>(const std::vector<Index>&, const PlanOptions&, double);

void remember(Machine& machine, const std::vector<Index>& shape, const MeasuredChoice& choice, Index bytes_per_real,
              Index p)
{
    const CutTrial& winner = choice.winner();
    RememberedCut found{key_of(shape, choice.options, bytes_per_real, p), winner.grid, winner.cut, winner.seconds};
    if (!found.cut.empty()) found.cut.insert(found.cut.begin(), found.key.shape.size() - shape.size(), 1);
    for (Index& a : found.cut) a = std::max(a, Index{1});
    machine.remember(std::move(found));
}

PlanOptions remembered_options(const Machine& machine, const std::vector<Index>& shape, const PlanOptions& options,
                               Index bytes_per_real, Index p, double* seconds)
{
    const bool other = (options.algorithm != Algorithm::automatic && options.algorithm != Algorithm::fast) ||
                       (options.kernel != Kernel::automatic && options.kernel != Kernel::simd);
    if (other || options.reproducible || !options.grid.empty() || !options.cut.empty()) return options;
    const RememberedCut* const found = machine.remembered(key_of(shape, options, bytes_per_real, p));
    if (!found) return options;
    if (seconds) *seconds = found->seconds;
    CutTrial trial{found->grid, found->cut};
    const auto batch = static_cast<std::ptrdiff_t>(found->grid.size() - shape.size());
    if (!trial.cut.empty()) trial.cut.erase(trial.cut.begin(), trial.cut.begin() + batch);
    return with_trial(options, trial);
}

}  // namespace bspfft

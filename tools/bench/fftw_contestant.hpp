// How FFTW is measured, whatever it does: in place and out of place, by its planners, on huge pages and usual ones.
#pragma once

#include <algorithm>
#include <functional>
#include <limits>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/fftw/fftw.hpp"
#include "bspfft/error.hpp"
#include "tools/bench/fftw_plans.hpp"
#include "tools/bench/question.hpp"
#include "tools/bench/thread_team.hpp"

namespace bspfft::tools {

/// An array as most programs have it, by FFTW's own allocation: on pages of the usual size, unless the system
/// gives huge ones to all.
template <class Real>
class PlainArray {
public:
    explicit PlainArray(Index size)
        : data_(static_cast<Real*>(fftw().allocate(static_cast<std::size_t>(size) * sizeof(Real))))
    {
        if (!data_) throw Error(Status::out_of_memory, text("no memory for ", size, " numbers of FFTW's"));
        std::fill_n(data_, size, Real());
    }
    ~PlainArray() { fftw().release(data_); }
    PlainArray(const PlainArray&) = delete;
    PlainArray& operator=(const PlainArray&) = delete;
    Real* data() const { return data_; }

private:
    Real* data_;
};

/// What was planned for two arrays, which may be one: it can be done to others like them.
template <class Real>
struct FftwWork {
    std::string planner;
    double planning;  ///< seconds
    std::function<void(Real* in, Real* out, ThreadTeam& team)> execute;
};

/// A Job has a type Real, and for a Case:
///   - room(): Reals that each of two arrays has;
///   - fill(question, in, in_place): the question's array, and error(question, in, out, in_place), that of its answer;
///   - plan(in, out, planning): the FftwWork for two arrays, or for one;
///   - loops: whether it needs a team of threads besides FFTW's.
template <class Job>
class FftwContestant final : public Contestant {
public:
    using Real = typename Job::Real;

    FftwContestant(const Case& problem, FftwPlanner planner, const std::shared_ptr<FftwSeconds>& seconds)
        : problem_(problem), planner_(planner), seconds_(seconds), job_(problem)
    {}

    std::pair<std::string, double> next() const override
    {
        if (!runs_.empty()) return Contestant::next();
        return {text("FFTW plans ", problem_.what.name(), " on ", problem_.p, problem_.p > 1 ? " threads" : " thread"),
                planner_ == FftwPlanner::estimate ? 0 : 2 * seconds_->share()};
    }

    // Arrays are new in every round, as ours are. Huge pages are not always better: on them, places at
    // distances of powers of two compete for the same lines of a large cache.
    void round() override
    {
        if (runs_.empty()) plan();
        const SpreadThreads spread;
        ThreadTeam team(team_size(), spread.cores());
        const bool large = job_.room() * Index{sizeof(Real)} >= Index{huge_page};
        time_on<Buffer<Real>>(large ? ", huge pages" : "", team);
        if (large) time_on<PlainArray<Real>>(", usual pages", team);
    }

private:
    struct Run {
        std::string name;
        bool in_place;
        FftwWork<Real> work;
        double error;
    };

    Index team_size() const { return Job::loops ? problem_.p : 1; }

    void plan()
    {
        const Question& question = Question::about(problem_);
        const Buffer<Real> in(job_.room()), out(job_.room());
        ThreadTeam team(team_size());
        fftw().of<Real>().plan_with_threads(static_cast<int>(problem_.p));
        for (const bool in_place : {true, false}) {
            Real* const result = in_place ? in.data() : out.data();
            fftw().of<Real>().forget_wisdom();
            const double start = steady_seconds();
            const std::vector<FftwWork<Real>> works = job_.plan(in.data(), result, {planner_, seconds_->share()});
            seconds_->left = std::max(0.0, seconds_->left - (steady_seconds() - start));
            --seconds_->plans;
            for (const FftwWork<Real>& work : works) {
                const std::string name = text(in_place ? "in place, " : "out of place, ", problem_.p,
                                              problem_.p > 1 ? " threads, " : " thread, ", work.planner);
                job_.fill(question, in.data(), in_place);
                work.execute(in.data(), result, team);
                runs_.push_back({name, in_place, work, job_.error(question, in.data(), result, in_place)});
            }
        }
        // FFTW is also a kernel of the textbook's algorithm, which must not start threads of its own.
        fftw().of<Real>().plan_with_threads(1);
    }

    template <class Array>
    void time_on(const char* pages, ThreadTeam& team)
    {
        // Zeros: repeated transforms of anything else overflow.
        const Array in(job_.room()), out(job_.room());
        for (const Run& run : runs_) {
            Variant variant;
            variant.name = run.name + pages;
            if (is_hopeless(variant.name)) continue;
            variant.planning = run.work.planning;
            variant.error = run.error;
            Real* const result = run.in_place ? in.data() : out.data();
            variant.seconds = time_calls([&] { run.work.execute(in.data(), result, team); });
            add({variant});
        }
    }

    // A variant that was this much slower than the fastest at first will not be the fastest.
    bool is_hopeless(const std::string& name) const
    {
        constexpr double hopeless = 1.5;
        double fastest = std::numeric_limits<double>::infinity(), own = 0;
        for (const Variant& variant : variants()) {
            fastest = std::min(fastest, minimum(variant.seconds));
            if (variant.name == name) own = minimum(variant.seconds);
        }
        return own > hopeless * fastest;
    }

    Case problem_;
    FftwPlanner planner_;
    std::shared_ptr<FftwSeconds> seconds_;  ///< of the row
    Job job_;
    std::vector<Run> runs_;
};

/// Job<float> or Job<double>.
template <template <class> class Job>
std::unique_ptr<Contestant> by_fftw(const Case& problem, const auto&... planning)
{
    if (problem.precision == Precision::single_)
        return std::make_unique<FftwContestant<Job<float>>>(problem, planning...);
    return std::make_unique<FftwContestant<Job<double>>>(problem, planning...);
}

}  // namespace bspfft::tools

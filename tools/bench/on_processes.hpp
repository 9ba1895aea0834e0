// Contestants of this project: each plans, is checked and timed on the processes of a section.
#pragma once

#include <type_traits>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/memory.hpp"
#include "tools/bench/contestant.hpp"
#include "tools/bench/samples.hpp"
#include "tools/processes/section.hpp"

namespace bspfft::tools {

template <class Work>
Samples time_on_all(Port& port, Work work)
{
    return time_blocks([&](int count) {
        return seconds_of(port, [&] {
            for (int i = 0; i < count; ++i) work();
        });
    });
}

/// What a Job(problem) plans for on each process, with its name() and bytes(). If there is a prepare(), it comes next;
/// error(port) leaves zeros to work() on. Where a Job has ask(workload), that comes before there are processes.
template <class Job>
class OnProcesses final : public Contestant {
public:
    explicit OnProcesses(const Case& problem, const GridAndCut& chosen = {}) : problem_(problem), chosen_(chosen) {}

    void round() override
    {
        Variant found;
        if constexpr (requires { Job::ask(problem_.what); }) {
            if (variants().empty()) Job::ask(problem_.what);
        }
        run_section(problem_.p, [&](Port& port) {
            const Variant mine = measure(port);
            if (port.s() == 0) found = mine;
        });
        add({found});
    }

private:
    Variant measure(Port& port) const
    {
        Variant variant;
        std::optional<Job> job;
        variant.planning = seconds_of(port, [&] { plan(job); });
        variant.zeroing = seconds_of(port, [&] { Buffer<char> as_much(job->bytes()); });
        variant.name = job->name();
        if constexpr (requires { job->prepare(port); }) job->prepare(port);
        if (variants().empty()) variant.error = job->error(port);
        variant.seconds = time_on_all(port, [&] { job->work(); });
        variant.huge = huge_share();
        return variant;
    }

    void plan(std::optional<Job>& job) const
    {
        if constexpr (std::is_constructible_v<Job, const Case&, const GridAndCut&>) {
            job.emplace(problem_, chosen_);
        } else {
            job.emplace(problem_);
        }
    }

    Case problem_;
    GridAndCut chosen_;
};

/// Job<float> or Job<double>.
template <template <class> class Job>
std::unique_ptr<Contestant> on_processes(const Case& problem, const GridAndCut& chosen = {})
{
    if (problem.precision == Precision::single_) return std::make_unique<OnProcesses<Job<float>>>(problem, chosen);
    return std::make_unique<OnProcesses<Job<double>>>(problem, chosen);
}

}  // namespace bspfft::tools

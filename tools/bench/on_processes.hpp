// Contestants of this project: each plans, is checked and timed on the processes of a section.
#pragma once

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/memory.hpp"
#include "tools/bench/question.hpp"

namespace bspfft::tools {

/// The error of what work() makes of a plan's input: y, in a layout. Leaves zeros: repeated transforms of anything else
/// overflow.
template <class TypedPlan, class Work, class Number>
double error_of(Port& port, const Question& question, TypedPlan& plan, Work work, const Layout& layout, const Number* y)
{
    question.fill(plan.input(), plan.layout_in(), port.s());
    work();
    const double error = question.error(port, layout, y);
    std::fill_n(plan.input(), plan.layout_in().local_size(port.s()), std::remove_pointer_t<decltype(plan.input())>());
    return error;
}

/// A Job that is the forward transform of one plan.
template <class TypedPlan>
class PlanJob {
public:
    explicit PlanJob(const auto&... arguments) : plan_(arguments...) {}

    Index bytes() const { return plan_.bytes(); }
    void work() { plan_.forward(); }
    double error(Port& port, const Question& question)
    {
        return error_of(
            port, question, plan_, [&] { work(); }, plan_.layout_out(), plan_.output());
    }

protected:
    TypedPlan plan_;
};

/// What a Job(problem, chosen) plans for on each process, with its name() and bytes(). If there is a prepare(), it
/// comes next; error(port, question) leaves zeros to work() on. A Job without error() has nothing to plan, and no
/// answer.
template <class Job>
class OnProcesses final : public Contestant {
public:
    explicit OnProcesses(const Case& problem, const PlanOptions& chosen = {}, Index places = bins_to_check)
        : problem_(problem), chosen_(chosen), places_(places)
    {}

    void round() override
    {
        Variant found;
        const Question* const question = asked && variants().empty() ? &Question::about(problem_, places_) : nullptr;
        run_section(problem_.p, [&](Port& port) {
            const Variant mine = measure(port, question);
            if (port.s() == 0) found = mine;
        });
        add({found});
    }

private:
    static constexpr bool asked = requires(Job job, Port& port, const Question& question)
    {
        job.error(port, question);
    };

    Variant measure(Port& port, const Question* question) const
    {
        Variant variant;
        std::optional<Job> job;
        const double planning = seconds_of(port, [&] { job.emplace(problem_, chosen_); });
        variant.name = job->name();
        if constexpr (asked) {
            variant.planning = planning;
            variant.zeroing = seconds_of(port, [&] { Buffer<char> as_much(job->bytes()); });
            if constexpr (requires { job->prepare(port); }) job->prepare(port);
            if (question) variant.error = job->error(port, *question);
        }
        variant.seconds = time_blocks([&](int count) {
            return seconds_of(port, [&] {
                for (int i = 0; i < count; ++i) job->work();
            });
        });
        variant.huge = huge_share();
        return variant;
    }

    Case problem_;
    PlanOptions chosen_;
    Index places_;
};

/// Job<float> or Job<double>.
template <template <class> class Job>
std::unique_ptr<Contestant> on_processes(const Case& problem, const auto&... more)
{
    if (problem.precision == Precision::single_) return std::make_unique<OnProcesses<Job<float>>>(problem, more...);
    return std::make_unique<OnProcesses<Job<double>>>(problem, more...);
}

}  // namespace bspfft::tools

#include "tools/commands/simulate.hpp"

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/predict/models.hpp"
#include "bsp_fft/report/readable.hpp"
#include "bsp_fft/schedule/builders.hpp"
#include "bspfft/machine.hpp"
#include "tools/commands/choice.hpp"
#include "tools/terminal/table.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

constexpr int longest_log = 50;

std::string percentage(double share) { return formatted("%.3g %%", 100 * share); }

}  // namespace

MeasuredLogP measured_logp(const Machine& machine, const Schedule& schedule)
{
    constexpr double flops_a_node = 5;
    const double nodes = static_cast<double>(schedule.flops()) / flops_a_node;
    const double node = predict(Model::calibrated, machine, schedule).total().compute / nodes;
    const LogP seconds = message_parameters(machine, schedule).logp;
    return {node, {seconds.latency / node, seconds.overhead / node, seconds.gap / node}};
}

MeasuredLogP measured_logp(const Machine& machine, const HidingProblem& problem)
{
    ScheduleOptions options;
    options.exchange = resolved(Exchange::automatic);
    return measured_logp(machine, free_cut_schedule(problem.n, problem.processors, options));
}

std::optional<Index> hides_from(const Machine& machine, Index processors, MessageSchedule schedule)
{
    std::optional<Index> first;
    for (int bits = longest_log; bits >= 1; --bits) {
        const Index n = Index{1} << bits;
        if (processors > n / processors) break;
        const HidingProblem problem(n, processors);
        LogP logp = measured_logp(machine, problem).machine;
        logp.overhead = 0;
        const auto free = free_latency(problem, logp, schedule).value;
        if (!free || *free < logp.latency) break;
        first = n;
    }
    return first;
}

std::vector<std::string> hiding_verdict(const Machine& machine, const HidingProblem& problem,
                                        const Performance& input_driven)
{
    std::vector<std::string> sentences;
    const MeasuredLogP measured = measured_logp(machine, problem);
    sentences.push_back(text("one node takes ", readable_seconds(measured.node_seconds),
                             " on this machine, and a message is one complex number"));
    const double engaged = 2 * measured.machine.overhead * static_cast<double>(problem.m - problem.l);
    const std::string messages =
        text("; messages engage its processors for ", percentage(engaged / problem.work()), " of their work");
    if (input_driven.idle > 0)
        sentences.push_back(text("it cannot hide its communication at this n: input-driven, it idles for ",
                                 percentage(input_driven.idle / problem.work()), " of its work", messages));
    else
        sentences.push_back(text("it hides its communication at this n: input-driven, it never idles", messages));
    for (const auto& [schedule, name] : message_schedules()) {
        if (schedule != MessageSchedule::output_driven && schedule != MessageSchedule::input_driven) continue;
        const auto from = hides_from(machine, problem.processors, schedule);
        sentences.push_back(
            text("if messages engaged nobody, the ", name, " schedule would hide all of them ",
                 from ? text("from n = ", with_power(*from), " on") : text("at no n up to 2^", longest_log)));
    }
    return sentences;
}

}  // namespace bspfft::tools

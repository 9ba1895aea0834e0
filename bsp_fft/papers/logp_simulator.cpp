// Every processor has one state, which changes at events only: an arrival, or its own next deadline.
#include "bsp_fft/papers/logp_simulator.hpp"

#include <algorithm>
#include <optional>

#include "bsp_fft/papers/logp_machine.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

namespace {

using Processor = LogPProcessor;
using Engagement = Processor::Engagement;

class Simulation {
public:
    Simulation(const LogP& machine, const MessageProgram& program, Trace* trace)
        : machine_(machine),
          program_(program),
          trace_(trace),
          processors_(program.steps.size()),
          traced_(trace ? program.steps.size() : 0),
          last_interval_(traced_.size())
    {}

    Performance run()
    {
        for (Index p = 0; p < program_.processors(); ++p) begin(p);
        while (events_.advance()) {
            const double now = events_.now();
            const LogPEvent event = events_.take();
            if (!event.is_deadline)
                arrive(event.processor, event.message, now);
            else if (event.stamp == processors_[event.processor].stamp)
                advance(event.processor, now);
        }
        for (const Processor& each : processors_) add_up(each);
        return performance_;
    }

private:
    void begin(Index p)
    {
        Processor& me = processors_[p];
        const auto& steps = program_.steps[p];
        me.local = std::count_if(steps.begin(), steps.end(), [p](const MessageStep& s) { return s.to == p; });
        if (!steps.empty()) me.work_left = static_cast<double>(steps[0].work);
        events_.add_deadline(0, p, me.stamp);
    }

    // What a processor can do now, until only time can change its state.
    void advance(Index p, double now)
    {
        Processor& me = processors_[p];
        account(p, now);
        while (me.engaged_until <= now) {
            end_engagement(p, now);
            if (me.outgoing) inject(p, now);
            if (begin_reception(me, now) || begin_send(p, now)) continue;
            if (me.outgoing || !end_work(p, now)) break;
        }
        settle(p, now);
    }

    // Records the time since the last event of this processor, during which its state was constant.
    void account(Index p, double now)
    {
        Processor& me = processors_[p];
        const double begin = me.updated;
        me.updated = now;
        if (now <= begin) return;
        using Activity = Trace::Activity;
        if (me.outgoing && !me.is_engaged()) {
            me.stalled += now - begin;
            record(p, Activity::stalled, begin, now);
        } else if (me.is_engaged() || me.computing) {
            me.busy += now - begin;
            me.finish = now;
            if (me.engagement == Engagement::sending)
                record(p, Activity::sending, begin, now);
            else if (me.engagement == Engagement::receiving)
                record(p, Activity::receiving, begin, now);
            else
                record(p, me.in_second_phase ? Activity::second_phase : Activity::first_phase, begin, now);
        }
    }

    void record(Index p, Trace::Activity activity, double begin, double end)
    {
        if (!trace_) return;
        auto& last = last_interval_[p];
        auto& all = trace_->intervals;
        if (last && all[*last].activity == activity && all[*last].end == begin) {
            all[*last].end = end;
            return;
        }
        last = all.size();
        all.push_back({p, activity, begin, end});
    }

    void end_engagement(Index p, double now)
    {
        Processor& me = processors_[p];
        if (me.engagement == Engagement::sending) me.outgoing = true;
        if (me.engagement == Engagement::receiving) {
            ++me.received;
            me.add(static_cast<double>(release_(p, me.receiving.input)));
            if (trace_) trace_->messages[me.receiving.traced].received = now;
        }
        me.engagement = Engagement::none;
    }

    // Into the network, if it is not full.
    void inject(Index p, double now)
    {
        Processor& me = processors_[p];
        const MessageStep& message = program_.steps[p][me.next_send];
        if (!network_.enter(p, message.to)) {
            me.suspend(now);
            return;
        }
        wake_a_stalled_sender(message.to, now);
        const double sent = now - machine_.overhead;
        const Index traced = trace_ ? traced_[p][me.next_send] : 0;
        if (trace_) trace_->messages[traced].sent = sent;
        events_.add_arrival(now + machine_.latency, message.to, {message.input, traced});
        performance_.last_send = std::max(performance_.last_send, sent);
        me.send_port_free = sent + machine_.gap;
        me.outgoing = false;
        ++me.next_send;
    }

    void wake_a_stalled_sender(Index to, double now)
    {
        const Index sender = network_.next_sender(to);
        if (sender != LogPNetwork::nobody) events_.add_deadline(now, sender, processors_[sender].stamp);
    }

    void arrive(Index p, const MessageInTransit& message, double now)
    {
        network_.leave(p);
        wake_a_stalled_sender(p, now);
        if (trace_) trace_->messages[message.traced].arrived = now;
        Processor& me = processors_[p];
        if (now < me.receive_port_free || !me.arrived.empty()) performance_.delayed_at_reception = true;
        me.arrived.push_back(message);
        advance(p, now);
    }

    bool begin_reception(Processor& me, double now)
    {
        if (me.arrived.empty() || now < me.receive_port_free) return false;
        if (now > me.waits_since) me.last_bottleneck = me.local + me.received;
        me.waits_since = never;
        me.receiving = me.arrived.front();
        me.arrived.pop_front();
        me.receive_port_free = now + machine_.gap;
        me.engage(Engagement::receiving, now, machine_.overhead);
        return true;
    }

    bool begin_send(Index p, double now)
    {
        Processor& me = processors_[p];
        while (me.next_send < me.step && program_.steps[p][me.next_send].to == p) ++me.next_send;
        if (me.outgoing || me.next_send == me.step || now < me.send_port_free) return false;
        me.engage(Engagement::sending, now, machine_.overhead);
        return true;
    }

    // Whether a step ended now, or the first phase.
    bool end_work(Index p, double now)
    {
        Processor& me = processors_[p];
        if (me.computing && now >= me.work_ends) me.suspend(me.work_ends);
        if (me.computing || me.work_left > 0 || me.in_second_phase) return false;
        const auto& steps = program_.steps[p];
        if (me.step < std::ssize(steps)) make(p, steps[me.step], now);
        me.in_second_phase = me.step == std::ssize(steps);
        me.work_left = me.in_second_phase ? me.pool : static_cast<double>(steps[me.step].work);
        return true;
    }

    void make(Index p, const MessageStep& step, double now)
    {
        if (trace_) {
            traced_[p].push_back(std::ssize(trace_->messages));
            trace_->messages.push_back({p, step.to, step.input, now, now, now, now});
        }
        ++processors_[p].step;
        if (step.to == p) processors_[p].add(static_cast<double>(release_(p, step.input)));
    }

    // Begins or resumes work, and asks to be called at the next time that matters.
    void settle(Index p, double now)
    {
        Processor& me = processors_[p];
        if (!me.is_engaged() && !me.outgoing && !me.computing && me.work_left > 0) {
            me.work_ends = now + me.work_left;
            me.work_left = 0;
            me.computing = true;
        }
        const bool waits = !me.is_engaged() && !me.outgoing && !me.computing;
        me.waits_since = waits ? std::min(me.waits_since, now) : never;

        double next = never;
        if (me.is_engaged())
            next = me.engaged_until;
        else {
            if (me.computing) next = me.work_ends;
            if (!me.outgoing && me.next_send < me.step) next = std::min(next, me.send_port_free);
            if (!me.arrived.empty()) next = std::min(next, me.receive_port_free);
        }
        ++me.stamp;
        if (next < never) events_.add_deadline(next, p, me.stamp);
    }

    void add_up(const Processor& each)
    {
        if (!each.in_second_phase || each.outgoing || !each.arrived.empty())
            throw Error(Status::internal_error, "a simulated processor did not finish");
        if (each.finish > performance_.completion) {
            performance_.completion = each.finish;
            performance_.last_bottleneck = each.last_bottleneck;
        }
        performance_.idle = std::max(performance_.idle, each.finish - each.busy);
        performance_.stalled = std::max(performance_.stalled, each.stalled);
    }

    const LogP machine_;
    const MessageProgram& program_;
    const MessageProgram::Release release_ = program_.new_release();
    Trace* const trace_;
    Performance performance_;
    std::vector<Processor> processors_;
    std::vector<std::vector<Index>> traced_;                 ///< where each step's message is in the trace
    std::vector<std::optional<std::size_t>> last_interval_;  ///< of each processor, in the trace
    LogPNetwork network_{program_.processors(), machine_.capacity()};
    LogPEvents events_;
};

}  // namespace

Performance play(const LogP& machine, const MessageProgram& program, Trace* trace)
{
    machine.require_valid();
    const auto longest = std::max_element(program.steps.begin(), program.steps.end(),
                                          [](const auto& a, const auto& b) { return a.size() < b.size(); });
    machine.require_exact(longest == program.steps.end() ? 0 : std::ssize(*longest));
    return Simulation(machine, program, trace).run();
}

}  // namespace bspfft

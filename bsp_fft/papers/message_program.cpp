// The steps of Sahay's schedules and of our own. Row r of the n-input butterfly belongs to processor r mod P in phase
// I, where it is row a = r div P of an m-input butterfly, and to r div m in phase II, where it is input r mod m.
#include <memory>

#include "bsp_fft/base/send_order.hpp"
#include "bsp_fft/papers/domain.hpp"
#include "bsp_fft/papers/hidden_communication.hpp"

namespace bspfft {

namespace {

using Steps = std::vector<MessageStep>;

// Output a of processor i, after this many nodes.
MessageStep output(const HidingProblem& problem, Index i, Index a, Index nodes)
{
    return {nodes, a / problem.l, a % problem.l * problem.processors + i};
}

// Blocks for i + 1, i + 2, ..., and i itself last: after `first` nodes, and then after `others` each.
Steps in_turn(const HidingProblem& problem, Index i, Index first, Index others)
{
    Steps steps;
    steps.reserve(problem.m);
    for (Index j = 1; j <= problem.processors; ++j) {
        const Index to = (i + j) % problem.processors;
        for (Index k = 0; k < problem.l; ++k)
            steps.push_back(output(problem, i, to * problem.l + k, steps.empty() ? first : others));
    }
    return steps;
}

/// An m-input butterfly whose outputs are requested one after another.
class ButterflyWalk {
public:
    explicit ButterflyWalk(Index m) : m_(m), columns_(log2_exact(m)), done_(m * columns_) {}

    /// Computes the nodes that output a needs and that have not been computed, and calls computed(row,
    /// column) after each. How many they were.
    template <class Computed>
    Index nodes_for(Index a, Computed computed)
    {
        return visit(a, columns_, computed);
    }

private:
    // Node (a, c) needs (a, c - 1) and the one whose row differs in the c-th most significant bit.
    template <class Computed>
    Index visit(Index a, int column, Computed& computed)
    {
        if (column == 0) return 0;
        const Index node = (column - 1) * m_ + a;
        if (done_[node]) return 0;
        done_[node] = true;
        const Index before = visit(a, column - 1, computed) + visit(a ^ (m_ >> column), column - 1, computed);
        computed(a, column);
        return before + 1;
    }

    Index m_;
    int columns_;
    std::vector<bool> done_;
};

Steps output_driven(const HidingProblem& problem, Index i)
{
    Steps steps;
    steps.reserve(problem.m);
    ButterflyWalk walk(problem.m);
    for (const Index a : output_order(problem, i))
        steps.push_back(output(problem, i, a, walk.nodes_for(a, [](Index, int) {})));
    return steps;
}

// After each block of columns its packets are sent. The value in row r and column c of processor i becomes input
// (i, r, c) of its receiver.
Steps column_blocked(const HidingProblem& problem, Index i)
{
    const Index P = problem.processors, blocks = problem.column_blocks(), packet = problem.packet();
    Steps steps;
    steps.reserve(problem.m);
    for (Index block = 0; block < blocks; ++block) {
        Index nodes = problem.m / blocks * log2_exact(problem.columns.length);
        for (Index j = 0; j < P; ++j) {
            const Index to = destination_in_order(i, j, P);
            const Index first = (i * blocks + block) * packet;
            for (Index k = 0; k < packet; ++k) {
                steps.push_back({nodes, to, first + k});
                nodes = 0;
            }
        }
    }
    return steps;
}

Steps steps_of(const HidingProblem& problem, MessageSchedule schedule, Index i)
{
    const Index all = problem.m * log2_exact(problem.m);
    switch (schedule) {
    case MessageSchedule::simple:
        return in_turn(problem, i, all, 0);
    case MessageSchedule::eager:
        return in_turn(problem, i, all - problem.m + 1, 1);
    case MessageSchedule::column_blocked:
        return column_blocked(problem, i);
    default:
        return output_driven(problem, i);
    }
}

// All work is released when the last input has arrived.
MessageProgram::Release wait_for_all(Index processors, Index inputs, Index work)
{
    auto missing = std::make_shared<std::vector<Index>>(processors, inputs);
    return [missing, work](Index processor, Index) { return --(*missing)[processor] == 0 ? work : 0; };
}

// An input completes, at level c of its butterfly, a group of 2^c nodes as soon as both halves of the group are
// complete at level c - 1. The group of row r is r mod (P/2^c): as in a heap, whose leaves are the inputs.
MessageProgram::Release as_inputs_come(const HidingProblem& problem)
{
    const Index processors = problem.processors;
    auto complete = std::make_shared<std::vector<bool>>(2 * problem.n);
    return [complete, processors, m = problem.m](Index processor, Index input) {
        const Index butterfly = 2 * (processor * m + input / processors * processors);
        Index groups = processors, group = input % processors, released = 0;
        (*complete)[butterfly + groups + group] = true;
        for (Index nodes = 2; groups > 1; nodes *= 2) {
            const Index half = groups / 2;
            const Index sibling = group < half ? group + half : group - half;
            if (!(*complete)[butterfly + groups + sibling]) break;
            released += nodes;
            groups = half;
            group %= half;
            (*complete)[butterfly + groups + group] = true;
        }
        return released;
    };
}

}  // namespace

std::vector<Index> output_order(const HidingProblem& problem, Index i)
{
    require(i >= 0 && i < problem.processors, "there is no processor ", i, "; they are 0 to ", problem.processors - 1);
    std::vector<Index> order;
    order.reserve(problem.m);
    for (Index j = 0; j < problem.processors; ++j) {
        const Index first = destination_in_order(i, j, problem.processors) * problem.l;
        for (Index k = 0; k < problem.l; ++k) order.push_back(first + k);
    }
    return order;
}

const std::vector<NamedSchedule>& message_schedules()
{
    using enum MessageSchedule;
    static const std::vector<NamedSchedule> all{
        {simple, "simple"},
        {eager, "eager"},
        {output_driven, "output-driven"},
        {input_driven, "input-driven"},
        {column_blocked, "column-blocked"},
    };
    return all;
}

MessageProgram message_program(const HidingProblem& problem, MessageSchedule schedule)
{
    require(problem.n <= largest_simulation, "n = ", problem.n,
            " is too long to be simulated number by number; the longest is ", largest_simulation);
    const Index P = problem.processors, m = problem.m;
    MessageProgram program;
    for (Index i = 0; i < P; ++i) program.steps.push_back(steps_of(problem, schedule, i));
    const Index radix = schedule == MessageSchedule::column_blocked ? problem.n / problem.columns.length : P;
    if (schedule == MessageSchedule::input_driven)
        program.new_release = [problem] { return as_inputs_come(problem); };
    else
        program.new_release = [=] { return wait_for_all(P, m, m * log2_exact(radix)); };
    return program;
}

std::vector<NodeTimes> phase_1_times(const HidingProblem& problem, Index processor)
{
    std::vector<NodeTimes> columns(log2_exact(problem.m), NodeTimes(problem.m));
    ButterflyWalk walk(problem.m);
    Index time = 0;
    for (const Index a : output_order(problem, processor))
        walk.nodes_for(a, [&](Index row, int column) { columns[column - 1][row] = {++time, a}; });
    return columns;
}

}  // namespace bspfft

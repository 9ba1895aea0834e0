#include "tools/commands/explain.hpp"

#include <algorithm>

#include "bsp_fft/base/integers.hpp"
#include "tools/terminal/refusal.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

void require_few(const Problem& problem)
{
    if (problem.n() > largest_explanation)
        refuse("the shape ", shape_text(problem.shape), " has ", problem.n(),
               " elements, too many to be explained one by one; the most are ", largest_explanation);
}

std::string distribution_name(Index cycle, Index p)
{
    if (cycle == p) return cycle == 1 ? "on one process" : text("cyclic, cycle ", cycle);
    return cycle == 1 ? "block, cycle 1" : text("group-cyclic, cycle ", cycle);
}

std::string owner_rule(Index n, Index p, Index cycle)
{
    const Index group = n / p * cycle;
    if (cycle == p) return text("x_j is on P(j mod ", p, "), place j div ", p);
    if (cycle == 1) return text("x_j is on P(j div ", group, "), place j mod ", group);
    return text("x_j is on P((j div ", group, ") ", cycle, " + j mod ", cycle, "), place (j mod ", group,
                ") div ", cycle);
}

}  // namespace

std::string ExplainedState::index(std::size_t axis) const
{
    return indices.empty() ? text("j", axis) : indices[axis];
}

std::string name_in_superstep(const Step& step)
{
    return text("superstep ", step.superstep, ": ", step.compute() ? step.compute()->name : step.move()->name);
}

ExplainedStep explained_computation(const Step& step, const std::string& rule)
{
    const Compute& compute = *step.compute();
    ExplainedStep explained{ExplainedStep::Kind::compute, name_in_superstep(step), rule, {}, {}, 0};
    if (!is_power_of_two(compute.radix) || !is_power_of_two(compute.first_stage())) return explained;
    for (Index k = compute.first_stage(); k <= compute.last_stage(); k *= 2) explained.stages.push_back(k);
    return explained;
}

// h is counted here, from the traffic, and not taken from the schedule.
ExplainedStep explained_move(const Step& step, const std::string& rule, std::vector<std::vector<Index>> traffic,
                             Index words_each)
{
    ExplainedStep explained{ExplainedStep::Kind::move, name_in_superstep(step), rule, {}, std::move(traffic), 0,
                            words_each};
    for (std::size_t s = 0; s < explained.traffic.size(); ++s) {
        Index sent = 0, received = 0;
        for (std::size_t t = 0; t < explained.traffic.size(); ++t) {
            if (s == t) continue;
            sent += explained.traffic[s][t];
            received += explained.traffic[t][s];
        }
        explained.h = std::max({explained.h, words_each * sent, words_each * received});
    }
    return explained;
}

std::vector<std::vector<Index>> traffic_between(const std::vector<Index>& before, const std::vector<Index>& after,
                                                Index p)
{
    std::vector<std::vector<Index>> traffic(p, std::vector<Index>(p));
    for (std::size_t j = 0; j < before.size(); ++j) ++traffic[before[j]][after[j]];
    return traffic;
}

std::vector<Index> owners_of(const Layout& layout)
{
    std::vector<Index> owner(layout.n());
    for (Index j = 0; j < layout.n(); ++j) owner[j] = layout.owner(j);
    return owner;
}

namespace {

Explanation explain_textbook(const Schedule& schedule)
{
    const Index n = schedule.n(), p = schedule.p(), local = n / p;
    Explanation result{schedule, {}, {}};
    const auto state = [&](const std::string& name, const std::string& rule, const Layout& layout) {
        result.states.push_back({name, rule, owners_of(layout), {n}, {"j"}});
    };
    state("x, " + distribution_name(p, p), owner_rule(n, p, p), Layout::cyclic(n, p));
    result.steps.push_back(
        {ExplainedStep::Kind::permute,
         "bit reversal of each process's part",
         text("x_j goes to place rho_", n, "(j); that is rho_", local, " of its place, at home"),
         {},
         {},
         0});
    const bool reversed = p > 2;
    state(distribution_name(1, p) + (reversed ? ", processes numbered in bit-reversed order" : ""),
          owner_rule(n, p, 1) + (reversed ? text(", with s = rho_", p, " of that number") : ""),
          Layout::block(n, p).with_processes_bit_reversed());
    for (const Step& step : schedule.program().steps) {
        const ExplainedState before = result.states.back();
        if (const Compute* const compute = step.compute()) {
            const Index cycle = compute->after.cycle(), group = local * cycle;
            result.steps.push_back(
                explained_computation(step, text("pairs (x_j, x_(j + k/2)): ", cycle,
                                                 " divides k/2, and k <= ", group, ", so both are at home")));
            result.states.push_back(before);
        }
        if (!step.move()) continue;
        const Index cycle = step.move()->after.cycle();
        state(distribution_name(cycle, p), owner_rule(n, p, cycle), Layout::group_cyclic(n, p, cycle));
        result.steps.push_back(
            explained_move(step, "every element goes to its new owner",
                           traffic_between(before.owner, result.states.back().owner, p)));
    }
    return result;
}

// Columns, one move, rows, of a cyclic vector of 2^m elements.
bool is_matrix(const Schedule& schedule)
{
    const Index n = schedule.n(), p = schedule.p();
    const Layout cyclic = Layout::cyclic(n, p);
    return schedule.algorithm() == Algorithm::fast && schedule.shape().size() == 1 &&
           schedule.problem().data == Data::complex && is_power_of_two(n) && is_power_of_two(p) &&
           schedule.supersteps().size() == 2 && schedule.input() == cyclic && schedule.output() == cyclic;
}

// The vector as a matrix n1 x n2, row by row.
Explanation explain_matrix(const Schedule& schedule)
{
    Explanation result{schedule, {}, {}};
    const Index n = schedule.n(), p = schedule.p(), n1 = schedule.radices().front(), n2 = n / n1;
    ExplainedState by_columns{
        text("x as a matrix of ", n1, " x ", n2, ", x_(", n2, " j1 + j2) in row j1 and column j2"),
        text("column j2 is on P(j2 mod ", p, "); that is the cyclic distribution"),
        {},
        {n1, n2},
        {"j1", "j2"}};
    ExplainedState by_rows{text("row k1 holds what becomes y_(k1 + ", n1, " k2)"),
                           text("row k1 is on P(k1 mod ", p, "); that is the cyclic distribution of y"),
                           {},
                           {n1, n2},
                           {"k1", "j2"}};
    for (Index row = 0; row < n1; ++row) {
        for (Index column = 0; column < n2; ++column) {
            by_columns.owner.push_back(schedule.input().owner(row * n2 + column));
            by_rows.owner.push_back(schedule.output().owner(row + n1 * column));
        }
    }
    const std::vector<Step>& steps = schedule.program().steps;
    const Step* const columns = &steps[schedule.opens_with_sync() ? 1 : 0];
    result.states = {by_columns, by_columns, by_rows, by_rows};
    result.steps = {
        explained_computation(columns[0], text("an FFT down each column, then times w_", n, "^(j2 k1)")),
        explained_move(columns[1], "the value in row k1 goes to the owner of that row",
                       traffic_between(by_columns.owner, by_rows.owner, p)),
        explained_computation(columns[2], "an FFT along each row")};
    return result;
}

}  // namespace

Explanation explain_schedule(const Schedule& schedule)
{
    require_few(schedule.problem());
    if (Explanation::is_of_the_book(schedule)) return explain_textbook(schedule);
    return is_matrix(schedule) ? explain_matrix(schedule) : explain_axes(schedule);
}

}  // namespace bspfft::tools

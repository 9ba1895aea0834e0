#include "tools/commands/explanation.hpp"

#include <algorithm>

#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"

namespace bspfft::tools {

namespace {

void require_explainable(Index n, Index p)
{
    require_powers_of_two(n, p);
    if (n > largest_explanation)
        throw Error(Status::invalid_argument,
                    text("n = ", n, " is too long to be explained element by element; the longest is ",
                         largest_explanation));
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

std::vector<std::vector<Index>> traffic_between(const std::vector<Index>& before,
                                                const std::vector<Index>& after, Index p)
{
    std::vector<std::vector<Index>> traffic(p, std::vector<Index>(p));
    for (std::size_t j = 0; j < before.size(); ++j) ++traffic[before[j]][after[j]];
    return traffic;
}

ExplainedStep computation(const Superstep& step, const std::string& rule)
{
    ExplainedStep explained{ExplainedStep::Kind::compute, step.name, rule, {}, {}, 0};
    for (Index k = step.first_stage(); k <= step.last_stage(); k *= 2) explained.stages.push_back(k);
    return explained;
}

ExplainedStep movement(const ExplainedState& before, const ExplainedState& after, const Superstep& step,
                       Index p, const std::string& rule)
{
    return explained_move(step, rule, traffic_between(before.owner, after.owner, p));
}

}  // namespace

// h is counted here, from the traffic, and not taken from the schedule.
ExplainedStep explained_move(const Superstep& step, const std::string& rule, std::vector<std::vector<Index>> traffic,
                             Index words_each)
{
    ExplainedStep explained{ExplainedStep::Kind::move, step.name, rule, {}, std::move(traffic), 0, words_each};
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

std::vector<Index> owners_of(const Layout& layout)
{
    std::vector<Index> owner(layout.n());
    for (Index j = 0; j < layout.n(); ++j) owner[j] = layout.owner(j);
    return owner;
}

Explanation explain_textbook(Index n, Index p)
{
    require_explainable(n, p);
    Explanation result{textbook_schedule(n, p), {}, {}};
    const Index local = n / p;
    result.states.push_back(
        {"x, " + distribution_name(p, p), owner_rule(n, p, p), owners_of(Layout::cyclic(n, p)), {}});
    result.steps.push_back(
        {ExplainedStep::Kind::permute,
         "bit reversal of each process's part",
         text("x_j goes to place rho_", n, "(j); that is rho_", local, " of its place, at home"),
         {},
         {},
         0});
    const bool reversed = p > 2;
    result.states.push_back(
        {distribution_name(1, p) + (reversed ? ", processes numbered in bit-reversed order" : ""),
         owner_rule(n, p, 1) + (reversed ? text(", with s = rho_", p, " of that number") : ""),
         owners_of(Layout::block(n, p).with_processes_bit_reversed()), {}});
    for (const Superstep& step : result.schedule.supersteps()) {
        const ExplainedState& before = result.states.back();
        if (step.computes()) {
            const Index group = local * step.cycle();
            result.steps.push_back(
                computation(step, text("pairs (x_j, x_(j + k/2)): ", step.cycle(),
                                       " divides k/2, and k <= ", group, ", so both are at home")));
            result.states.push_back(before);
            continue;
        }
        const ExplainedState after{distribution_name(step.cycle(), p), owner_rule(n, p, step.cycle()),
                                   owners_of(Layout::group_cyclic(n, p, step.cycle())), {}};
        result.steps.push_back(movement(before, after, step, p, "every element goes to its new owner"));
        result.states.push_back(after);
    }
    return result;
}

// The vector as a matrix n1 x n2, row by row.
Explanation explain_fast(Index n, Index p, Index cut)
{
    require_explainable(n, p);
    ScheduleOptions options;
    if (cut > 0) options.cut = {cut};
    Explanation result{free_cut_schedule(n, p, options), {}, {}};
    const Index n1 = result.schedule.radices().front(), n2 = n / n1;
    ExplainedState by_columns{
        text("x as a matrix of ", n1, " x ", n2, ", x_(", n2, " j1 + j2) in row j1 and column j2"),
        text("column j2 is on P(j2 mod ", p, "); that is the cyclic distribution"),
        {},
        {}};
    ExplainedState by_rows{text("row k1 holds what becomes y_(k1 + ", n1, " k2)"),
                           text("row k1 is on P(k1 mod ", p, "); that is the cyclic distribution of y"),
                           {},
                           {}};
    for (Index row = 0; row < n1; ++row) {
        for (Index column = 0; column < n2; ++column) {
            by_columns.owner.push_back(result.schedule.input().owner(row * n2 + column));
            by_rows.owner.push_back(result.schedule.output().owner(row + n1 * column));
        }
    }
    bool moved = p == 1;
    result.states.push_back(by_columns);
    for (const Superstep& step : result.schedule.supersteps()) {
        if (!step.computes()) {
            result.steps.push_back(
                movement(by_columns, by_rows, step, p, "the value in row k1 goes to the owner of that row"));
            moved = true;
        } else if (result.steps.empty()) {
            result.steps.push_back(
                computation(step, text("an FFT down each column, then times w_", n, "^(j2 k1)")));
        } else {
            result.steps.push_back(computation(step, "an FFT along each row"));
        }
        result.states.push_back(moved ? by_rows : by_columns);
    }
    return result;
}

}  // namespace bspfft::tools

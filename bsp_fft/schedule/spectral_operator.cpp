// Forward, multiply, inverse: the free cut there and the same cut back. The rows' transforms are followed at once by
// the product and by the rows' inverse transforms; the spectrum is never put in order.
#include <algorithm>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/schedule/flop_counts.hpp"
#include "bsp_fft/schedule/tiles.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

namespace {

bool has_batch(const Problem& problem)
{
    return std::find(problem.transformed.begin(), problem.transformed.end(), false) != problem.transformed.end();
}

// Rows there, the product, and columns back, in the cache.
Superstep between(const Superstep& rows, const Superstep& columns)
{
    Superstep step = rows;
    step.name = rows.name + ", factors, and back";
    step.access = Access::between_packets;
    step.steps.emplace_back(MultiplyStep{MultiplyStep::By::factors});
    step.steps.insert(step.steps.end(), columns.steps.begin(), columns.steps.end());
    const Index products = rows.working_set / 2;
    step.flops = rows.flops + columns.flops + flops_a_product * products;
    return step;
}

}  // namespace

bool has_fused_operator(const Problem& problem, Index p) { return !has_batch(problem) && has_free_cut(problem, p); }

Schedule spectral_operator_schedule(const Problem& problem, Index p, ScheduleOptions options)
{
    require_resolved(options.exchange);
    if (has_batch(problem) || (!options.reproducible && !has_free_cut(problem, p))) {
        throw Error(Status::invalid_argument,
                    text("forward, factors and inverse are one schedule only with a free cut over p = ", p,
                         " processes and without a batch; two plans can do it"));
    }
    options.kernel = Kernel::simd;
    options.order = BlockOrder::tiles;
    options.input.reset();
    options.output.reset();
    const FreeCut there = free_cut_of(problem, p, options), back = turned_back(there);
    std::vector<Superstep> first = free_cut_supersteps(there.axes, there.input, there.output, options);
    std::vector<Superstep> second = free_cut_supersteps(back.axes, back.input, back.output, options);
    for (Superstep& step : second) step.inverse = true;

    const Superstep middle = between(first.back(), second.front());
    std::vector<Superstep> supersteps(first.begin(), first.end() - 1);
    supersteps.push_back(middle);
    supersteps.insert(supersteps.end(), second.begin() + 1, second.end());
    supersteps.back().name += ", inverse";
    use_one_landing_array(supersteps);
    return {Algorithm::fast, problem, there.input, back.output, options, std::move(supersteps)};
}

}  // namespace bspfft

// Forward, multiply, inverse: the free cut, and the same cut for the inverse. Rows' transforms are followed at once by
// the product and by the rows' inverse transforms; the spectrum is never put in order.
#include <algorithm>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/schedule/building.hpp"

namespace bspfft {

namespace {

bool has_batch(const Problem& problem)
{
    return std::find(problem.transformed.begin(), problem.transformed.end(), false) != problem.transformed.end();
}

// Rows forward, the product, and columns of the inverse, in the cache.
Compute between(const Compute& rows, const Compute& columns)
{
    Compute step = rows;
    step.name = rows.name + ", factors, and inverse";
    step.sends = true;
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
    if (has_batch(problem) || (!options.reproducible && !has_free_cut(problem, p)))
        throw refusal("forward, factors and inverse are one schedule only with a free cut over p = ", p,
                      " processes and without a batch; two plans can do it");
    options.kernel = Kernel::simd;
    options.order = BlockOrder::tiles;
    options.input.reset();
    options.output.reset();
    const FreeCut cut = free_cut_of(problem, p, options), turned = turned_back(cut);
    std::vector<Step> first = free_cut_steps(cut, options);
    std::vector<Step> second = free_cut_steps(turned, options);
    Compute middle = between(*first.back().compute(), *second.front().compute());
    Compute last = *second.back().compute();
    last.inverse = true;
    last.name += ", inverse";
    std::vector<Step> steps{first[0], first[1], {std::move(middle)}, second[1], {std::move(last)}};
    use_one_landing_array(steps);
    return scheduled(Algorithm::fast, problem, cut.input, turned.output, options, std::move(steps));
}

}  // namespace bspfft

#include "bsp_fft/plans/runner.hpp"

#include "bsp_fft/schedule/builders.hpp"

namespace bspfft {

namespace {

RunnerRequest shared_request(const Problem& problem, const SharedArrays& arrays, double scale, bool reproducible,
                         Index bytes_per_real)
{
    PlanOptions options;
    options.normalisation = Normalisation::none;
    options.algorithm = Algorithm::fast;
    options.kernel = Kernel::simd;
    options.exchange = resolved(Exchange::automatic);
    options.data = problem.data;
    options.reproducible = reproducible;
    ScheduleOptions details = request_of(options, bytes_per_real);
    details.shared = arrays;
    RunnerRequest request{problem.shape, options, bytes_per_real, free_cut_schedule(problem, Port().p(), details)};
    request.has_inverse = false;
    request.arrays = RunnerRequest::Arrays::shared;
    request.scale = scale;
    return request;
}

}  // namespace

std::unique_ptr<Runner> make_shared_plan(const Problem& problem, const SharedArrays& arrays, double scale,
                                         bool reproducible, Index bytes_per_real)
{
    // all processes have the arguments of one call
    return planned(Arguments("a plan of shared arrays"), [&](Index here) {
        return std::make_unique<Runner>(here, shared_request(problem, arrays, scale, reproducible, bytes_per_real));
    });
}

// What a plan would take: another algorithm where there is no cut, or where a prime is too long for one.
bool has_shared_plan(const Problem& problem, Index p, bool reproducible)
{
    PlanOptions options;
    options.reproducible = reproducible;
    options.data = problem.data == Data::complex ? Data::complex : Data::real;
    for (std::size_t l = 0; l < problem.shape.size(); ++l) {
        if (problem.transformed[l]) options.axes.push_back(static_cast<Index>(l));
    }
    return resolved(options, problem.shape, p, sizeof(double)).algorithm == Algorithm::fast;
}

}  // namespace bspfft

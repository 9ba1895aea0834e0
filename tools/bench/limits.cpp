// The floor of computing, and the parts of a transform.
#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/measure/pass_parts.hpp"
#include "tools/bench/parts.hpp"
#include "tools/processes/section.hpp"

namespace bspfft::tools {

namespace {

// What process 0 of the problem's section finds by measure(port, a number of the precision).
template <class Measure>
auto found_by(const Case& problem, Measure measure)
{
    decltype(measure(std::declval<Port&>(), double())) result;
    run_section(problem.p, [&](Port& port) {
        const auto found = problem.precision == Precision::single_ ? measure(port, float()) : measure(port, double());
        if (port.s() == 0) result = found;
    });
    return result;
}

class ComputeFloor final : public Contestant {
public:
    ComputeFloor(const Case& problem, const GridAndCut& chosen)
        : problem_(problem), schedule_(schedule_of(problem, chosen))
    {}

    void round() override
    {
        const std::optional<KernelLimits> limits =
            found_by(problem_, [&](Port& port, auto real) { return kernel_limits<decltype(real)>(port, schedule_); });
        if (!limits || limits->nearest <= 0) return;
        Variant variant;
        variant.name = "butterflies in the nearest cache";
        variant.seconds = {limits->nearest};
        variant.in_tile = limits->in_tile;
        add({variant});
    }

private:
    Case problem_;
    Schedule schedule_;
};

}  // namespace

Schedule schedule_of(const Case& problem, const GridAndCut& chosen)
{
    PlanOptions options;
    options.batch = problem.what.batch;
    options.grid = chosen.grid;
    options.cut = chosen.cut;
    if (problem.what.task.real) options.data = Data::real;
    const Index bytes_per_real = bytes_per_complex(problem.precision) / 2;
    return schedule_for(problem.what.shape, problem.p, resolved(options, problem.what.shape, problem.p, bytes_per_real),
                        bytes_per_real);
}

TransformParts measure_parts(const Case& problem, const GridAndCut& chosen)
{
    const Schedule schedule = schedule_of(problem, chosen);
    const std::optional<TransformParts> parts =
        found_by(problem, [&](Port& port, auto real) { return transform_parts<decltype(real)>(port, schedule); });
    if (!parts) throw Error(Status::internal_error, text("no parts of ", problem.what.name()));
    return *parts;
}

std::unique_ptr<Contestant> make_compute_floor(const Case& problem, const GridAndCut& chosen)
{
    return std::make_unique<ComputeFloor>(problem, chosen);
}

}  // namespace bspfft::tools

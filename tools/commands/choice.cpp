#include "tools/commands/choice.hpp"

#include <limits>

#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/machine/measurements.hpp"
#include "bsp_fft/plans/alternatives.hpp"
#include "bsp_fft/report/readable.hpp"
#include "bsp_fft/schedule/vector_prices.hpp"
#include "bspfft/machine.hpp"
#include "bspfft/spectral_operator.hpp"
#include "tools/processes/section.hpp"

namespace bspfft::tools {

Schedule composed_schedule(Direction direction, const Transform& transform, Index p, Index bytes_per_real)
{
    const PlanOptions options = transform.options_for(p);
    if (transform.convolves) return planned_operator(transform.shape, p, options, bytes_per_real);
    return planned_schedule(transform.shape, {*transform.trigonometric}, p, options, bytes_per_real, direction);
}

Index processes_for(const RunRequest& request, const Transform& transform, bool oversubscribe)
{
    const bool chosen = !is_asked_for(request.procs) && !all_run_the_program();
    const bool on_device = transform.options.kernel == Kernel::cuda || transform.options.memory == Memory::device;
    if (chosen && on_device) return 1;
    const Index most = processes_for(transform.problem().n(), request.procs, oversubscribe);
    if (!chosen) return most;
    const Index bytes_per_real = bytes_per_complex(request.precision) / 2;
    return cheapest_processes(most, [&](Index p) {
        try {
            const Schedule schedule =
                transform.is_fourier() ? planned_schedule(transform.shape, p, transform.options_for(p), bytes_per_real)
                                       : composed_schedule(request.direction(), transform, p, bytes_per_real);
            return built_in_price(schedule, vector_bytes());
        } catch (const Error&) {
            return std::numeric_limits<double>::infinity();
        }
    });
}

Schedule choose_schedule(const Transform& transform, Index p, Precision precision, const Machine& machine)
{
    const Index bytes_per_real = bytes_per_complex(precision) / 2;
    if (!transform.is_fourier()) return composed_schedule(Direction::forward, transform, p, bytes_per_real);
    const PlanOptions options = transform.options_for(p);
    PlanOptions chosen = resolved(options, transform.shape, p, bytes_per_real);
    const bool free = options.kernel == Kernel::automatic && chosen.algorithm == Algorithm::textbook;
    if (free && !machine.knows({kernel_name(chosen.kernel), Access::in_place, bytes_per_real, {1}}))
        chosen.kernel = Kernel::radix2;
    return schedule_for(transform.shape, p, chosen, bytes_per_real);
}

Schedule schedule_in(Direction direction, const Transform& transform, Index p, const PlanOptions& resolved,
                     Index bytes_per_real)
{
    const Schedule there = schedule_for(transform.shape, p, resolved, bytes_per_real);
    const bool same =
        resolved.data == Data::complex && !resolved.reproducible && there.input() == there.output();
    return direction == Direction::forward || same ? there : inverse_schedule(there, resolved);
}

std::vector<std::string> reasons_for(const Schedule& schedule, const Transform& transform, const RunRequest& request)
{
    const std::optional<KnownMachine> known = find_machine(request.machine);
    Quotes quotes;
    if (known) {
        quotes = [&](Index p, const PlanOptions& options) {
            const Transform changed{transform.shape, options, transform.layout_in, transform.layout_out};
            const Schedule other = choose_schedule(changed, p, request.precision, known->machine);
            const double seconds = predict(Model::calibrated, known->machine, other).total().total();
            return Quote{seconds, readable_seconds(seconds)};
        };
    }
    std::vector<std::string> reasons =
        why(schedule, transform.options_for(schedule.p()), is_asked_for(request.procs), quotes);
    if (known) {
        for (const std::string& remark : remarks_on(*known)) reasons.push_back(remark);
    }
    return reasons;
}

}  // namespace bspfft::tools

#include "tools/commands/choice.hpp"

#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/execution/why.hpp"
#include "bsp_fft/report/readable.hpp"
#include "bspfft/model.hpp"

namespace bspfft::tools {

Schedule choose_schedule(Index n, Index p, const PlanOptions& options, Precision precision, const Machine& machine)
{
    const Index bytes_per_real = bytes_per_complex(precision) / 2;
    PlanOptions chosen = resolved(options, n, p, bytes_per_real);
    const bool free = options.kernel == Kernel::automatic && chosen.algorithm == Algorithm::textbook;
    if (free && !machine.knows({kernel_name(chosen.kernel), Access::in_place, bytes_per_real, 1}))
        chosen.kernel = Kernel::radix2;
    return schedule_for(n, p, chosen, bytes_per_real);
}

std::vector<std::string> reasons_for(const Schedule& schedule, const RunRequest& request)
{
    const std::optional<KnownMachine> known = find_machine(request.machine);
    Quotes quotes;
    if (known) {
        quotes = [&](Index p, const PlanOptions& options) {
            const Schedule other = choose_schedule(schedule.n(), p, options, request.precision, known->machine);
            const double seconds = CalibratedModel(known->machine).price(other).total().total();
            return Quote{seconds, readable_seconds(seconds)};
        };
    }
    return why(schedule, request.options, request.procs != 0, quotes);
}

}  // namespace bspfft::tools

#include "bsp_fft/execution/choices.hpp"

#include "bsp_fft/exchange/packet_exchange.hpp"
#include "bsp_fft/kernel/kernels.hpp"
#include "bsp_fft/kernel/lanes_simd.hpp"

namespace bspfft {

namespace {

// Another kernel than the fast algorithm's own implies the textbook algorithm.
Algorithm resolved_algorithm(const PlanOptions& options, Index n, Index p)
{
    if (options.algorithm != Algorithm::automatic) return options.algorithm;
    const bool simd = options.kernel == Kernel::automatic || options.kernel == Kernel::simd;
    return simd && has_free_cut(n, p) ? Algorithm::fast : Algorithm::textbook;
}

PlanOptions with_kernel(PlanOptions options, Kernel kernel)
{
    options.kernel = kernel;
    return options;
}

/// Of the kernels that can do all passes the one with the fewest sweeps.
Kernel cheapest_kernel(const PlanOptions& options, Index n, Index p, Index bytes_per_real)
{
    const KernelEntry* best = nullptr;
    Index least = 0;
    for (const KernelEntry* kernel : kernels()) {
        const Schedule schedule = schedule_for(n, p, with_kernel(options, kernel->kernel), bytes_per_real);
        if (!objection_to(*kernel, schedule).empty()) continue;
        const Index cost = cost_of(*kernel, schedule);
        if (!best || cost < least) {
            best = kernel;
            least = cost;
        }
    }
    if (!best) throw Error(Status::internal_error, text("no kernel can transform n = ", n, " over p = ", p));
    return best->kernel;
}

}  // namespace

PlanOptions resolved(const PlanOptions& requested, Index n, Index p, Index bytes_per_real)
{
    require_powers_of_two(n, p);
    PlanOptions options = requested;
    options.algorithm = resolved_algorithm(requested, n, p);
    options.exchange = resolved(requested.exchange);
    if (requested.kernel == Kernel::automatic)
        return with_kernel(options, cheapest_kernel(options, n, p, bytes_per_real));
    const KernelEntry& kernel = kernel_entry(requested.kernel);
    const std::string objection = objection_to(kernel, schedule_for(n, p, options, bytes_per_real));
    if (!objection.empty()) throw Error(Status::invalid_argument, objection);
    return options;
}

Exchange resolved(Exchange requested)
{
    if (requested != Exchange::automatic) return requested;
    return Port::prefers_hpput() ? Exchange::hpput : Exchange::put;
}

bool packets_share_a_buffer(Exchange resolved) { return reuses_packet_buffer(resolved == Exchange::hpput); }

std::string instruction_set() { return simd::target(); }
void use_instruction_set(const std::string& name) { simd::force_target(name); }

Schedule schedule_for(Index n, Index p, const PlanOptions& options, Index bytes_per_real)
{
    ScheduleOptions details;
    details.exchange = options.exchange;
    details.bytes_per_real = bytes_per_real;
    details.cut = options.cut;
    details.kernel = options.kernel;
    details.order = kernel_entry(options.kernel).order;
    return options.algorithm == Algorithm::textbook ? textbook_schedule(n, p, details)
                                                    : free_cut_schedule(n, p, details);
}

}  // namespace bspfft

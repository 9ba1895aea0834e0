#include "bsp_fft/predict/superstep_view.hpp"

#include "bsp_fft/base/powers.hpp"

namespace bspfft {

namespace {

// The fast algorithm sweeps once for all stages, and its moves leave from cache; the textbook's does so for each
// stage, for its bit reversal, and to pack.
SuperstepView view_of(const Schedule& schedule, const Superstep& step, Kernel kernel)
{
    const bool fast = schedule.cut() > 0, first = step.first_stage == 2;
    SuperstepView view;
    view.is_computation = step.computes();
    view.radix = step.radix;
    view.flops = step.flops;
    view.words_sent = step.words_sent;
    view.words_received = step.words_received;
    view.messages = step.messages;
    if (step.computes()) {
        view.kernel = fast ? Kernel::simd : kernel == Kernel::automatic ? Kernel::radix2 : kernel;
        view.access = !fast ? Access::in_place : first ? Access::to_packets : Access::from_packets;
        view.sweeps = fast ? 1 : log2_exact(step.radix) + (first ? 1 : 0);
    } else {
        view.packs_in_cache = fast;
        view.partners = fast ? schedule.p() : step.cycle / step.from_cycle;
        view.sweeps = fast ? 0 : 1;
    }
    return view;
}

}  // namespace

ScheduleView::ScheduleView(const Schedule& schedule, Exchange exchange, Index bytes_per_real, Kernel kernel)
    : n_(schedule.n()),
      p_(schedule.p()),
      exchange_(exchange),
      bytes_per_real_(bytes_per_real),
      opens_with_sync_(schedule.opens_with_sync(exchange))
{
    for (const Superstep& step : schedule.supersteps()) supersteps_.push_back(view_of(schedule, step, kernel));
}

const char* algorithm_of(const Schedule& schedule) { return schedule.cut() > 0 ? "fast" : "textbook"; }
Index cut_of(const Schedule& schedule) { return schedule.cut(); }

}  // namespace bspfft

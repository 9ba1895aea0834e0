#include "bsp_fft/transform/choices.hpp"

#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/kernel/local_fft.hpp"

namespace bspfft {

namespace {

// The fast algorithm has its own kernel; whoever asks for another wants the textbook's.
bool wants_fast(const PlanOptions& options, Index n, Index p)
{
    const bool simd = options.kernel == Kernel::automatic || options.kernel == Kernel::simd;
    return simd && Schedule::can_be_fast(n, p);
}

}  // namespace

PlanOptions decided(PlanOptions options, Index n, Index p)
{
    require_powers_of_two(n, p);
    if (options.algorithm == Algorithm::automatic)
        options.algorithm = wants_fast(options, n, p) ? Algorithm::fast : Algorithm::textbook;
    const bool fast = options.algorithm == Algorithm::fast;
    if (fast && options.kernel == Kernel::automatic) options.kernel = Kernel::simd;
    if (fast != (options.kernel == Kernel::simd)) {
        throw Error(Status::invalid_argument,
                    "the kernel simd and the algorithm fast belong together; take both, or neither");
    }
    options.kernel = resolve(options.kernel);
    options.exchange = decided(options.exchange);
    return options;
}

Exchange decided(Exchange exchange)
{
    if (exchange != Exchange::automatic) return exchange;
    return Port::prefers_hpput() ? Exchange::hpput : Exchange::put;
}

Schedule schedule_for(Index n, Index p, const PlanOptions& options, Index bytes_per_complex)
{
    if (options.algorithm == Algorithm::textbook) return Schedule::textbook(n, p);
    return Schedule::fast(n, p, options.cut, bytes_per_complex);
}

}  // namespace bspfft

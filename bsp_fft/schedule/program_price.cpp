// What a program takes on the machine that is built in, by which numbers of processes are compared before anything is
// made: the passes of vector code by their prices, and words, messages and synchronisations.
#include <algorithm>
#include <limits>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/schedule/vector_prices.hpp"

namespace bspfft {

namespace {

// In nanoseconds, seen at short vectors on two processes of a Neoverse-N1.
constexpr double of_word = 1.7, of_message = 90, of_sync = 150;
// A number that is read, multiplied or copied, and written.
constexpr double of_swept_byte = 0.15;
// Other kernels than vector code.
constexpr double of_flop = 0.4;

double price_of(const Program& program, const Compute& step, Pricing& pricing)
{
    const Index size = std::max(Index{1}, step.working_set / 2), bytes = 2 * program.options.bytes_per_real;
    if (!step.find<TransformStep>() || step.radix == 1) return of_swept_byte * real(bytes * size);
    if (step.kernel != Kernel::simd) return of_flop * real(step.flops);
    const Index at_once = numbers_at_once(step.cut, step.by_blocks, size);
    return real(size) * pricing.of(pass_of(program, step, step.access), at_once).sum();
}

// In units of what vectors of 16 bytes compute.
double dearer_by(Index vector_bytes) { return real(vector_bytes) / 16; }

}  // namespace

double built_in_sync(Index p, Index vector_bytes)
{
    // each process looks at what all others bring, and lines of caches go from one to the other in turns
    return p == 1 ? 0 : dearer_by(vector_bytes) * of_sync * real(p) * log2_of(p);
}

double built_in_price(const Schedule& schedule, Index vector_bytes)
{
    const Program& program = schedule.program();
    Pricing pricing(built_in_prices(program.options.bytes_per_real));
    double sum = real(schedule.synchronisations()) * built_in_sync(program.p(), vector_bytes);
    for (const Step& step : program.steps) {
        if (const Compute* const compute = step.compute()) sum += price_of(program, *compute, pricing);
        if (const Move* const move = step.move()) {
            const double word = of_word * real(program.options.bytes_per_real) / 8;
            sum += dearer_by(vector_bytes) * (word * real(move->h()) + of_message * real(move->messages));
            if (!move->tiles() && move->redistributes())
                sum += of_swept_byte *
                       real(std::max(Index{1}, move->sweeps) * move->working_set * program.options.bytes_per_real);
        }
    }
    return sum;
}

Index cheapest_processes(Index most, const std::function<double(Index p)>& price)
{
    // from the second on computing is most of it, and even fewer processes are out of the question
    constexpr double worth_it = 1.04, far_more = 1.5;
    constexpr double infinite = std::numeric_limits<double>::infinity();
    Index best = most;
    double least = infinite;
    for (Index p = most; p > 0; p = power_of_two_below(p - 1)) {
        const double found = price(p);
        if (found == infinite) continue;
        if (found > far_more * least) break;
        if (found <= worth_it * least) best = p;
        least = std::min(least, found);
    }
    return best;
}

}  // namespace bspfft

#include "bsp_fft/papers/message_costs.hpp"

namespace bspfft {

// In the round of a bit every process sends on, over that distance, all blocks whose distance to go has it set.
double AlphaBeta::all_to_all_bruck(double s, Index P) const
{
    require_processes(P, 1);
    double sum = 0;
    for (Index bit = 1; bit < P; bit *= 2) {
        const Index blocks = P / (2 * bit) * bit + std::max(Index{0}, P % (2 * bit) - bit);
        sum += send(s / real(P) * real(blocks));
    }
    return sum;
}

BestRadix best_radix(const AlphaBeta& machine, double s, Index P)
{
    const int rounds = exact_log2(P);
    BestRadix best{2, machine.all_to_all_radix(s, P, 2)};
    for (int bits = 2; bits <= rounds; ++bits) {
        if (rounds % bits != 0) continue;
        const Index r = Index{1} << bits;
        const double cost = machine.all_to_all_radix(s, P, r);
        if (cost < best.cost) best = {r, cost};
    }
    return best;
}

Index LogP::capacity() const
{
    return std::max(Index{1}, static_cast<Index>(std::ceil(std::min(latency / gap, 0x1p62))));
}

void LogP::require_valid() const
{
    require(gap > 0 && std::isfinite(gap), "the gap g is ", gap,
            "; between two messages some time must pass, so it must be more than 0");
    require_not_negative("the latency L", latency);
    require_not_negative("the overhead o", overhead);
}

// Work takes far less than the rest: one node of the butterfly is the unit. So a quarter of 2^53 is left to each of L,
// o and g. A processor sends and receives each message at most once, and sends and receptions may have to take turns.
void LogP::require_exact(Index messages) const
{
    constexpr Index quarter = Index{1} << 51;
    const auto require_exact = [&](const char* what, double value, Index count) {
        require(value <= real(quarter / count), what, " is ", value, ", and times of ", messages,
                " messages of a processor would exceed 2^53, up to which they are exact; take at most ",
                quarter / count);
    };
    const Index most = std::max(Index{1}, messages);
    require_exact("the latency L", latency, 1);
    require_exact("the overhead o", overhead, 2 * most);
    require_exact("the gap g", gap, 2 * most);
}

AlphaBeta LogP::as_alpha_beta() const
{
    require(gap >= overhead && gap <= 2 * overhead + latency, "LogP with g = ", gap,
            " is no alpha-beta machine; it needs o = ", overhead, " <= g <= 2o + L = ", 2 * overhead + latency);
    return {2 * overhead + latency - gap, gap};
}

AlphaBeta LogGP::as_alpha_beta() const
{
    require(gap_each <= 2 * overhead + latency, "LogGP with G = ", gap_each,
            " is no alpha-beta machine; it needs G <= 2o + L = ", 2 * overhead + latency);
    return {2 * overhead + latency - gap_each, gap_each};
}

}  // namespace bspfft

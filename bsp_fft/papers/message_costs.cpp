#include "bsp_fft/papers/message_costs.hpp"

#include <bit>

namespace bspfft {

namespace {

void require_at_least_one(const char* what, double value)
{
    require(value >= 1, what, " is ", value, "; it must be 1 or more");
}

}  // namespace

void AlphaBeta::require_valid() const
{
    require_not_negative("alpha", alpha);
    require_not_negative("beta", beta);
}

double AlphaBeta::broadcast_binomial_tree(double s, Index P) const
{
    require_processes(P, 1);
    return std::bit_width(static_cast<std::uint64_t>(P - 1)) * send(s);
}

double AlphaBeta::broadcast_ring(double s, Index P) const
{
    require_processes(P, 1);
    return 2 * real(P - 1) * send(s / real(P));
}

double AlphaBeta::broadcast_pipelined(double s, Index P, double k) const
{
    require_processes(P, 2);
    require_positive("the packet k", k);
    return 2 * (std::log2(P) + s / k) * send(k);
}

double AlphaBeta::broadcast_pipelined_exact(double s, Index P, double k) const
{
    require_positive("the packet k", k);
    return 2 * (depth_of_full_tree(P) + s / k - 1) * send(k);
}

double AlphaBeta::best_packet(double s, Index P) const
{
    require_processes(P, 2);
    require_positive("beta", beta);
    return std::sqrt(s * alpha / (std::log2(P) * beta));
}

double AlphaBeta::broadcast_pipelined_best(double s, Index P) const
{
    require_processes(P, 2);
    const double levels = std::log2(P);
    return 2 * levels * alpha + 4 * std::sqrt(s * levels * alpha * beta) + 2 * s * beta;
}

double AlphaBeta::broadcast_double_tree(double s, Index P) const
{
    require_processes(P, 2);
    const double levels = std::log2(P);
    return 2 * levels * alpha + 2 * std::sqrt(2 * s * levels * alpha * beta) + s * beta;
}

double AlphaBeta::broadcast_lower_bound(double s, Index P) const
{
    require_processes(P, 1);
    const double root = std::sqrt(std::log2(P) * alpha) + std::sqrt(s * beta);
    return root * root;
}

double AlphaBeta::all_to_all_direct(double s, Index P) const
{
    require_processes(P, 1);
    return real(P - 1) * alpha + s * (1 - 1 / real(P)) * beta;
}

double AlphaBeta::all_to_all_radix(double s, Index P, Index r) const
{
    const double rounds = exact_log(P, r);
    return rounds * (real(r - 1) * alpha + s * (1 - 1 / real(r)) * beta);
}

// In the round of a bit every process sends on, over that distance, all blocks whose distance to go has it set.
double AlphaBeta::all_to_all_bruck(double s, Index P) const
{
    require_processes(P, 1);
    double sum = 0;
    for (Index bit = 1; bit < P; bit *= 2) {
        Index blocks = 0;
        for (Index j = bit; j < P; j += 2 * bit) blocks += std::min(bit, P - j);
        sum += send(s / real(P) * real(blocks));
    }
    return sum;
}

double AlphaBeta::direct_beats_butterfly_from(Index P) const
{
    const double rounds = exact_log2(P);
    require_positive("beta", beta);
    if (P <= 2) return 0;
    return alpha / beta * (real(P - 1) - rounds) / (rounds / 2 - (1 - 1 / real(P)));
}

BestRadix best_radix(const AlphaBeta& machine, double s, Index P)
{
    const int rounds = exact_log2(P);
    BestRadix best{2, machine.all_to_all_butterfly(s, P)};
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

double LogP::send(double s) const
{
    require_at_least_one("the number of messages", s);
    return 2 * overhead + latency + (s - 1) * std::max(gap, overhead);
}

double LogP::broadcast_pipelined(double s, Index P) const
{
    require_processes(P, 2);
    return std::log2(P) * (latency + 2 * gap + overhead) + 2 * s * gap;
}

double LogP::broadcast_pipelined_exact(double s, Index P) const
{
    require_at_least_one("the number of messages", s);
    return depth_of_full_tree(P) * (latency + gap + 2 * overhead) + 2 * (s - 1) * gap;
}

AlphaBeta LogP::as_alpha_beta() const
{
    require(gap >= overhead && gap <= 2 * overhead + latency, "LogP with g = ", gap,
            " is no alpha-beta machine; it needs o = ", overhead, " <= g <= 2o + L = ", 2 * overhead + latency);
    return {2 * overhead + latency - gap, gap};
}

void LogGP::require_valid() const
{
    LogP{latency, overhead, gap}.require_valid();
    require_not_negative("the gap G", gap_each);
}

double LogGP::all_to_all_direct(double s, Index P) const
{
    require_processes(P, 2);
    return exchange(real(P - 1), s / real(P));
}

double LogGP::exchange(double messages, double k) const
{
    require_at_least_one("the number of messages", messages);
    require_at_least_one("the length of a message", k);
    const double passing = (k - 1) * gap_each;
    return 2 * overhead + latency + passing + (messages - 1) * (gap + passing);
}

double LogGP::broadcast_pipelined(double s, Index P, double k) const
{
    require_processes(P, 2);
    require_positive("the packet k", k);
    return std::log2(P) * (latency + 2 * gap + overhead + 2 * k * gap_each) + 2 * (s / k) * (gap + k * gap_each);
}

double LogGP::broadcast_pipelined_exact(double s, Index P, double k) const
{
    require_at_least_one("the packet k", k);
    const double passing = (k - 1) * gap_each;
    return depth_of_full_tree(P) * (latency + gap + 2 * overhead + 2 * passing) + 2 * (s / k - 1) * (gap + passing);
}

double LogGP::best_packet(double s, Index P) const
{
    require_processes(P, 2);
    require_positive("the gap G", gap_each);
    return std::sqrt(s / std::log2(P) * gap / gap_each);
}

double LogGP::best_packet_exact(double s, Index P) const
{
    const int depth = depth_of_full_tree(P);
    require_positive("the gap G", gap_each);
    require_positive("the depth of the tree less one", depth - 1);
    require_positive("g - G", gap - gap_each);
    return std::sqrt(s * (gap - gap_each) / ((depth - 1) * gap_each));
}

AlphaBeta LogGP::as_alpha_beta() const
{
    require(gap_each <= 2 * overhead + latency, "LogGP with G = ", gap_each,
            " is no alpha-beta machine; it needs G <= 2o + L = ", 2 * overhead + latency);
    return {2 * overhead + latency - gap_each, gap_each};
}

}  // namespace bspfft

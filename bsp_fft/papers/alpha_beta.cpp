#include "bsp_fft/papers/alpha_beta.hpp"

#include <bit>
#include <cmath>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/papers/domain.hpp"

namespace bspfft {

void AlphaBeta::require_valid() const
{
    require_not_negative("alpha", alpha);
    require_not_negative("beta", beta);
}

double AlphaBeta::send(double s) const { return alpha + s * beta; }

double AlphaBeta::ring_in_sequence(double s, Index P) const { return real(P) * send(s); }

double AlphaBeta::broadcast_binary_tree(double s, Index P) const
{
    return 2 * depth_of_full_tree(P) * send(s);
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

double AlphaBeta::scatter(double s, Index P) const { return allgather(s, P); }

double AlphaBeta::allgather(double s, Index P) const
{
    return exact_log2(P) * alpha + s * (1 - 1 / real(P)) * beta;
}

double AlphaBeta::allreduce(double s, Index P) const { return 2 * allgather(s, P); }

double AlphaBeta::all_to_all_direct(double s, Index P) const
{
    require_processes(P, 1);
    return real(P - 1) * alpha + s * (1 - 1 / real(P)) * beta;
}

double AlphaBeta::all_to_all_butterfly(double s, Index P) const { return exact_log2(P) * send(s / 2); }

double AlphaBeta::all_to_all_radix(double s, Index P, Index r) const
{
    const double rounds = exact_log(P, r);
    return rounds * (real(r - 1) * alpha + s * (1 - 1 / real(r)) * beta);
}

// In the round of a bit every process sends on, over that distance, all blocks whose distance to go has it
// set.
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

}  // namespace bspfft

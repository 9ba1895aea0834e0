#include "bsp_fft/papers/collective_costs.hpp"

namespace bspfft {

namespace {

constexpr double rounding = 1e-12;  // by which equal costs may differ

double words(double s) { return s / real(CollectiveMachine::word); }

// The alpha-beta machine on which a message takes as long as in the model, and s as that machine counts it.
struct Rounds {
    AlphaBeta machine;
    double s;
};

Rounds rounds(const CollectiveMachine& machine, MessageModel model, double s)
{
    if (model == MessageModel::logp) return {machine.logp.as_alpha_beta(), words(s)};
    if (model == MessageModel::loggp) return {machine.loggp.as_alpha_beta(), s};
    return {model == MessageModel::bsp ? machine.bsp.as_alpha_beta() : machine.alpha_beta, s};
}

// Algorithms in which each process sends one message after another, and receives one after another.
template <auto formula>
double in_rounds(const CollectiveMachine& machine, MessageModel model, double s, Index P)
{
    const auto [by, size] = rounds(machine, model, s);
    return (by.*formula)(size, P);
}

double broadcast_direct(const CollectiveMachine& machine, MessageModel model, double s, Index P)
{
    if (model == MessageModel::logp) return machine.logp.exchange(real(P - 1) * words(s));
    if (model == MessageModel::loggp) return machine.loggp.exchange(real(P - 1), s);
    if (model == MessageModel::bsp) return machine.bsp.broadcast_one_phase(s, P);
    return machine.alpha_beta.broadcast_direct(s, P);
}

double broadcast_pipelined(const CollectiveMachine& machine, MessageModel model, double s, Index P)
{
    if (model == MessageModel::logp) return machine.logp.broadcast_pipelined(words(s), P);
    const LogGP& loggp = machine.loggp;
    if (model == MessageModel::loggp) return loggp.broadcast_pipelined(s, P, loggp.best_packet(s, P));
    return in_rounds<&AlphaBeta::broadcast_pipelined_best>(machine, model, s, P);
}

double broadcast_in_two_phases(const CollectiveMachine& machine, MessageModel model, double s, Index P)
{
    if (model == MessageModel::bsp) return machine.bsp.broadcast_two_phase(s, P);
    return in_rounds<&AlphaBeta::allreduce>(machine, model, s, P);
}

// In the other models messages overlap, and a broadcast may be faster.
double broadcast_bound(const CollectiveMachine& machine, MessageModel model, double s, Index P)
{
    require(model == MessageModel::alpha_beta, "the lower bound is of the alpha-beta model alone");
    return machine.alpha_beta.broadcast_lower_bound(s, P);
}

// The busiest process has P - 1 messages of s/P, whether it is the root of a scatter or a gather, or one of all.
double direct(const CollectiveMachine& machine, MessageModel model, double s, Index P)
{
    if (model == MessageModel::logp) return machine.logp.exchange(words(s) * (1 - 1 / real(P)));
    if (model == MessageModel::loggp) return machine.loggp.all_to_all_direct(s, P);
    if (model == MessageModel::bsp) return machine.bsp.direct(s, P);
    return machine.alpha_beta.all_to_all_direct(s, P);
}

double direct_twice(const CollectiveMachine& machine, MessageModel model, double s, Index P)
{
    return 2 * direct(machine, model, s, P);
}

double all_to_all_radix(const CollectiveMachine& machine, MessageModel model, double s, Index P)
{
    const auto [by, size] = rounds(machine, model, s);
    return best_radix(by, size, P).cost;
}

}  // namespace

const std::vector<NamedModel>& message_models()
{
    using enum MessageModel;
    static const std::vector<NamedModel> all{
        {alpha_beta, "alpha-beta"}, {logp, "logp"}, {loggp, "loggp"}, {bsp, "bsp"}};
    return all;
}

const std::vector<CollectiveAlgorithm>& collective_algorithms()
{
    constexpr const char* lecture = "Solomonik 2015";
    static const std::vector<CollectiveAlgorithm> all{
        {"direct", "a message to each of the others; in BSP one superstep", "Solomonik 2015; PSC 2.4"},
        {"binary-tree", "each process sends all to one child, then to the other; P = 2^k - 1", lecture},
        {"binomial-tree", "in ceil(log P) rounds each process that has data sends it on", lecture},
        {"pipelined-tree", "a binary tree through which packets of the best size flow", lecture},
        {"double-tree", "two such trees, half of the packets through each", lecture},
        {"ring", "the root scatters P parts, which go round in a ring", lecture},
        {"scatter-allgather", "by binomial tree and butterfly, P = 2^k; in BSP two supersteps",
         "Solomonik 2015; PSC 2.4"},
        {"lower-bound", "no broadcast in packets of one size is faster", "Johnsson and Ho 1989"},
        {"butterfly", "log P rounds with partners at distance 1, 2, 4, ...; P = 2^k", lecture},
        {"bruck", "a round for each bit of the distance to the destination", "Bruck et al. 1997"},
        {"radix", "a round for each digit of it, to the best base r; P = 2^k = r^j", "Bruck et al. 1997"},
    };
    return all;
}

const std::vector<CollectiveCost>& collective_costs()
{
    static const std::vector<CollectiveCost> all{
        {"broadcast", "direct", broadcast_direct},
        {"broadcast", "binary-tree", in_rounds<&AlphaBeta::broadcast_binary_tree>},
        {"broadcast", "binomial-tree", in_rounds<&AlphaBeta::broadcast_binomial_tree>},
        {"broadcast", "pipelined-tree", broadcast_pipelined},
        {"broadcast", "double-tree", in_rounds<&AlphaBeta::broadcast_double_tree>},
        {"broadcast", "ring", in_rounds<&AlphaBeta::broadcast_ring>},
        {"broadcast", "scatter-allgather", broadcast_in_two_phases},
        {"broadcast", "lower-bound", broadcast_bound, true},
        {"scatter", "direct", direct},
        {"scatter", "binomial-tree", in_rounds<&AlphaBeta::allgather>},
        {"gather", "direct", direct},
        {"gather", "binomial-tree", in_rounds<&AlphaBeta::allgather>},
        {"allgather", "direct", direct},
        {"allgather", "butterfly", in_rounds<&AlphaBeta::allgather>},
        {"reduce-scatter", "direct", direct},
        {"reduce-scatter", "butterfly", in_rounds<&AlphaBeta::allgather>},
        {"allreduce", "direct", direct_twice},
        {"allreduce", "butterfly", in_rounds<&AlphaBeta::allreduce>},
        {"all-to-all", "direct", direct},
        {"all-to-all", "bruck", in_rounds<&AlphaBeta::all_to_all_bruck>},
        {"all-to-all", "radix", all_to_all_radix},
    };
    return all;
}

std::optional<double> CollectiveCost::seconds_if_known(const CollectiveMachine& machine, MessageModel model, double s,
                                                       Index P, std::string* why_not) const
{
    try {
        return seconds(machine, model, s, P);
    } catch (const Error& e) {
        if (why_not) *why_not = e.what();
        return {};
    }
}

const CollectiveCost* fastest(const std::vector<const CollectiveCost*>& among, const CollectiveMachine& machine,
                              MessageModel model, double s, Index P)
{
    const CollectiveCost* best = nullptr;
    double least = 0;
    for (const CollectiveCost* cost : among) {
        if (cost->is_bound) continue;
        const std::optional<double> seconds = cost->seconds_if_known(machine, model, s, P);
        if (!seconds || (best && *seconds >= least * (1 - rounding))) continue;
        best = cost;
        least = *seconds;
    }
    return best;
}

std::vector<CollectiveChoice> fastest_by_size(const std::vector<const CollectiveCost*>& among,
                                              const CollectiveMachine& machine, MessageModel model,
                                              const std::vector<Index>& sizes, Index P)
{
    const auto best_at = [&](Index bytes) { return fastest(among, machine, model, real(bytes), P); };
    std::vector<CollectiveChoice> choices{{sizes.front(), best_at(sizes.front())}};
    Index below = sizes.front();  // where the last choice is still the best
    for (const Index size : sizes) {
        for (const CollectiveCost* const best = best_at(size); choices.back().best != best;) {
            Index above = size;
            while (above - below > 1) {
                const Index middle = below + (above - below) / 2;
                (best_at(middle) == choices.back().best ? below : above) = middle;
            }
            choices.push_back({above, best_at(above)});
            below = above;
        }
        below = size;
    }
    return choices;
}

}  // namespace bspfft

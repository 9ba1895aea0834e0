#include "bsp_fft/papers/logp.hpp"

#include <algorithm>
#include <cmath>

#include "bsp_fft/papers/domain.hpp"

namespace bspfft {

namespace {

void require_gap(double gap)
{
    if (!(gap > 0) || !std::isfinite(gap))
        throw Error(Status::invalid_argument,
                    text("the gap g is ", gap,
                         "; between two messages some time must pass, so it must be more than 0"));
}

void require_at_least_one(const char* what, double value)
{
    if (!(value >= 1))
        throw Error(Status::invalid_argument, text(what, " is ", value, "; it must be 1 or more"));
}

}  // namespace

Index LogP::capacity() const
{
    return std::max(Index{1}, static_cast<Index>(std::ceil(std::min(latency / gap, 0x1p62))));
}

void LogP::require_valid() const
{
    require_gap(gap);
    require_not_negative("the latency L", latency);
    require_not_negative("the overhead o", overhead);
}

// Work takes far less than the rest: one node of the butterfly is the unit. So a quarter of 2^53 is left to each of L,
// o and g. A processor sends and receives each message at most once, and sends and receptions may have to take turns.
void LogP::require_exact(Index messages) const
{
    constexpr Index quarter = Index{1} << 51;
    const auto require = [&](const char* what, double value, Index count) {
        if (value <= static_cast<double>(quarter / count)) return;
        throw Error(Status::invalid_argument,
                    text(what, " is ", value, ", and times of ", messages, " messages of a processor would exceed ",
                         "2^53, up to which they are exact; take at most ", quarter / count));
    };
    const Index most = std::max(Index{1}, messages);
    require("the latency L", latency, 1);
    require("the overhead o", overhead, 2 * most);
    require("the gap g", gap, 2 * most);
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
    if (gap < overhead || gap > 2 * overhead + latency)
        throw Error(Status::invalid_argument,
                    text("LogP with g = ", gap, " is no alpha-beta machine; it needs o = ", overhead,
                         " <= g <= 2o + L = ", 2 * overhead + latency));
    return {2 * overhead + latency - gap, gap};
}

void LogGP::require_valid() const
{
    LogP{latency, overhead, gap}.require_valid();
    require_not_negative("the gap G", gap_each);
}

double LogGP::send(double s) const { return exchange(1, s); }

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
    return std::log2(P) * (latency + 2 * gap + overhead + 2 * k * gap_each) +
           2 * (s / k) * (gap + k * gap_each);
}

double LogGP::broadcast_pipelined_exact(double s, Index P, double k) const
{
    require_at_least_one("the packet k", k);
    const double passing = (k - 1) * gap_each;
    return depth_of_full_tree(P) * (latency + gap + 2 * overhead + 2 * passing) +
           2 * (s / k - 1) * (gap + passing);
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
    if (gap_each > 2 * overhead + latency)
        throw Error(Status::invalid_argument,
                    text("LogGP with G = ", gap_each,
                         " is no alpha-beta machine; it needs G <= 2o + L = ", 2 * overhead + latency));
    return {2 * overhead + latency - gap_each, gap_each};
}

}  // namespace bspfft

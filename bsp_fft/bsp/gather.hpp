// Small collectives: all-gather, reductions, and broadcast from process 0.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "bsp_fft/bsp/agreement.hpp"

namespace bspfft {

/// Groups of neighbouring processes, for a gather in two stages: among many processes messages from all to all would be
/// p^2. Few processes are one group.
class Groups {
public:
    static constexpr Index one_group = 64;  ///< processes at most

    explicit Groups(const Port& port) : p_(port.p()), count_(1)
    {
        while (p_ > one_group && count_ * count_ < p_) ++count_;
    }

    Index count() const { return count_; }
    Index group_of(Index s) const { return ((s + 1) * count_ - 1) / p_; }
    Index first(Index group) const { return group * p_ / count_; }
    /// How many are in a group; they differ by one at most.
    Index size(Index group) const { return first(group + 1) - first(group); }
    Index member(Index s) const { return s - first(group_of(s)); }

private:
    Index p_;
    Index count_;
};

/// The numbers of process 0, then of process 1, ...; every process makes equally many. A process that has no memory for
/// them is the failure of all. Cost: three supersteps, h = (p-1) times as many words as one process gives; among many
/// processes four, with about 2 sqrt(p) messages each.
std::vector<double> gather(Port& port, Agreement& agreement, auto make)
{
    const Groups groups(port);
    const Index own = groups.group_of(port.s()), member = groups.member(port.s());
    const bool in_stages = groups.count() > 1;
    std::vector<double> mine, of_group, all;
    agreement.on([&] {
        mine = make();
        all.resize(mine.size() * static_cast<std::size_t>(port.p()));
        if (in_stages) of_group.resize(mine.size() * static_cast<std::size_t>(groups.size(own)));
        Port::require_addressable(static_cast<Index>(all.size() * sizeof(double)));
    });
    const auto bytes = static_cast<Index>(mine.size() * sizeof(double));
    const auto put = [&](Index t, const std::vector<double>& from, std::vector<double>& to, Index at) {
        const auto length = static_cast<Index>(from.size() * sizeof(double));
        if (Port::prefers_hpput()) port.hpput(t, from.data(), to.data(), at, length);
        else port.put(t, from.data(), to.data(), at, length);
    };
    port.push(all.data(), bytes * port.p());
    if (in_stages) port.push(of_group.data(), bytes * groups.size(own));
    port.sync();
    if (in_stages) {
        for (Index i = 0; i < groups.size(own); ++i) put(groups.first(own) + i, mine, of_group, member * bytes);
        port.sync();
        // A process sends to those of every group whose number in it equals its own, modulo the size of its group.
        for (Index group = 0; group < groups.count(); ++group) {
            for (Index i = member; i < groups.size(group); i += groups.size(own))
                put(groups.first(group) + i, of_group, all, groups.first(own) * bytes);
        }
        port.pop(of_group.data());
    } else {
        for (Index t = 0; t < port.p(); ++t) put(t, mine, all, port.s() * bytes);
    }
    port.pop(all.data());
    port.sync();
    return all;
}

/// Cost: four supersteps, likewise.
inline std::vector<double> gather(Port& port, const std::vector<double>& mine)
{
    Agreement agreement(port);
    return gather(port, agreement, [&] { return mine; });
}

/// Broadcasts process 0's value. Cost: two supersteps, h = (p-1) times its size.
void broadcast(Port& port, auto& value)
{
    constexpr auto bytes = static_cast<Index>(sizeof value);
    port.push(&value, bytes);
    port.sync();
    for (Index t = 1; port.s() == 0 && t < port.p(); ++t) port.put(t, &value, &value, 0, bytes);
    port.pop(&value);
    port.sync();
}

/// Combines the numbers of all processes, in the same order each time. Nothing is allocated. Cost: ceil(log2(p)) + 2
/// supersteps, h = p - 1.
double reduce(Port& port, double mine, auto combine)
{
    if (port.p() == 1) return mine;
    double landed[2] = {};
    port.push(landed, static_cast<Index>(sizeof landed));
    port.sync();
    const auto tell = [&](Index t, const double& place) {
        constexpr auto bytes = static_cast<Index>(sizeof mine);
        port.hpput(t, &mine, landed, (&place - landed) * bytes, bytes);
    };
    combine_all(port, mine, landed, tell, [&](double& own, double other) { own = combine(own, other); });
    port.pop(landed);
    return mine;
}

inline double sum_over_processes(Port& port, double mine) { return reduce(port, mine, std::plus<>()); }

inline double largest_over_processes(Port& port, double mine)
{
    return reduce(port, mine, [](double a, double b) { return std::max(a, b); });
}

}  // namespace bspfft

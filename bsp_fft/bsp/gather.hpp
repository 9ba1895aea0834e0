// Small collectives: all-gather, reductions, and broadcast from process 0.
#pragma once

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include "bsp_fft/bsp/port.hpp"

namespace bspfft {

/// Groups of neighbouring processes for collectives of two stages: among many processes a message from everyone to
/// everyone would be p^2 of them. A few are one group.
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

/// An array that others write to in collectives.
class GatherArray {
public:
    GatherArray(Port& port, std::size_t size) : port_(port), values_(size) {}

    void push() { port_.push(values_.data(), bytes(values_.size())); }
    void pop() { port_.pop(values_.data()); }

    /// Writes the numbers to process t's array; they may not change until the sync.
    void put(Index t, const std::vector<double>& numbers, Index first)
    {
        const Index offset = first * static_cast<Index>(sizeof(double));
        if (Port::prefers_hpput()) {
            port_.hpput(t, numbers.data(), values_.data(), offset, bytes(numbers.size()));
        } else {
            port_.put(t, numbers.data(), values_.data(), offset, bytes(numbers.size()));
        }
    }

    std::vector<double>& values() { return values_; }

private:
    static Index bytes(std::size_t numbers) { return static_cast<Index>(numbers * sizeof(double)); }

    Port& port_;
    std::vector<double> values_;
};

/// A gather of one group, in one stage.
inline std::vector<double> gather_at_once(Port& port, const std::vector<double>& mine)
{
    GatherArray all(port, mine.size() * static_cast<std::size_t>(port.p()));
    all.push();
    port.sync();
    for (Index t = 0; t < port.p(); ++t) all.put(t, mine, port.s() * static_cast<Index>(mine.size()));
    all.pop();
    port.sync();
    return all.values();
}

/// The first stage gathers in each group. What pass_on(those numbers) returns, the same in a group, is gathered from
/// all groups to `total` numbers; those of this process's group begin at the place `first`.
template <class PassOn>
std::vector<double> gather_in_stages(Port& port, const Groups& groups, const std::vector<double>& mine, PassOn pass_on,
                                     std::size_t total, Index first)
{
    const Index own = groups.group_of(port.s()), member = groups.member(port.s());
    GatherArray of_group(port, mine.size() * static_cast<std::size_t>(groups.size(own)));
    GatherArray all(port, total);
    of_group.push();
    all.push();
    port.sync();
    for (Index i = 0; i < groups.size(own); ++i)
        of_group.put(groups.first(own) + i, mine, member * static_cast<Index>(mine.size()));
    port.sync();
    const std::vector<double> passed_on = pass_on(of_group.values());
    // A process tells those of every group that have its number there, modulo the size of its own group.
    for (Index group = 0; group < groups.count(); ++group) {
        for (Index i = member; i < groups.size(group); i += groups.size(own))
            all.put(groups.first(group) + i, passed_on, first);
    }
    all.pop();
    of_group.pop();
    port.sync();
    return all.values();
}

/// The numbers of process 0, then of process 1, ...; every process gives equally many.
/// Cost: two supersteps, h = (p-1) times as many words as one process gives; among many processes three, with about
/// 2 sqrt(p) messages each.
inline std::vector<double> gather(Port& port, const std::vector<double>& mine)
{
    const Groups groups(port);
    if (groups.count() == 1) return gather_at_once(port, mine);
    const auto all_of_it = [](const std::vector<double>& values) { return values; };
    return gather_in_stages(port, groups, mine, all_of_it, mine.size() * static_cast<std::size_t>(port.p()),
                            groups.first(groups.group_of(port.s())) * static_cast<Index>(mine.size()));
}

/// Combines the numbers of all processes, with the same result on all. Cost: that of gather, but among many processes
/// h is about 2 sqrt(p) words.
template <class Combine>
double reduce(Port& port, double mine, Combine combine)
{
    const auto combined = [&](const std::vector<double>& values) {
        return std::accumulate(values.begin() + 1, values.end(), values.front(), combine);
    };
    const Groups groups(port);
    if (groups.count() == 1) return combined(gather_at_once(port, {mine}));
    const auto one = [&](const std::vector<double>& values) { return std::vector<double>{combined(values)}; };
    return combined(gather_in_stages(port, groups, {mine}, one, static_cast<std::size_t>(groups.count()),
                                     groups.group_of(port.s())));
}

inline double sum_over_processes(Port& port, double mine) { return reduce(port, mine, std::plus<>()); }

inline double largest_over_processes(Port& port, double mine)
{
    return reduce(port, mine, [](double a, double b) { return std::max(a, b); });
}

/// Broadcasts process 0's value. Cost: two supersteps, h = (p-1) times its size.
template <class Value>
void broadcast(Port& port, Value& value)
{
    constexpr auto bytes = static_cast<Index>(sizeof value);
    port.push(&value, bytes);
    port.sync();
    for (Index t = 1; port.s() == 0 && t < port.p(); ++t) port.put(t, &value, &value, 0, bytes);
    port.pop(&value);
    port.sync();
}

}  // namespace bspfft

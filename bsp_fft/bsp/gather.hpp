// Small collectives: all-gather, and broadcast from process 0.
#pragma once

#include <vector>

#include "bsp_fft/bsp/agreement.hpp"

namespace bspfft {

/// The numbers of process 0, then of process 1, ...; every process makes equally many. A process that has no memory for
/// them is the failure of all. Cost: three supersteps, h = (p-1) times as many words as one process gives.
template <class Make>
std::vector<double> gather(Port& port, Agreement& agreement, Make make)
{
    std::vector<double> mine, all;
    agreement.on([&] {
        mine = make();
        all.resize(mine.size() * static_cast<std::size_t>(port.p()));
        Port::require_addressable(static_cast<Index>(all.size() * sizeof(double)));
    });
    const auto bytes = static_cast<Index>(mine.size() * sizeof(double));
    port.push(all.data(), bytes * port.p());
    port.sync();
    for (Index t = 0; t < port.p(); ++t) port.put(t, mine.data(), all.data(), port.s() * bytes, bytes);
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

inline double sum_over_processes(Port& port, double mine)
{
    double sum = 0;
    for (const double value : gather(port, {mine})) sum += value;
    return sum;
}

/// Every process learns from one twice as far away each time; nothing is allocated.
/// Cost: ceil(log2(p)) + 1 supersteps, h = 1.
inline double largest_over_processes(Port& port, double mine)
{
    const Index p = port.p(), s = port.s();
    if (p == 1) return mine;
    double landed[2] = {};  // in turn: a process may be one superstep ahead
    port.push(landed, static_cast<Index>(sizeof landed));
    port.sync();
    std::size_t turn = 0;
    for (Index away = 1; away < p; away *= 2, turn = 1 - turn) {
        const double sent = mine;
        port.hpput((s + away) % p, &sent, landed, static_cast<Index>(turn * sizeof mine),
                   static_cast<Index>(sizeof mine));
        if (2 * away >= p) port.pop(landed);
        port.sync();
        mine = landed[turn] > mine ? landed[turn] : mine;
    }
    return mine;
}

}  // namespace bspfft

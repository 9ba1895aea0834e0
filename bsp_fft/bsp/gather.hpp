// Small collectives: all-gather, and broadcast from process 0.
#pragma once

#include <vector>

#include "bsp_fft/bsp/port.hpp"

namespace bspfft {

/// The numbers of process 0, then of process 1, ...; every process gives equally many.
/// Cost: two supersteps, h = (p-1) times as many words as one process gives.
inline std::vector<double> gather(Port& port, const std::vector<double>& mine)
{
    std::vector<double> all(mine.size() * static_cast<std::size_t>(port.p()));
    const auto bytes = static_cast<Index>(mine.size() * sizeof(double));
    port.push(all.data(), bytes * port.p());
    port.sync();
    for (Index t = 0; t < port.p(); ++t) port.put(t, mine.data(), all.data(), port.s() * bytes, bytes);
    port.pop(all.data());
    port.sync();
    return all;
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

inline double largest_over_processes(Port& port, double mine)
{
    double largest = mine;
    for (const double value : gather(port, {mine})) largest = value > largest ? value : largest;
    return largest;
}

}  // namespace bspfft

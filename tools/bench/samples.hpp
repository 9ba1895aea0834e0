// How times are taken, and what is said of them. The method is benchFFT's: calls in blocks that are long enough for the
// clock, several blocks, the minimum counts. Every contestant is measured by it.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "bsp_fft/base/steady_seconds.hpp"
#include "bsp_fft/measure/statistics.hpp"
#include "bspfft/error.hpp"
#include "bspfft/ledger.hpp"

namespace bspfft::tools {

/// Seconds, one for each repeat; never empty where a function below is called.
using Samples = std::vector<double>;

inline double minimum(const Samples& samples) { return *std::min_element(samples.begin(), samples.end()); }
inline double maximum(const Samples& samples) { return *std::max_element(samples.begin(), samples.end()); }

/// 10^9 flops a second of a transform of n elements (on all of its axes together), counted as 5 n log2 n by
/// convention, whatever the algorithm does  [benchFFT].
inline double fft_rate(Index n, double seconds)
{
    const auto length = static_cast<double>(n);
    return 5 * length * std::log2(length) / seconds / 1e9;
}

/// Values of an answer that are compared with sums in twice the precision, before it is timed.
constexpr Index bins_to_check = 4;

constexpr double shortest_block = 0.01;  // seconds
constexpr double long_call = 0.5;
constexpr int blocks_a_round = 4;
constexpr int blocks_of_long_calls = 3;

/// Seconds per call. `block(count)` makes that many calls and returns what they took in all; on several processes it
/// must return the same to all: what the slowest took. The blocks that find the count are not counted.
template <class Block>
Samples time_blocks(Block block)
{
    int count = 1;
    double first = block(count);
    while (first < shortest_block && count < 1 << 20) first = block(count *= 2);
    const int blocks = first < long_call ? blocks_a_round : blocks_of_long_calls;
    Samples samples;
    for (int i = 0; i < blocks; ++i) samples.push_back(block(count) / count);
    return samples;
}

/// The same of calls by one thread.
template <class Work>
Samples time_calls(Work work)
{
    return time_blocks([&](int count) {
        const double start = steady_seconds();
        for (int i = 0; i < count; ++i) work();
        return steady_seconds() - start;
    });
}

/// The ledger of a plan's median execution, so that a disturbed one does not count. Collective.
template <class Plan>
Ledger median_ledger(Plan& plan, int repeats)
{
    std::vector<Ledger> ledgers;
    for (int i = 0; i < repeats; ++i) {
        plan.account(true);
        plan.execute();
        ledgers.push_back(plan.ledger());
    }
    const auto half = ledgers.begin() + repeats / 2;
    std::nth_element(ledgers.begin(), half, ledgers.end(),
                     [](const Ledger& a, const Ledger& b) { return a.seconds < b.seconds; });
    return *half;
}

}  // namespace bspfft::tools

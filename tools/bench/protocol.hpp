// How a time is taken, after benchFFT: calls in blocks that are long enough for the clock, several blocks,
// the minimum counts. Everybody who is measured is measured by this.
#pragma once

#include "tools/bench/samples.hpp"

namespace bspfft::tools {

/// Values of an answer that are compared with sums in twice the precision, before it is timed.
constexpr Index bins_to_check = 4;

constexpr double shortest_block = 0.01;  // seconds
constexpr double long_call = 0.5;
constexpr int blocks_a_round = 4;
constexpr int blocks_of_long_calls = 3;

/// Seconds per call. `block(count)` does so many calls and returns what they took in all; on several
/// processes it must return the same to all: what the slowest took. The blocks that find the count are not
/// counted.
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

}  // namespace bspfft::tools

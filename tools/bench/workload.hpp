// What is transformed, and its name in tables.
#pragma once

#include <string>
#include <vector>

#include "bspfft/schedule.hpp"
#include "tools/bench/task.hpp"

namespace bspfft::tools {

/// Arrays of one shape, one after the other in memory, and what is done with each of them.
struct Workload {
    std::vector<Index> shape;
    Index batch = 1;
    Task task = {};

    /// Elements of one array.
    Index n() const;
    /// Elements of all.
    Index elements() const;
    /// The transform, for the library: the batch is a first axis.
    Problem problem() const;
    bool is_one_vector() const { return shape.size() == 1 && batch == 1; }
    /// "2^20", "3^15", "1000003", "256x256x256", "16384 of 64".
    std::string name() const;

    bool operator==(const Workload&) const = default;
};

/// Lengths of small primes, from 8 to 14 million: 3^15, 5^10, 10^7, 2^8 3^5 5^2 7, 6^9, and 2^23 to compare with.
std::vector<Workload> smooth_lengths();

/// Prime lengths near 10^6 and 2^20.
std::vector<Workload> prime_lengths();

}  // namespace bspfft::tools

// What is known of a machine, as far as an FFT's cost depends on it: pure data, and what lies between.
#pragma once

#include <string>
#include <vector>

#include "bspfft/index.hpp"
#include "bspfft/options.hpp"

namespace bspfft {

/// A median, and the interval that holds it with a confidence of 95%.
struct Estimate {
    double value = 0;
    double low = 0;
    double high = 0;
};

/// What of the local work was timed.
enum class Work {
    columns,  ///< the fast algorithm's first half: columns in, weights, packing
    rows,     ///< its second half: rows out
    radix2,   ///< the textbook's butterflies
};

/// The rate of a kernel: r depends on the length of its transforms and on where the data live.
struct KernelPoint {
    Work work;
    Index length;      ///< of the transforms: N1, N2, or the radix of a computation
    Index local_size;  ///< complex numbers of a process
    Index active;      ///< processes that compute at the same time, and share caches and memory
    Estimate seconds;  ///< per complex number
};

/// What a put costs in an h-relation: o + bytes * g(bytes), by where it lands.
struct PutPoint {
    Exchange exchange;
    Index bytes;
    Index working_set;  ///< bytes of the array that the puts of a superstep fill
    Index p;
    Estimate seconds;
};

struct SyncPoint {
    Index p;
    Estimate seconds;  ///< of an empty superstep: l
};

/// A copy from one array to another, both bytes together; read and written bytes count.
struct StreamPoint {
    std::string level;  ///< "L1", "L2", ..., "memory"
    Index bytes;
    Index active;
    Estimate bytes_per_second;  ///< of one process
};

/// r, g and l as bspbench defines them  [BSPedupack 2.0; PSC 1.6]: DAXPY in the nearest cache, puts of one
/// double, a least-squares fit over h = p .. 256.
struct BspParameters {
    Index p;
    Estimate r;  ///< flop/s
    Estimate g;  ///< flops per real word
    Estimate l;  ///< flops
};

struct Machine {
    static constexpr int current_version = 1;

    // which
    std::string cpu;
    std::string runtime;
    std::string simd;
    Index cores = 0;
    Index p = 0;  ///< most processes that were measured
    std::string date;
    double probe_seconds = 0;

    // what
    std::vector<BspParameters> bsp;
    std::vector<KernelPoint> kernels;
    std::vector<PutPoint> puts;
    std::vector<SyncPoint> syncs;
    std::vector<StreamPoint> streams;
    Estimate put_overhead;  ///< o: seconds of a put, however short
    Estimate alpha;         ///< seconds until one short put has arrived
    Estimate beta;          ///< seconds per byte of a long one
    std::vector<std::string> warnings;

    /// Those of the largest p measured that is at most this one.
    const BspParameters& bsp_at(Index p) const;
    /// Of one complex number; between the points measured by interpolation over the logarithms, beyond the
    /// largest array by the rate of the largest.
    double kernel_seconds(Work work, Index length, Index local_size, Index active) const;
    double put_seconds(Exchange exchange, Index bytes, Index working_set, Index p) const;
    /// Beyond the largest p measured it grows as its logarithm does.
    double sync_seconds(Index p) const;
    /// Seconds to read and write so many bytes of an array of this size.
    double copy_seconds(Index bytes, Index array_bytes, Index active) const;
};

}  // namespace bspfft

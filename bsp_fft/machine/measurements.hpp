// What a probe measures, point by point, and the cuts that trials found: what a Machine keeps and predictions read. And
// what the system says of a machine.
#pragma once

#include <string>
#include <vector>

#include "bsp_fft/base/access.hpp"
#include "bsp_fft/base/integers.hpp"
#include "bspfft/machine.hpp"
#include "bspfft/options.hpp"

namespace bspfft {

/// The properties of a pass that a kernel's rate depends on.
struct PassKind {
    /// "simd", "radix2", "fftw", ...; "short": short vectors; "cuda 3 axes" and so on, by the shape of the pass
    std::string kernel;
    Access access;
    Index bytes_per_real;      ///< 4 or 8
    std::vector<Index> axes;   ///< lengths of the transforms
    Index neighbours = 0;      ///< columns of a tile that are next to each other in memory; 0: all of them
    bool half = false;         ///< columns of real data, or rows of half a spectrum
    Index lanes = 0;           ///< columns of a tile; 0: as many as a cache line has
    Index partial_tiles = 0;   ///< of all tiles of a process one in this number is not full; 0: none

    Index length() const { return product_of(axes); }
};

/// But for the lengths and the lanes.
inline bool same_kind(const PassKind& a, const PassKind& b)
{
    return a.kernel == b.kernel && a.access == b.access && a.bytes_per_real == b.bytes_per_real &&
           a.axes.size() == b.axes.size() && (a.neighbours > 0) == (b.neighbours > 0) && a.half == b.half;
}

/// The rate of a kernel: r depends on the pass, and on which cache or memory holds the data.
struct KernelPoint {
    PassKind pass;
    Index local_size;  ///< complex numbers of a process
    Index active;      ///< processes that compute at the same time, and share caches and memory
    Estimate seconds;  ///< per complex number of a process; on a device, where they take turns, of all of them
};

/// Vector code on a tile that stays in the cache, or on one short vector there. What a pass of each radix takes follows
/// from many of them (schedule/vector_prices.hpp).
struct TilePoint {
    std::vector<Index> axes;
    Index lanes;  ///< columns of the tile; of a short vector 0
    Index bytes_per_real;
    Index active;
    Estimate seconds;  ///< per complex number
};

inline bool is_same_work(const TilePoint& a, const TilePoint& b)
{
    return a.axes == b.axes && a.lanes == b.lanes && a.bytes_per_real == b.bytes_per_real;
}

/// What the rate of a cosine or sine transform's sweep depends on.
struct SweepKind {
    static constexpr const char* multiply = "multiply";

    std::string pattern;  ///< "fold", "unfold", "take apart", "put together", or numbers times a table
    Index bytes_per_real;
    Index width = 1;       ///< numbers of a row
    bool strided = false;  ///< parts are every other number
};
struct SweepPoint {
    SweepKind sweep;
    Index local_size;  ///< complex numbers of a process, or pairs of real ones
    Index active;
    Estimate seconds;  ///< per complex number
};

/// The cost of a put in an h-relation: o + bytes * g(bytes), by the size of the target.
struct PutPoint {
    Exchange exchange;
    Index bytes;
    Index working_set;  ///< bytes of the array that the puts of a superstep fill
    Index p;
    Estimate seconds;
};

/// What a sync takes on p processes.
struct SyncPoint {
    Index p;
    Index working_set;  ///< bytes that each process worked on before it
    Estimate seconds;   ///< of the process that waits least: l
};

/// What it takes a process longer to read what others have put than to read it once more.
struct ArrivalPoint {
    Index p;
    Index bytes;       ///< that a process received in one superstep
    Estimate seconds;  ///< of all of them; at least a thousandth of a nanosecond a byte
};

/// A copy from one array to another, both bytes together; read and written bytes count.
struct StreamPoint {
    std::string level;  ///< "L1", "L2", ..., "memory"
    Index bytes;
    Index active;
    Estimate bytes_per_second;  ///< of one process
};

/// What a grid and a cut of the fast algorithm are for.
struct CutKey {
    std::vector<Index> shape;   ///< with the batch as a first axis
    std::vector<Index> axes;    ///< that are transformed, of this shape
    Data data = Data::complex;  ///< or real: to half a spectrum and to reals
    Index bytes_per_real = 8;
    Index p = 1;

    friend bool operator==(const CutKey&, const CutKey&) = default;
};

/// The grid and the cut that trials found to be the best (measured_choice in plan.hpp).
struct RememberedCut {
    CutKey key;
    std::vector<Index> grid;  ///< processes along each axis of the shape
    std::vector<Index> cut;   ///< a of each axis, 1 where it is not transformed; none: without a cut
    double seconds = 0;       ///< of one transform
};

/// How many of p processes share a memory: all of them, or where processes send messages, those of the machine that was
/// probed, since more of them are on other machines.
Index sharing_memory(const Machine& machine, Index p);

/// In words: what is assumed of more processes than were probed.
std::string law_beyond_probed(const Machine& machine);

// This machine, as the system reports it.

std::string cpu_name();

struct CacheLevel {
    std::string name;  ///< "L1", "L2", ...
    Index bytes;
};

/// The data caches of the first core, the nearest first; common sizes where the system does not report them.
std::vector<CacheLevel> cache_levels();

/// Now, in UTC: 2026-01-31T12:00:00Z.
std::string date_and_time();

}  // namespace bspfft

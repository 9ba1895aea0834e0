// The parameters of a machine that an FFT's cost depends on: measured points, interpolation, and its file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bspfft/access.hpp"
#include "bspfft/export.hpp"
#include "bspfft/index.hpp"
#include "bspfft/choices.hpp"

namespace bspfft {

/// The median of the undisturbed samples, and their quartiles. Without an interval, where there were too few samples
/// for one, low and high are NaN, as of all that is computed from it.
struct Estimate {
    double value = 0;
    double low = 0;
    double high = 0;

    bool has_interval() const { return low < high; }  ///< whether low and high say anything
};

/// The properties of a pass that a kernel's rate depends on.
struct PassKind {
    std::string kernel;  ///< "simd", "radix2", "fftw", ...; "cuda 3 axes" and so on, by the shape of the pass
    Access access;
    Index bytes_per_real;  ///< 4 or 8
    Index length;          ///< of the transforms
    bool lanes_apart = false;  ///< of the lanes kernel in place: the columns of a tile are not neighbours in memory
};

/// The rate of a kernel: r depends on the pass, and on which cache or memory holds the data.
struct KernelPoint {
    PassKind pass;
    Index local_size;  ///< complex numbers of a process
    Index active;      ///< processes that compute at the same time, and share caches and memory
    Estimate seconds;  ///< per complex number of a process; on a device, where they take turns, of all of them
};

/// The lanes kernel on a tile in the cache, in double precision: how the factors of a length change its rate. Powers of
/// two are among them, for comparison.
struct LengthPoint {
    Index length;
    Index active;
    Estimate seconds;  ///< per complex number
    Index lanes = 8;   ///< columns of the tile: as wide as a cache line, or 1
};

/// One pass of the lanes kernel over a tile in the cache, in double precision: what the choice of passes is about.
/// Plans choose by a built-in table of such costs, so that every run and every machine has the same passes, and
/// results the same bits; these are to compare it with.
struct RadixPoint {
    Index radix;
    Index active;
    Estimate seconds;  ///< that it adds for each row of 8 complex numbers
};

/// The cost of a put in an h-relation: o + bytes * g(bytes), by the size of the target.
struct PutPoint {
    Exchange exchange;
    Index bytes;
    Index working_set;  ///< bytes of the array that the puts of a superstep fill
    Index p;
    Estimate seconds;
};

/// What an empty superstep takes on p processes.
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

/// Which way a copy between host and device goes: one way, or each way while as many bytes go the other.
enum class CopyDirection { to_device, to_host, both };
/// Pinned host memory is read and written by the device itself; pageable memory is copied once more.
enum class HostMemory { pinned, pageable };

/// Copies of one kind: each takes its latency and its bytes at a rate.
struct CopyRate {
    CopyDirection direction;
    HostMemory host;
    Estimate latency;  ///< seconds
    Estimate bytes_per_second;
};

/// A device with memory of its own. The rates of its kernel are among those of the others.
struct DeviceParameters {
    std::string name;
    Index memory = 0;           ///< bytes
    Index cache = 0;            ///< bytes of its last cache
    double peak = 0;            ///< flop/s in double precision, by its clock and its units
    Estimate launch;            ///< seconds of work that does nothing, from its launch until the host knows
    Estimate bytes_per_second;  ///< a copy within its memory; read and written bytes count
    std::vector<CopyRate> copies;
};

/// r, g and l as bspbench defines them  [BSPedupack 2.0; PSC 1.6]: DAXPY in the nearest cache, puts of one
/// double, a least-squares fit over h = p .. 256.
struct BspParameters {
    Index p;
    Estimate r;  ///< flop/s
    Estimate g;  ///< flops per real word
    Estimate l;  ///< flops
};

/// What a grid and a cut of the fast algorithm are for.
struct CutKey {
    std::vector<Index> shape;  ///< with the batch as a first axis
    std::vector<Index> axes;   ///< that are transformed, of this shape
    Data data = Data::complex;  ///< or real, there and back
    Index bytes_per_real = 8;
    Index p = 1;

    friend bool operator==(const CutKey&, const CutKey&) = default;
};

/// The grid and the cut that trials found to be the best (measured_choice.hpp).
struct RememberedCut {
    CutKey key;
    std::vector<Index> grid;  ///< processes along each axis of the shape
    std::vector<Index> cut;   ///< a of each axis, 1 where it is not transformed; none: without a cut
    double seconds = 0;       ///< of one transform
};

/// What is known of a machine: what it is, and what a probe has measured. write_machine and read_machine keep it in a
/// file.
struct BSPFFT_API Machine {
    static constexpr int current_version = 5;
    static constexpr int oldest_version = 2;  ///< that is read: it has no lengths and radices, 3 no cuts, 4 no device

    // identification
    std::string file;  ///< that it was read from
    std::string cpu;
    std::string runtime;
    std::string simd;
    Index cores = 0;
    Index p = 0;  ///< most processes that were measured
    std::string date;
    double probe_seconds = 0;

    // measurements
    std::vector<BspParameters> bsp;
    std::vector<KernelPoint> kernels;
    std::vector<LengthPoint> lengths;
    std::vector<RadixPoint> radices;
    std::vector<PutPoint> puts;
    std::vector<SyncPoint> syncs;
    std::vector<StreamPoint> streams;
    Estimate put_overhead;  ///< o: seconds of a put, however short
    Estimate alpha;         ///< seconds until one short put has arrived
    Estimate beta;          ///< seconds per byte of a long one
    std::vector<std::string> warnings;
    std::vector<RememberedCut> cuts;  ///< one for each key
    std::optional<DeviceParameters> device;

    /// The one that was remembered for this; null if there is none.
    const RememberedCut* remembered(const CutKey& key) const;
    /// Instead of an earlier one for the same.
    void remember(RememberedCut found);

    // Each of these throws Error(file_error) without a matching measurement.

    /// Those of the largest p measured that is at most this one.
    const BspParameters& bsp_at(Index p) const;
    /// Whether some pass of this kernel, access and precision was measured, of any length.
    bool knows(const PassKind& pass) const;
    /// The cost of the lanes kernel's passes for this length, relative to a power of two of about this length: by its
    /// prime factors. Those that were not measured are between their neighbours. 1 without any measured.
    Estimate length_factor(Index length, Index active) const;
    /// How much longer a tile of one column takes for each number than one as wide as a cache line, in double
    /// precision.
    Estimate one_lane_factor(Index active) const;
    /// Of one complex number; between the points measured by interpolation over the logarithms, beyond the
    /// largest array by the rate of the largest. Other lengths than powers of two take longer by their factor, of
    /// what a small array takes: the rest is memory's.
    Estimate pass_seconds(const PassKind& pass, Index local_size, Index active) const;
    Estimate put_seconds(Exchange exchange, Index bytes, Index working_set, Index p) const;
    /// Beyond the largest p measured it grows as its logarithm does.
    Estimate sync_seconds(Index p) const;
    /// Seconds to read and write so many bytes of an array of this size.
    Estimate copy_seconds(Index bytes, Index array_bytes, Index active) const;
    /// The device that was measured.
    const DeviceParameters& known_device() const;
    /// Seconds of one copy of so many bytes between host and device; both ways at once, where that was not measured, as
    /// the slower of them.
    Estimate device_copy_seconds(CopyDirection direction, HostMemory host, Index bytes) const;
};

/// Reads a machine file; throws Error(file_error), which says what to do, if it is missing, damaged or of another
/// version.
BSPFFT_API Machine read_machine(const std::string& path);

/// Writes the file atomically, and creates its folder. Throws Error(file_error).
BSPFFT_API void write_machine(const std::string& path, const Machine& machine);

/// Under the user's cache folder ($XDG_CACHE_HOME, else ~/.cache), one for each BSPlib. Throws Error(file_error) if
/// the user has neither.
BSPFFT_API std::string default_machine_path(const std::string& runtime);

/// Empty if the file is of this CPU and BSPlib; otherwise a sentence that marks what is predicted from it.
BSPFFT_API std::string difference_from(const Machine& machine, const std::string& cpu,
                                       const std::string& runtime);

}  // namespace bspfft

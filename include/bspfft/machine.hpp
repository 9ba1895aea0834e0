// A machine: what a probe measures of it, the file that keeps it, and what models predict from it.
//
//     Machine machine = this_machine();
//     probe_section(machine);               // in sections of 1, 2, ... processes, by all of their processes
//     probe_device(machine);                // where there is one
//     conclude_probe(machine);
//     write_machine("machine.json", machine);
//     const Price price = predict(Model::calibrated, machine, plan.schedule()).total();
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bspfft/error.hpp"

namespace bspfft {

class Schedule;
enum class Exchange;

// Points that a probe measures, which only the library reads.
struct PassKind;
struct KernelPoint;
struct TilePoint;
struct SweepKind;
struct SweepPoint;
struct PutPoint;
struct SyncPoint;
struct ArrivalPoint;
struct StreamPoint;
struct CutKey;
struct RememberedCut;

/// The median of the undisturbed samples, and their quartiles. Without an interval, where there were too few samples
/// for one, low and high are NaN, and so they are in all that is computed from it.
struct Estimate {
    double value = 0;
    double low = 0;
    double high = 0;

    bool has_interval() const { return low < high; }  ///< whether low and high say anything
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

/// A device with separate memory. The rates of its kernel are among those of the others.
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

/// What is known of a machine: what it is, and what a probe has measured. write_machine and read_machine keep it in a
/// file.
struct BSPFFT_API Machine {
    static constexpr int current_version = 11;  ///< of a file; earlier ones know less, and are refused

    Machine();                          ///< with nothing known
    ~Machine();
    Machine(const Machine& other);      ///< a copy, as of any value
    Machine(Machine&& other) noexcept;  ///< leaves the other empty
    Machine& operator=(const Machine& other);
    Machine& operator=(Machine&& other) noexcept;

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
    std::vector<TilePoint> tiles;
    std::vector<SweepPoint> sweeps;
    std::vector<PutPoint> puts;
    std::vector<SyncPoint> syncs;
    std::vector<ArrivalPoint> arrivals;
    std::vector<StreamPoint> streams;
    Estimate put_overhead;  ///< o: seconds of a put, however short
    Estimate alpha;         ///< seconds until one short put has arrived
    Estimate beta;          ///< seconds per byte of a long one
    std::vector<std::string> warnings;
    std::vector<RememberedCut> cuts;  ///< one for each key
    std::optional<DeviceParameters> device;

    /// The cut that is remembered for this key; null if there is none.
    const RememberedCut* remembered(const CutKey& key) const;
    /// Replaces an earlier one for the same key.
    void remember(RememberedCut found);

    // Each of these throws Error(file_error) without a matching measurement. Beyond the largest p that was measured
    // computing, copying and puts grow with p as they did up to there, as a power of it between 0 and 1; where
    // processes send messages, they do so up to the cores of one machine.

    /// The parameters of the largest p measured that is at most this one.
    const BspParameters& bsp_at(Index p) const;
    /// Whether some pass of this kernel, access and precision was measured, of any length.
    bool knows(const PassKind& pass) const;
    /// Seconds per complex number. Between the points measured: by interpolation over the logarithms; beyond the
    /// largest array: by the rate of the largest.
    Estimate pass_seconds(const PassKind& pass, Index local_size, Index active) const;
    /// Seconds per complex number of a cosine or sine transform's sweep, likewise.
    Estimate sweep_seconds(const SweepKind& sweep, Index local_size, Index active) const;
    /// Seconds of a put of these bytes into an array of working_set bytes, in an h-relation of p processes.
    Estimate put_seconds(Exchange exchange, Index bytes, Index working_set, Index p) const;
    /// Seconds of a sync after each process has worked on these bytes. Beyond the largest p measured it grows as its
    /// logarithm does.
    Estimate sync_seconds(Index p, Index working_set = 0) const;
    /// Seconds that reading these bytes takes longer where other processes have just put them: they are in the caches
    /// of others. None where that was not measured, as with one process.
    Estimate arrival_seconds(Index bytes, Index p) const;
    /// Seconds to read and write this number of bytes of an array of array_bytes.
    Estimate copy_seconds(Index bytes, Index array_bytes, Index active) const;
    /// The device that was measured.
    const DeviceParameters& known_device() const;
    /// Seconds of one copy between host and device; both ways at once, where that was not measured, as the slower of
    /// them.
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

// The probe measures what predictions need, on the BSPlib that the program is linked with.

/// The choices of a probe.
struct ProbeOptions {
    double seconds = 5;                       ///< approximately; at least one round of all measurements
    std::vector<Index> bytes_per_real{8, 4};  ///< the precisions of the kernels
    bool only_bsp_parameters = false;         ///< only how synchronising and bspbench's numbers depend on p
};

/// This machine by name and date, with nothing measured yet.
BSPFFT_API Machine this_machine();

/// Adds measurements of a section of this many processes to the machine. All processes of the section call it, and
/// each adds the same to its machine. Throws Error on all of them alike.
///
/// Cost: options.seconds.
BSPFFT_API void probe_section(Machine& machine, const ProbeOptions& options = {});

/// Adds measurements of this process's device (a GPU) to the machine. Returns an empty string, or why there is no
/// device. Throws Error if the device fails.
///
/// Cost: options.seconds.
BSPFFT_API std::string probe_device(Machine& machine, const ProbeOptions& options = {});

/// Derives o, alpha, beta and warnings from the points of all sections.
BSPFFT_API void conclude_probe(Machine& machine);

// Predictions: models that price a schedule on a machine.

/// Seconds of one superstep, or of all.
struct BSPFFT_API Price {
    double compute = 0;
    double communicate = 0;
    double sync = 0;
    /// The total with every measured number at its lower quartile, and at its upper one; NaN if a number has none.
    double low = 0;
    double high = 0;
    /// Copying between host and device while nothing is computed; 0 without a device.
    double pcie = 0;

    /// Seconds of all four; and the sum of two prices, part by part.
    double total() const { return compute + communicate + sync + pcie; }
    /// Whether low and high say anything.
    bool has_interval() const { return low < high; }
    Price& operator+=(const Price& other);
};

/// A model's prediction for a schedule.
struct BSPFFT_API Prediction {
    std::string model;
    std::vector<Price> supersteps;  ///< as many as the schedule's

    /// The sum over all supersteps.
    Price total() const;
};

/// The first three are the BSP cost: as in the textbook, with counts of the algorithm, and with measured rates. In the
/// models of messages and memory local work is that of the calibrated model, and synchronising is part of the messages.
enum class Model {
    /// T = 5 n log2 n / p + 2 t (n/p) g + (2t + 1) l flops, t = ceil(log p / log(n/p)), with bspbench's r, g and
    /// l [PSC 3.4]: all local data count as moved, and every superstep ends in a synchronisation. Other algorithms and
    /// shapes are charged by the same rules for their own supersteps, with the largest part of a process for n/p. One
    /// process waits for nobody: for p = 1 there is no l.
    textbook,
    /// The same r, g and l, but the h and the synchronisations that the algorithm has. The price is not exact, because
    /// r, g and l are measured with other work than an FFT's.
    counted,
    /// The same counts, with the kernels' r for their pass and the place of their data, the cost of a put of that
    /// size, the l of an empty superstep, and packing outside the cache and Bluestein's products at the speed of a
    /// copy. On a device a pass also costs its launch, and copies of arrays on the host their latency and their bytes.
    calibrated,
    /// For every move messages alpha + bytes beta, one after another.
    alpha_beta,
    /// A message for every complex number: 2o + L + (h - 1) g.
    logp,
    /// The messages that the schedule has, of k bytes: 2o + L + (k-1) G + (messages - 1) (g + (k-1) G).
    loggp,
    /// Local work takes its flops at bspbench's r, or its sweeps over the data at the speed of a copy, whichever is
    /// longer; moves take bytes beta  [after Czechowski et al. 2012, 3.1 and 3.2]. A device has its own peak and
    /// memory, and copies of arrays on the host take their bytes.
    memory,
};

/// The cost of one transform by this schedule. Throws Error(file_error) without a matching measurement.
BSPFFT_API Prediction predict(Model model, const Machine& machine, const Schedule& schedule);

}  // namespace bspfft

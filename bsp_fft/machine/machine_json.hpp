// The machine file: the results of a probe, as versioned JSON.
//
//     {"format": "bspfft machine", "version": 11,
//      "cpu", "runtime", "simd": words, "cores", "processes": numbers, "date": "2026-01-31T12:00:00Z",
//      "probe_seconds": number,
//      "bspbench": [{"p", "r" (flop/s), "g" (flops per real word), "l" (flops)}],
//      "kernels":  [{"kernel": "simd"|"short"|"radix2"|"fftw"|"cuda",
//                    "access": "to_packets"|"from_packets"|"between_packets"|"in_place",
//                    "bytes_per_real": 4|8, "axes": [lengths], "lanes" (columns of a tile; 0: as many as a cache line
//                    has), "neighbours" (columns of it next to each other in memory; 0: all), "half": boolean,
//                    "partial_tiles" (one in this number has fewer columns than lanes; 0: none), "local_size",
//                    "active", "seconds" (per complex number),
//                    "gflops" (5 log2 length flops per complex number)}],
//      "tiles":    [{"axes": [lengths], "lanes" (0: a short vector), "bytes_per_real": 4|8, "active",
//                    "seconds" (per complex number)}],
//      "sweeps":   [{"pattern": "fold"|"unfold"|"take apart"|"put together"|"multiply", "bytes_per_real": 4|8,
//                    "width" (of a row), "strided": boolean, "local_size", "active",
//                    "seconds" (per complex number)}],
//      "puts":     [{"exchange": "put"|"hpput", "bytes", "working_set" (bytes), "p", "seconds" (per put),
//                    "g" (seconds per real word of 8 bytes)}],
//      "syncs":    [{"p", "working_set" (bytes), "seconds"}],
//      "arrivals": [{"p", "bytes" (received in a superstep), "seconds" (more than to read them again)}],
//      "streams":  [{"level": "L1"..."memory", "bytes", "active", "bytes_per_second"}],
//      "put_overhead", "alpha" (seconds), "beta" (seconds per byte),
//      "warnings": [sentences],
//      "cuts":     [{"shape": [lengths, the batch first if there is one], "axes": [those that are transformed],
//                    "data": "complex"|"real", "bytes_per_real": 4|8, "p", "grid": [processes along each axis],
//                    "cut": [a of each axis, 1 where it is not transformed; empty: without a cut],
//                    "seconds" (a number: of one transform)}],
//      "device":   {"name", "memory", "cache" (bytes), "peak" (flop/s), "launch" (seconds), "bytes_per_second",
//                   "copies": [{"direction": "to_device"|"to_host"|"both" (at once), "host": "pinned"|"pageable",
//                               "latency" (seconds), "bytes_per_second" (each way)}]}}
//
// r, g, l, every seconds, latency and bytes_per_second, launch, put_overhead, alpha and beta are estimates: {"value",
// "low", "high"}, the median of the undisturbed samples and their quartiles, or three times the same where samples were
// too few for an interval. "gflops" and "g" are for people; they follow from the rest and are not read. Lists
// of puts are empty where only one process was measured. Cuts are not the probe's: `bspfft plan --measure --remember`
// adds them. Without a device there is no "device".
#pragma once

#include <string>

#include "bsp_fft/base/json.hpp"
#include "bspfft/machine.hpp"

namespace bspfft {

/// What to do about a file of this name that is missing or damaged; the name may be empty.
inline std::string how_to_measure_again(const std::string& file)
{
    return "measure again with: bspfft probe --overwrite" + (file.empty() ? "" : " --machine " + file);
}

/// Whether it says that it is one.
bool is_machine(const Json& document);

/// Whether a file is one, or a damaged one: it begins as JSON does and ends too early, or is empty.
bool may_be_machine_file(const std::string& path);

Json json_of(const Machine& machine);

/// Throws Error(file_error) if the document is not such a file, with `name` in the message.
Machine machine_from(const Json& document, const std::string& name);

}  // namespace bspfft

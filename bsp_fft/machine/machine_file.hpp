// The machine file: what a probe found, as versioned JSON.
//
//     {"format": "bspfft machine", "version": 1,
//      "cpu", "runtime", "simd": words, "cores", "processes": numbers, "date": "2026-01-31T12:00:00Z",
//      "probe_seconds": number,
//      "bspbench": [{"p", "r" (flop/s), "g" (flops per real word), "l" (flops)}],
//      "kernels":  [{"work": "columns"|"rows"|"radix2", "length", "local_size", "active",
//                    "seconds" (per complex number), "gflops" (5 log2 length flops per complex number)}],
//      "puts":     [{"exchange": "put"|"hpput", "bytes", "working_set" (bytes), "p", "seconds" (per put),
//                    "g" (seconds per real word of 8 bytes)}],
//      "syncs":    [{"p", "seconds"}],
//      "streams":  [{"level": "L1"..."memory", "bytes", "active", "bytes_per_second"}],
//      "put_overhead", "alpha" (seconds), "beta" (seconds per byte),
//      "warnings": [sentences]}
//
// r, g, l, every seconds and bytes_per_second, put_overhead, alpha and beta are estimates: {"value", "low",
// "high"}, a median and its interval of 95% confidence. "gflops" and "g" are for readers; they follow from
// the rest and are not read back. Lists of puts are empty where only one process was measured.
#pragma once

#include <string>

#include "bsp_fft/base/json.hpp"
#include "bsp_fft/machine/machine.hpp"

namespace bspfft {

Json json_of(const Machine& machine);

/// Throws Error(file_error) if the document is not such a file, with `name` in the message.
Machine machine_from(const Json& document, const std::string& name);

/// Reads the file; a missing, damaged or strange one throws Error(file_error) that says what to do.
Machine read_machine(const std::string& path);

/// Under the user's cache folder ($XDG_CACHE_HOME, else ~/.cache), one for each BSPlib.
std::string default_machine_path(const std::string& runtime);

/// Empty if the file is of this CPU and BSPlib; otherwise a sentence that marks what is predicted from it.
std::string difference_from(const Machine& machine, const std::string& cpu, const std::string& runtime);

}  // namespace bspfft

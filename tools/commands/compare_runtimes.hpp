// bspfft compare --runtimes: the ledger of the same n and p on threads and on MPI, side by side.
//
// As JSON:
//
//     {"cpu", "mpi" (the version that mpirun prints), "precision": "double",
//      "grid": [{"n", "shape", "axes", "size" (in a word), "p", "same_counts": bool,
//                "threads", "mpi": {"algorithm", "exchange",
//                  "T_comp", "T_comm", "T_sync", "other", "total": seconds, as in `run --account`,
//                  "flops", "words_sent", "words_received", "puts", "bytes", "synchronisations": of a
//                  process, the largest of each superstep, summed}}]}
#pragma once

#include "tools/commands/compare.hpp"

namespace bspfft::tools {

/// Starts `bspfft run --account` and, by mpirun, `bspfft-mpi run --account` for every n and p. Returns 1 if
/// counts differ, which would be an error of a BSPlib. Throws Error(file_error) if MPI or bspfft-mpi is not there.
int compare_runtimes(const CompareRequest& request);

}  // namespace bspfft::tools

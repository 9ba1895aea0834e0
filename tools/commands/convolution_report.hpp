// What a convolution cost, for people and for programs.
//
// As JSON:
//
//     {"mode", "correlate": bool, "real": bool, "shape", "kernel_shape", "output_shape",
//      "padded": lengths of the arrays that are transformed, in the order of the input's file,
//      "p", "runtime", "precision", "algorithm", "kernel", "exchange", "seconds": {"min", "median", "repeats"},
//      "bytes_per_process", "synchronisations", "supersteps": as in `bspfft run`, and with --account "cost" and "note"}
#pragma once

#include <optional>

#include "bspfft/ledger.hpp"
#include "bspfft/schedule.hpp"
#include "tools/bench/samples.hpp"
#include "tools/commands/convolution_source.hpp"

namespace bspfft::tools {

/// Filled by process 0; printed after the section.
class ConvolutionReport {
public:
    ConvolutionReport(const ConvolveRequest& request, const ConvolutionSource& source, const ConvolutionSizes& sizes)
        : request_(request), source_(source), sizes_(sizes)
    {}

    Samples seconds;               ///< of each repeat
    std::optional<Ledger> ledger;  ///< with seconds

    template <class Convolution>
    void describe(const Convolution& convolution)
    {
        schedule_ = convolution.schedule();
        options_ = convolution.options();
        bytes_ = convolution.bytes();
    }

    /// As the request wants it: a summary, or JSON.
    void print() const;

private:
    void print_summary() const;
    void print_json() const;

    const ConvolveRequest& request_;
    const ConvolutionSource& source_;
    const ConvolutionSizes& sizes_;
    std::optional<Schedule> schedule_;
    PlanOptions options_;
    Index bytes_ = 0;
};

}  // namespace bspfft::tools

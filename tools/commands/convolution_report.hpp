// What a convolution cost, for people and for programs.
//
// As JSON:
//
//     {"mode", "correlate": bool, "real": bool, "shape", "kernel_shape", "output_shape",
//      "padded": lengths of the arrays that are transformed, in the order of the input's file,
//      "p", "runtime", "precision", "algorithm", "kernel", "exchange", "seconds": {"min", "median", "repeats"},
//      "bytes_per_process", "synchronisations", "fused": bool (forward and inverse are one schedule),
//      "supersteps": as in `bspfft run`, and with --account "cost" and "note"}
//
// What is not fused is a forward and an inverse transform: the supersteps, and with --account their costs, are those of
// the inverse alone.
#pragma once

#include <optional>

#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/report/cost_report.hpp"
#include "bspfft/ledger.hpp"
#include "bspfft/schedule.hpp"
#include "tools/bench/samples.hpp"
#include "tools/commands/convolve.hpp"

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
        fused_ = convolution.is_fused();
        options_ = convolution.options();
        schedule_ = fused_ ? convolution.schedule() : schedule_of_way_back(convolution.schedule(), options_);
        bytes_ = convolution.bytes();
    }

    /// As the request wants it: a summary, or JSON.
    void print() const;

private:
    static Schedule schedule_of_way_back(const Schedule& there, const PlanOptions& resolved)
    {
        const bool same = resolved.data == Data::complex && there.input() == there.output();
        return same ? there : inverse_schedule(there, resolved);
    }
    void print_summary() const;
    void print_json() const;
    CostReport cost_report() const;

    const ConvolveRequest& request_;
    const ConvolutionSource& source_;
    const ConvolutionSizes& sizes_;
    std::optional<Schedule> schedule_;
    bool fused_ = false;
    PlanOptions options_;
    Index bytes_ = 0;
};

}  // namespace bspfft::tools

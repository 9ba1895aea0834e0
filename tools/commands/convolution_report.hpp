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

#include "tools/commands/convolve.hpp"
#include "tools/commands/data_report.hpp"

namespace bspfft::tools {

class ConvolutionReport final : public DataReport {
public:
    ConvolutionReport(const ConvolveRequest& request, const ConvolutionSource& source, const ConvolutionSizes& sizes)
        : DataReport(request), request_(request), source_(source), sizes_(sizes)
    {}

    template <class Convolution>
    void describe(const Convolution& convolution)
    {
        fused_ = convolution.is_fused();
        options_ = convolution.options();
        schedule_ = convolution.schedule(Direction::inverse);  // if it is fused there is one for both
        bytes_ = convolution.bytes();
    }

protected:
    void print_summary() const override;
    Json json() const override;
    double transforms() const override { return fused_ ? 1 : 2; }

private:
    const ConvolveRequest& request_;
    const ConvolutionSource& source_;
    const ConvolutionSizes& sizes_;
    bool fused_ = false;
};

}  // namespace bspfft::tools

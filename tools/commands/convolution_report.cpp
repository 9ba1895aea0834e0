#include "tools/commands/convolution_report.hpp"

#include <cstdio>

#include "bsp_fft/bsp/port.hpp"
#include "tools/commands/run_report.hpp"
#include "tools/files/text_output.hpp"
#include "tools/terminal/problem_text.hpp"
#include "tools/terminal/schedule_table.hpp"
#include "tools/terminal/table.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

void ConvolutionReport::print() const
{
    if (!request_.json.empty()) print_json();
    if (request_.json != "-" && request_.output != "-") print_summary();
}

void ConvolutionReport::print_summary() const
{
    print_wrapped(text(request_.input, " (", shape_text(source_.input.shape.axes), ") ",
                       request_.correlate ? "correlated with " : "convolved with ", request_.kernel, " (",
                       shape_text(source_.kernel.shape.axes), "), mode ", name_of(convolution_modes, request_.mode),
                       ": ", shape_text(source_.output_shape(sizes_).axes), source_.real ? " real" : " complex",
                       " numbers"),
                  0);
    print_wrapped(text("padded to ", shape_text(sizes_.padded), ", p = ", schedule_->p(), ", ",
                       name_of(precisions, request_.precision), ", kernel ", name_of(kernels, options_.kernel),
                       ", exchange ", name_of(exchanges, options_.exchange), ", on the ", Port::runtime(), " runtime"),
                  0);
    std::printf("  time    %s (minimum of %zu; median %s), without the kernel's transform\n",
                readable_seconds(minimum(seconds)).c_str(), seconds.size(), readable_seconds(median(seconds)).c_str());
    if (!request_.output.empty()) std::printf("  output  %s\n", request_.output.c_str());
    const std::string sweeps = times(schedule_->sweeps());
    print_wrapped(
        fused_ ? text("forward and inverse in one: the spectrum is never put in order, and memory is swept ", sweeps)
               : text("a forward and an inverse transform, of which this is the inverse; memory is swept ", sweeps,
                      " in it"),
        2);
    std::printf("  cost    of a process: %s\n\n", cost_in_words(*schedule_).c_str());
    print_schedule(stdout, *schedule_);
    if (!ledger) return;
    std::printf("\n");
    print_cost(stdout, cost_report(), request_.wide);
}

CostReport ConvolutionReport::cost_report() const
{
    const double each = fused_ ? median(seconds) : median(seconds) / 2;
    return beside_predictions(*schedule_, *ledger, each, request_.machine);
}

void ConvolutionReport::print_json() const
{
    Json document{
        {"mode", name_of(convolution_modes, request_.mode)},
        {"correlate", request_.correlate},
        {"real", source_.real},
        {"shape", source_.input.shape.axes},
        {"kernel_shape", source_.kernel.shape.axes},
        {"output_shape", source_.output_shape(sizes_).axes},
        {"padded", sizes_.padded},
        {"p", schedule_->p()},
        {"runtime", Port::runtime()},
        {"precision", name_of(precisions, request_.precision)},
        {"algorithm", name_of(algorithms, options_.algorithm)},
        {"kernel", name_of(kernels, options_.kernel)},
        {"exchange", name_of(exchanges, options_.exchange)},
        {"seconds", {{"min", minimum(seconds)}, {"median", median(seconds)}, {"repeats", seconds.size()}}},
        {"bytes_per_process", bytes_},
        {"synchronisations", schedule_->synchronisations()},
        {"fused", fused_},
        {"supersteps", supersteps_json(*schedule_)},
    };
    if (ledger) {
        const CostReport cost = cost_report();
        cost.add_to(document["supersteps"]);
        document["cost"] = cost.cost();
        if (!cost.mark.empty()) document["note"] = cost.mark;
        if (!cost.warnings.empty()) document["warnings"] = cost.warnings;
    }
    write_json(request_.json, document);
}

}  // namespace bspfft::tools

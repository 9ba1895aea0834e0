#include "tools/commands/convolution_report.hpp"

#include <cstdio>

#include "tools/terminal/table.hpp"

namespace bspfft::tools {

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
    std::printf("  time    %s, without the kernel's transform\n", seconds_in_words().c_str());
    if (!request_.output.empty()) std::printf("  output  %s\n", request_.output.c_str());
    const std::string sweeps = times(schedule_->sweeps());
    print_wrapped(
        fused_ ? text("forward and inverse in one: the spectrum is never put in order, and memory is swept ", sweeps)
               : text("a forward and an inverse transform, of which this is the inverse; memory is swept ", sweeps,
                      " in it"),
        2);
    print_costs();
}

Json ConvolutionReport::json() const
{
    return {{"mode", name_of(convolution_modes, request_.mode)},
            {"correlate", request_.correlate},
            {"real", source_.real},
            {"shape", source_.input.shape.axes},
            {"kernel_shape", source_.kernel.shape.axes},
            {"output_shape", source_.output_shape(sizes_).axes},
            {"padded", sizes_.padded},
            {"fused", fused_}};
}

}  // namespace bspfft::tools

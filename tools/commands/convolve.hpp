// bspfft convolve: one file convolved or correlated with another.
#pragma once

#include <string>

#include "tools/commands/convolution_sizes.hpp"
#include "tools/commands/data_request.hpp"
#include "tools/files/data_file.hpp"

namespace bspfft::tools {

struct ConvolveRequest : DataRequest {
    std::string kernel;  ///< "-": standard input
    ConvolutionMode mode = ConvolutionMode::full;
    bool correlate = false;
    Exchange exchange = Exchange::automatic;
};

void add_convolve_options(Options& options, ConvolveRequest& request);

/// The sums of numpy.convolve and numpy.correlate over any number of axes, by FFTs of padded arrays. Real with real is
/// real. Throws Error.
int convolve(const ConvolveRequest& request);

/// The two files, known before any process starts.
struct ConvolutionSource {
    DataFile input;
    DataFile kernel;
    bool real;  ///< both are

    /// The kernel's axes in the order of the input's file, and whether its own file has the other order.
    std::vector<Index> kernel_shape() const;
    bool kernel_is_transposed() const;
    /// The output has the order of the input.
    FileShape output_shape(const ConvolutionSizes& sizes) const;
};

/// Throws Error(invalid_argument) for files that are empty, have not the same number of axes, or an order that the
/// output cannot say; Error(file_error) for a file that cannot be read.
ConvolutionSource find_convolution_source(const ConvolveRequest& request, const InputFile& input,
                                          const InputFile& kernel);

/// Element e of the kernel's file as an element of the kernel as it is convolved: in the order of the input's file, and
/// for a correlation reversed.
Index kernel_element(const ConvolutionSource& source, bool correlate, Index e);

}  // namespace bspfft::tools

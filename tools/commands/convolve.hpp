// bspfft convolve: one file convolved or correlated with another.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/commands/data_request.hpp"
#include "tools/files/data_file.hpp"

namespace bspfft::tools {

/// Which part of the sums over all overlaps of n elements with m of a kernel.
enum class ConvolutionMode {
    full,   ///< all n + m - 1
    same,   ///< n of them, from the middle
    valid,  ///< those where the shorter is inside the longer: |n - m| + 1
};
extern const std::map<std::string, ConvolutionMode> convolution_modes;

/// An array inside a larger one of as many axes; both are numbered with the last axis fastest.
class Window {
public:
    /// Element j_l of each axis is start_l + j_l of the larger one.
    Window(std::vector<Index> shape, std::vector<Index> start, std::vector<Index> larger);

    Index n() const { return n_; }
    const std::vector<Index>& shape() const { return shape_; }
    /// The index in the larger array of an element.
    Index place(Index element) const;
    /// How many elements have places before this one.
    Index before(Index place) const;

private:
    std::vector<Index> shape_, start_, larger_;
    Index n_;
};

/// Along every axis.
struct ConvolutionSizes {
    Window input;  ///< in the arrays that are transformed
    Window kernel;
    Window output;              ///< what the mode asks for
    std::vector<Index> padded;  ///< lengths that transform well over p processes, without harm from wrapping round
};

/// The two have as many axes. Throws Error(invalid_argument), with the two names, if the mode has no such part.
ConvolutionSizes convolution_sizes(const std::vector<Index>& input, const std::vector<Index>& kernel,
                                   ConvolutionMode mode, Index p, const std::string& input_name,
                                   const std::string& kernel_name);

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

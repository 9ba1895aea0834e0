// The sizes of a convolution: of what is asked for, and of the arrays that are transformed for it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bspfft/error.hpp"

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

}  // namespace bspfft::tools

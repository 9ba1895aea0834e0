// A request as one transform after the other, along an axis each.
#pragma once

#include "bsp_fft/calls/part.hpp"

namespace bspfft::calls {

enum class Place { input, output, buffer };

/// A transform of all axes or of one, from one array to another or in place.
struct Step {
    Request request;
    Place from;
    Place to;

    /// Room for its results, if they are in a buffer.
    Index buffer_reals() const { return to == Place::buffer ? 2 * request.elements() : 0; }
};

/// The last axis first, which is contiguous in memory. Half a spectrum becomes real at the end, and is in a buffer
/// until then, unless it may be overwritten.
std::vector<Step> steps_by_axes(const Request& request);

}  // namespace bspfft::calls

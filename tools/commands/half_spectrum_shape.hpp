// The shapes of half spectra in files.
#pragma once

#include <string>
#include <vector>

#include "tools/commands/run.hpp"
#include "tools/files/data_file.hpp"

namespace bspfft::tools {

/// The shape of the real numbers whose half spectrum a file holds: that of the request, or without one the even one, as
/// in NumPy's irfftn. Without the batch. Throws Error(invalid_argument) if the file has the half spectrum of another.
std::vector<Index> shape_before_half(const RunRequest& request, const DataFile& file);

/// The shape of half a spectrum, of real numbers of this shape.
std::vector<Index> half_spectrum_shape(bspfft::Problem problem);

}  // namespace bspfft::tools

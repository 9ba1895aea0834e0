// Where the array of a run comes from, known before any process starts.
#pragma once

#include <optional>

#include "bsp_fft/measure/signal.hpp"
#include "tools/commands/run.hpp"
#include "tools/files/data_file.hpp"

namespace bspfft::tools {

struct RunSource {
    std::optional<DataFile> file;
    std::optional<Signal> signal;
    /// In the order of the file: of an array in Fortran order the transform of the reversed axes.
    Transform transform;
    FileShape shape;  ///< of the input, and of an npy file that the result goes to

    Index n() const { return transform.problem().n(); }
};

/// The file or the signal that is asked for. Throws Error(invalid_argument) for a shape that is none or is not the
/// file's, and for an output that cannot say the order of the file; Error(file_error) for a file that cannot be read.
RunSource find_source(const RunRequest& request);

}  // namespace bspfft::tools

// Grids and cuts that a machine file remembers from trials.
#pragma once

#include <string>

#include "tools/commands/transform.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

/// What was remembered for a transform.
struct Remembered {
    bool found = false;
    double seconds = 0;  ///< that a transform took when it was found

    /// "grid and cut as remembered in FILE, where a transform took 114 ms"; empty without.
    std::string words(const std::string& file) const;
};

/// The transform gets the grid and the cut that the file remembers for it, if a file is named, and if it names none
/// itself and has the algorithm's own layouts. All processes that run the program call it; process 0 reads the file.
/// Throws Error(file_error).
Remembered use_remembered(Transform& transform, const std::string& file, Precision precision, Index p);

}  // namespace bspfft::tools

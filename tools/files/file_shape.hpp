// The axes of an array in a file, and the order in which they lie there.
#pragma once

#include <utility>
#include <vector>

#include "bspfft/error.hpp"

namespace bspfft::tools {

struct FileShape {
    FileShape() = default;
    FileShape(Index n) : axes{n} {}
    FileShape(std::vector<Index> lengths, bool first_runs_fastest = false)
        : axes(std::move(lengths)), fortran_order(first_runs_fastest)
    {}

    /// The lengths as they lie in the file, the slowest axis first: an array in Fortran order is the array of the
    /// reversed axes in C order.
    std::vector<Index> in_file_order() const
    {
        return fortran_order ? std::vector<Index>(axes.rbegin(), axes.rend()) : axes;
    }

    std::vector<Index> axes;
    bool fortran_order = false;  ///< the first axis runs fastest, else the last

    friend bool operator==(const FileShape&, const FileShape&) = default;
};

}  // namespace bspfft::tools

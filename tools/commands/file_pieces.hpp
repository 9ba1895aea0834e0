// How processes share the reading or writing of a file.
#pragma once

#include "bspfft/layout.hpp"
#include "tools/files/element_type.hpp"

namespace bspfft::tools {

/// Of p processes each has a piece of consecutive elements of the file; the last pieces may be empty.
class FilePieces {
public:
    FilePieces(const FileShape& shape, Index p);

    /// Of the array, whose elements are numbered with the last axis fastest, whatever their order in the file.
    const Layout& layout() const { return layout_; }
    Index size(Index s) const { return layout_.local_size(s); }
    /// Where in the file the piece of process s begins.
    Index first(Index s) const;

private:
    Layout layout_;
};

}  // namespace bspfft::tools

// An output file that all processes of a program write together, each its part.
#pragma once

#include <memory>
#include <string>

#include "tools/files/output_file.hpp"

namespace bspfft::tools {

/// Opens an output; all processes throw what one does. Where they are programs of their own, process 0 makes the
/// file and the others join it; on one machine it has no name, so that nothing is left behind however they end.
std::unique_ptr<OutputFile> open_together(const std::string& path, FileFormat format, ElementType type,
                                          const FileShape& shape);

/// Makes it appear when all have written their parts.
void commit_together(OutputFile& output);

}  // namespace bspfft::tools

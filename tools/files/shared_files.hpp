// Files that all processes of a program read or write together, each its part.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "tools/files/output_file.hpp"

namespace bspfft::tools {

/// A stream, which is standard input, "-", or a named pipe, cannot be read by position, and not by several: process 0
/// copies it into a temporary file, which is gone with this. Other files stay where they are.
class SharedInput {
public:
    /// Waits for the end of a stream. All processes throw what one does.
    explicit SharedInput(const std::string& path);

    InputFile file() const;

private:
    void copy();

    std::string path_;
    std::optional<StagedFile> copy_;
};

/// Opens an output; all processes throw what one does. Where they are programs of their own, process 0 makes the
/// file and the others join it; on one machine it has no name, so that nothing is left behind however they end.
std::unique_ptr<OutputFile> open_together(const std::string& path, FileFormat format, ElementType type,
                                          const FileShape& shape);

/// Makes it appear when all have written their parts.
void commit_together(OutputFile& output);

}  // namespace bspfft::tools

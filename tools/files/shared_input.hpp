// An input file that all processes of a program read, each its part.
#pragma once

#include <optional>
#include <string>

#include "tools/files/staged_file.hpp"

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

}  // namespace bspfft::tools

// Where a command's text goes: standard output for "-", otherwise a file that appears when it is complete.
#pragma once

#include <optional>
#include <string>

#include "tools/files/staged_file.hpp"

namespace bspfft::tools {

class TextOutput {
public:
    /// "-", the name of a file, or "" for nowhere. Throws Error(file_error) if the file could not be written,
    /// so that a command can refuse before it works.
    explicit TextOutput(const std::string& where);

    bool wanted() const { return standard_ || file_; }
    bool to_standard_output() const { return standard_; }

    /// To be called once.
    void write(const std::string& content);

private:
    bool standard_;
    std::optional<StagedFile> file_;
};

}  // namespace bspfft::tools

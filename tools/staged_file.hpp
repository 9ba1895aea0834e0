// Files that appear under their names only when they are complete.
#pragma once

#include <cstdint>
#include <string>

#include "tools/descriptor.hpp"

namespace bspfft {

/// A file in the folder of its target that has no name, or where the file system cannot do that a temporary
/// one, until publish(). Without publish() nothing is left behind.
class StagedFile {
public:
    /// Throws Error(file_error) unless the target can be written: a regular file, or a new one in a folder
    /// that is there.
    explicit StagedFile(const std::string& target);
    StagedFile(const StagedFile&) = delete;
    StagedFile& operator=(const StagedFile&) = delete;
    ~StagedFile();
    int number() const { return file_.number(); }
    /// Threads may call it at the same time. Throws Error(file_error).
    void write(std::int64_t offset, const char* from, std::int64_t count) const;
    /// Gives the file its target's name in one step, in place of the file that had it.
    void publish();

private:
    std::string target_;
    Descriptor file_;
    std::string temporary_;  ///< empty while the file has no name
};

}  // namespace bspfft

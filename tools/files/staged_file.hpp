// Files that appear under their names only when they are complete.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <sys/types.h>

#include "tools/files/descriptor.hpp"
#include "tools/files/remove_at_signal.hpp"

namespace bspfft::tools {

/// A file in the folder of its target that has no name, or where the file system cannot do that a temporary
/// one, until publish(). Without publish() nothing is left behind.
class StagedFile {
public:
    /// How another process finds it.
    struct Ticket {
        pid_t process = 0;
        int number = -1;
        dev_t device = 0;
        ino_t inode = 0;
        char name[4096] = "";  ///< empty while the file has none
    };

    /// Throws Error(file_error) unless the target can be written: a regular file, or a new one in a folder
    /// that is there. "-" is standard output, which gets all at once when it is published; until then it is a file in
    /// the folder for temporary ones.
    explicit StagedFile(const std::string& target);
    StagedFile(const StagedFile&) = delete;
    StagedFile& operator=(const StagedFile&) = delete;
    /// The file that another process has made, to be written and not published here. Throws Error(file_error) if
    /// it cannot be opened: one without a name can be on the same machine only.
    StagedFile(const std::string& target, const Ticket& ticket);
    ~StagedFile();
    Ticket ticket() const;
    /// Gives it a temporary name, by which other programs and processes on other machines find it. It is removed too
    /// when a signal asks this process to end.
    void make_findable();
    /// Hands over what was written to whoever publishes it.
    void close();
    int number() const { return file_.number(); }
    /// A path that this process can open it by.
    std::string place() const;
    /// Threads may call it at the same time. Throws Error(file_error).
    void write(std::int64_t offset, const char* from, std::int64_t count) const;
    /// Gives the file its target's name in one step, in place of the file that had it, whose owner and permissions it
    /// gets.
    void publish();

private:
    void give_name();
    void copy_to_standard_output();

    bool to_standard_output_ = false;
    std::string target_;
    Descriptor file_;
    std::string temporary_;  ///< empty while the file has no name
    std::optional<RemoveAtSignal> removed_at_signal_;
};

}  // namespace bspfft::tools

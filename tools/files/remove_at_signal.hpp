// A file that must not stay behind when a signal ends the process.
#pragma once

#include <cstddef>
#include <string>

namespace bspfft::tools {

/// While it lives, the signals that ask a process to end remove the file first; mpirun sends them to the
/// others when one process dies. Signals that are ignored stay so. At most sixteen
/// files at a time are removed.
class RemoveAtSignal {
public:
    explicit RemoveAtSignal(std::string name);
    ~RemoveAtSignal();
    RemoveAtSignal(const RemoveAtSignal&) = delete;
    RemoveAtSignal& operator=(const RemoveAtSignal&) = delete;

private:
    std::string name_;
    std::size_t place_ = 0;
};

/// Removes those that live now, when the process ends without their destructors.
void remove_unfinished();

}  // namespace bspfft::tools

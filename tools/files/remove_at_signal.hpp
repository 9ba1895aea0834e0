// A file that must not stay behind when a signal ends the process.
#pragma once

#include <array>
#include <csignal>
#include <string>

namespace bspfft::tools {

/// While it lives, the signals that ask a process to end remove the file first; mpirun sends them to the
/// others when one process dies. There may be one at a time. Signals that are ignored stay so.
class RemoveAtSignal {
public:
    explicit RemoveAtSignal(const std::string& name);
    ~RemoveAtSignal();
    RemoveAtSignal(const RemoveAtSignal&) = delete;
    RemoveAtSignal& operator=(const RemoveAtSignal&) = delete;

private:
    static constexpr std::array<int, 3> signals{SIGTERM, SIGINT, SIGHUP};
    std::array<struct sigaction, signals.size()> before_ = {};
};

}  // namespace bspfft::tools

// The threads of another library, each on a core of its own.
#pragma once

#include <sched.h>

#include <vector>

namespace bspfft::tools {

/// A thread, or the caller if it is 0.
void pin(pid_t thread, int core);

/// While it lives, the calling thread and all other threads of this program are pinned, one to a core as far
/// as there are cores. A pool of threads that sleep between short pieces of work otherwise often wakes up on
/// one core, where it stays; BSP processes are pinned too. Afterwards all may run where the caller could
/// before.
class SpreadThreads {
public:
    SpreadThreads();
    ~SpreadThreads();
    SpreadThreads(const SpreadThreads&) = delete;
    SpreadThreads& operator=(const SpreadThreads&) = delete;

    /// The caller's first.
    const std::vector<int>& cores() const { return cores_; }

private:
    std::vector<int> cores_;
    cpu_set_t before_;
};

}  // namespace bspfft::tools

// Threads for the loops that users of a threaded library write between two calls of it; and those of such a library,
// each on a core of its own.
#pragma once

#include <sched.h>

#include <barrier>
#include <functional>
#include <thread>
#include <vector>

#include "bspfft/error.hpp"

namespace bspfft::tools {

/// A thread, or the caller if it is 0.
void pin(pid_t thread, int core);

/// While it lives, the calling thread and all other threads of this program are pinned, one to a core as far as there
/// are cores. A pool of threads that sleep between short pieces of work otherwise often wakes up on one core, where it
/// stays; BSP processes are pinned too. Afterwards all may run where the caller could before.
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

/// Threads that sleep until there is work, as FFTW's do, and that are started once.
class ThreadTeam {
public:
    /// This many with the caller; the others on these cores after the first, if there are any.
    explicit ThreadTeam(Index threads, const std::vector<int>& cores = {});
    ~ThreadTeam();
    ThreadTeam(const ThreadTeam&) = delete;
    ThreadTeam& operator=(const ThreadTeam&) = delete;

    /// work(first, count) on equal parts of 0 .. n-1, all at once.
    void divide(Index n, const std::function<void(Index first, Index count)>& work);

private:
    void do_part(Index part) const;

    Index parts_;
    Index n_ = 0;
    const std::function<void(Index, Index)>* work_ = nullptr;
    std::barrier<> turn_;  ///< all are at it before and after their parts
    std::vector<std::jthread> others_;
};

}  // namespace bspfft::tools

// Threads for the loops that users of a threaded library write between two calls of it.
#pragma once

#include <semaphore.h>

#include <deque>
#include <functional>
#include <thread>
#include <vector>

#include "bspfft/error.hpp"

namespace bspfft::tools {

/// Threads that sleep until there is work, as FFTW's do, and that are started once.
class ThreadTeam {
public:
    /// So many with the caller; the others on these cores after the first, if there are any.
    explicit ThreadTeam(Index threads, const std::vector<int>& cores = {});
    ~ThreadTeam();
    ThreadTeam(const ThreadTeam&) = delete;
    ThreadTeam& operator=(const ThreadTeam&) = delete;

    /// work(first, count) on equal parts of 0 .. n-1, all at once.
    void divide(Index n, const std::function<void(Index first, Index count)>& work);

private:
    struct Member {
        sem_t start;
        sem_t done;
        std::thread thread;
    };
    void serve(std::size_t number);
    void do_part(std::size_t number) const;

    std::deque<Member> members_;  ///< of the caller nothing
    const std::function<void(Index, Index)>* work_ = nullptr;
    Index n_ = 0;
};

}  // namespace bspfft::tools

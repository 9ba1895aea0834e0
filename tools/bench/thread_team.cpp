#include "tools/bench/thread_team.hpp"

#include <cstdlib>
#include <filesystem>

#include <unistd.h>

namespace bspfft::tools {

namespace {

// The caller first.
std::vector<pid_t> threads_of_this_program()
{
    std::vector<pid_t> threads{::gettid()};
    std::error_code error;
    const std::filesystem::directory_iterator none;
    for (std::filesystem::directory_iterator each("/proc/self/task", error); !error && each != none;
         each.increment(error)) {
        const auto thread = static_cast<pid_t>(std::atol(each->path().filename().c_str()));
        if (thread != threads.front()) threads.push_back(thread);
    }
    return threads;
}

std::vector<int> members(const cpu_set_t& set)
{
    std::vector<int> cores;
    for (int core = 0; core < CPU_SETSIZE; ++core) {
        if (CPU_ISSET(core, &set)) cores.push_back(core);
    }
    return cores;
}

}  // namespace

void pin(pid_t thread, int core)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    ::sched_setaffinity(thread, sizeof one, &one);
}

SpreadThreads::SpreadThreads()
{
    CPU_ZERO(&before_);
    if (::sched_getaffinity(0, sizeof before_, &before_) != 0) return;
    cores_ = members(before_);
    const std::vector<pid_t> threads = threads_of_this_program();
    for (std::size_t i = 0; i < threads.size(); ++i) {
        pin(threads[i], cores_[i % cores_.size()]);
    }
}

SpreadThreads::~SpreadThreads()
{
    if (CPU_COUNT(&before_) == 0) return;
    for (const pid_t thread : threads_of_this_program()) ::sched_setaffinity(thread, sizeof before_, &before_);
}

ThreadTeam::ThreadTeam(Index threads, const std::vector<int>& cores) : parts_(threads), turn_(threads)
{
    for (Index part = 1; part < threads; ++part) {
        others_.emplace_back([this, part, cores] {
            if (!cores.empty()) pin(0, cores[static_cast<std::size_t>(part) % cores.size()]);
            for (;;) {
                turn_.arrive_and_wait();
                if (!work_) return;
                do_part(part);
                turn_.arrive_and_wait();
            }
        });
    }
}

ThreadTeam::~ThreadTeam()
{
    work_ = nullptr;
    turn_.arrive_and_wait();
}

void ThreadTeam::divide(Index n, const std::function<void(Index first, Index count)>& work)
{
    n_ = n;
    work_ = &work;
    turn_.arrive_and_wait();
    do_part(0);
    turn_.arrive_and_wait();
}

void ThreadTeam::do_part(Index part) const
{
    const auto begin = [&](Index i) { return n_ / parts_ * i + n_ % parts_ * i / parts_; };
    (*work_)(begin(part), begin(part + 1) - begin(part));
}

}  // namespace bspfft::tools

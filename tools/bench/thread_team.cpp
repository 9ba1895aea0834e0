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

ThreadTeam::ThreadTeam(Index threads, const std::vector<int>& cores) : members_(static_cast<std::size_t>(threads - 1))
{
    for (std::size_t i = 0; i < members_.size(); ++i) {
        ::sem_init(&members_[i].start, 0, 0);
        ::sem_init(&members_[i].done, 0, 0);
        members_[i].thread = std::thread([this, i, cores] {
            if (!cores.empty()) pin(0, cores[(i + 1) % cores.size()]);
            serve(i);
        });
    }
}

ThreadTeam::~ThreadTeam()
{
    work_ = nullptr;
    for (Member& member : members_) {
        ::sem_post(&member.start);
        member.thread.join();
        ::sem_destroy(&member.start);
        ::sem_destroy(&member.done);
    }
}

void ThreadTeam::divide(Index n, const std::function<void(Index first, Index count)>& work)
{
    n_ = n;
    work_ = &work;
    for (Member& member : members_) ::sem_post(&member.start);
    do_part(members_.size());
    for (Member& member : members_) ::sem_wait(&member.done);
}

void ThreadTeam::serve(std::size_t number)
{
    for (;;) {
        ::sem_wait(&members_[number].start);
        if (!work_) return;
        do_part(number);
        ::sem_post(&members_[number].done);
    }
}

void ThreadTeam::do_part(std::size_t number) const
{
    const auto i = static_cast<Index>(number), parts = static_cast<Index>(members_.size()) + 1;
    const Index first = n_ / parts * i + n_ % parts * i / parts;
    const Index end = n_ / parts * (i + 1) + n_ % parts * (i + 1) / parts;
    (*work_)(first, end - first);
}

}  // namespace bspfft::tools

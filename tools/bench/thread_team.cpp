#include "tools/bench/thread_team.hpp"

#include "tools/bench/spread_threads.hpp"

namespace bspfft::tools {

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

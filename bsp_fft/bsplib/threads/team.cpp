// Sections that stay: their threads wait for work, first awake, then asleep.
#include <bsplib_team.h>

#include <atomic>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include <pthread.h>
#include <sched.h>

#include "bsp_fft/bsplib/threads/process.hpp"

using namespace bsplib::threads;

namespace {

// Awake for a while, for calls come in rows; then asleep.
std::uint32_t wait_for_change(const std::atomic<std::uint32_t>& word, std::uint32_t before, bool awake)
{
    std::uint32_t now = before;
    const auto changed = [&] { return (now = word.load(std::memory_order_acquire)) != before; };
    if (awake && spin_until(changed)) return now;
    while (!changed()) word.wait(before, std::memory_order_seq_cst);
    return now;
}

}  // namespace

struct bsplib_team {
    /// What a thread of the team has done; the caller waits for it.
    struct alignas(128) Member {
        std::atomic<std::uint32_t> done{0};  ///< the number of the last piece of work
        pthread_t thread{};
        bsplib_team* team = nullptr;
        unsigned s = 0;
    };

    explicit bsplib_team(unsigned p) : section(p), members(p) {}
    ~bsplib_team();

    bool start();
    void place();
    void run(void (*work)(void*), void* argument);
    static void* follow(void* member);

    Section section;
    std::vector<Member> members;  ///< that of process 0 is not used
    unsigned threads = 0;         ///< that were started
    int caller_core = -1;         ///< the core that they are bound around
    void (*work)(void*) = nullptr;
    void* argument = nullptr;
    alignas(128) std::atomic<std::uint32_t> given{0};  ///< pieces of work so far; the last one, without any, ends all
};

bool bsplib_team::start()
{
    for (unsigned s = 1; s < section.p; ++s) {
        members[s].team = this;
        members[s].s = s;
        if (pthread_create(&members[s].thread, nullptr, follow, &members[s]) != 0) return false;
        ++threads;
    }
    return true;
}

bsplib_team::~bsplib_team()
{
    work = nullptr;
    given.fetch_add(1, std::memory_order_seq_cst);
    given.notify_all();
    for (unsigned s = 1; s <= threads; ++s) pthread_join(members[s].thread, nullptr);
}

// Around the core of the caller, which may move.
void bsplib_team::place()
{
    if (section.oversubscribed) return;
    const int core = ::sched_getcpu();
    if (core == caller_core) return;
    caller_core = core;
    const unsigned first = current_core();
    for (unsigned s = 1; s < section.p; ++s) bind_to_core(members[s].thread, s, first);
}

void bsplib_team::run(void (*task)(void*), void* task_argument)
{
    Process* const before = std::exchange(current, section.processes[0].get());
    if (section.p == 1) {
        task(task_argument);
        current = before;
        return;
    }
    place();
    work = task;
    argument = task_argument;
    const std::uint32_t number = given.load(std::memory_order_relaxed) + 1;
    given.store(number, std::memory_order_seq_cst);
    given.notify_all();
    task(task_argument);
    for (unsigned s = 1; s < section.p; ++s) wait_for_change(members[s].done, number - 1, !section.oversubscribed);
    current = before;
}

void* bsplib_team::follow(void* argument)
{
    Member& me = *static_cast<Member*>(argument);
    bsplib_team& team = *me.team;
    current = team.section.processes[me.s].get();
    for (std::uint32_t number = 0;;) {
        number = wait_for_change(team.given, number, !team.section.oversubscribed);
        if (!team.work) break;
        team.work(team.argument);
        me.done.store(number, std::memory_order_seq_cst);
        me.done.notify_all();
    }
    current = nullptr;
    return nullptr;
}

bsplib_team* bsplib_team_create(bsp_nprocs_t p)
{
    if (p < 1) return nullptr;
    try {
        auto team = std::make_unique<bsplib_team>(p);
        if (team->start()) return team.release();
    } catch (const std::exception&) {
        // no memory: no team
    }
    return nullptr;
}

void bsplib_team_run(bsplib_team* team, void (*work)(void* argument), void* argument) { team->run(work, argument); }

void bsplib_team_destroy(bsplib_team* team) { delete team; }

bsp_nprocs_t bsplib_cores(void) { return available_cores(); }

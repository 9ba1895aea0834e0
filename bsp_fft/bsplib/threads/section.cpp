// bsp_init, bsp_begin, bsp_end: the threads of a section start and end; one that ends early is an error.
#include "bsp_fft/bsplib/threads/process.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include <unistd.h>
#if defined __GLIBC__
#include <execinfo.h>
#endif

#include "bsp_fft/base/steady_seconds.hpp"
#include <bsp.h>

namespace bsplib::threads {

thread_local constinit Process* current = nullptr;

namespace {

// The process that this thread was made for, until it calls bsp_begin.
thread_local Process* starting = nullptr;
thread_local void (*spmd_function)() = nullptr;
std::atomic<bool> failing{false};

unsigned processes_by_default()
{
    if (const char* const requested = std::getenv("BSPLIB_PROCS")) {
        char* end = nullptr;
        const unsigned long wanted = std::strtoul(requested, &end, 10);
        if (*requested == '\0' || *end != '\0' || wanted < 1 || wanted > 65536)
            fail_for_variable("bsp_nprocs", "BSPLIB_PROCS", requested, "a number of processes from 1 to 65536");
        return static_cast<unsigned>(wanted);
    }
    try {
        return available_cores();
    } catch (const std::bad_alloc&) {
        fail_with(no_memory, "bsp_nprocs", "no memory for a list of the cores");
    }
}

// bsp_end unwinds a process's thread by pthread_exit; any other way to leave it is an error. Exceptions end
// in on_terminate, with the stack intact for a debugger.
struct ThreadGuard {
    ~ThreadGuard()
    {
        if (current || starting) fail("bsp_end", "the process left its SPMD function without it");
    }
};

void* run_process(void* argument)
{
    starting = static_cast<Process*>(argument);
    const auto& section = static_cast<const SpmdSection&>(starting->section());
    const ThreadGuard guard;
    const SignalStack signal_stack;
    if (!section.oversubscribed) bind_to_core(pthread_self(), starting->s(), section.first_core);
    section.spmd ? section.spmd() : bsplib_run_main();
    return nullptr;
}

// glibc loads what pthread_exit needs when it is first called, and aborts if there is no memory: so it is loaded here.
void prepare_to_end_threads()
{
#if defined __GLIBC__
    static const bool ready = [] {
        void* place = nullptr;
        return ::backtrace(&place, 1) > 0;
    }();
    if (!ready) fail_with(no_memory, "bsp_begin", "no memory for what threads need to end, libgcc_s");
#endif
}

SpmdSection& begin_section(unsigned p)
{
    if (p > 1) prepare_to_end_threads();
    try {
        return *new SpmdSection(p);
    } catch (const std::bad_alloc&) {
        fail_with(no_memory, "bsp_begin", "no memory for %u processes, each of which takes %zu bytes", p,
                  Process::bytes(p));
    }
}

}  // namespace

Section::Section(unsigned p, bool ends_with_bsp_end)
    : p(p),
      oversubscribed(p > available_cores()),
      barrier(p, oversubscribed),
      registrations(p),
      start(bspfft::steady_seconds()),
      ends_with_bsp_end(ends_with_bsp_end)
{
    watch_forks();
    for (unsigned s = 0; s < p; ++s) processes.push_back(std::make_unique<Process>(*this, s, p));
}

SpmdSection::SpmdSection(unsigned p) : Section(p, true), first_core(current_core()), spmd(spmd_function)
{
    if (!oversubscribed) bind_to_core(pthread_self(), 0, first_core);
    threads.resize(p - 1);
    for (unsigned s = 1; s < p; ++s) {
        const int error = pthread_create(&threads[s - 1], nullptr, run_process, processes[s].get());
        if (error)
            fail_with(no_memory, "bsp_begin", "the system gives no thread for process %u of %u: %s", s, p,
                      std::strerror(error));
    }
    start = bspfft::steady_seconds();
}

SpmdSection::~SpmdSection()
{
    for (const pthread_t thread : threads) pthread_join(thread, nullptr);
}

}  // namespace bsplib::threads

using namespace bsplib;
using namespace bsplib::threads;

void bsplib::end_all(int status) { ::_exit(status); }

void bsplib::wait_for_turn()
{
    if (!failing.exchange(true)) return;
    for (;;) ::pause();
}

bool bsplib::leave_section_in_child()
{
    failing = false;  // a thread of the parent may have been
    const bool was_process = current || starting;
    current = starting = nullptr;
    return was_process;
}

bool bsplib::whoami(unsigned& s, unsigned& p)
{
    const Process* const me = current ? current : starting;
    if (!me) return false;
    s = me->s();
    p = me->p();
    return true;
}

void bsp_init(void (*spmd)(void), int, char**)
{
    if (current || starting) fail("bsp_init", "called inside an SPMD section; it belongs at the start of main");
    spmd_function = spmd;
}

void bsp_begin(bsp_nprocs_t p)
{
    if (current) fail("bsp_begin", "called inside an SPMD section; sections do not nest");
    if (!starting) {
        if (p < 1) fail("bsp_begin", "%u processes; at least 1 is needed", p);
        require_spmd_function(p, spmd_function);
        starting = begin_section(p).processes[0].get();
    }
    current = std::exchange(starting, nullptr);
    current->section().barrier.meet(current->s(), 0);
}

void bsp_end(void)
{
    Process& me = self("bsp_end");
    if (!me.section().ends_with_bsp_end) fail("bsp_end", "called inside the work of a team, which ends by itself");
    me.leave();
    current = nullptr;
    if (me.s() > 0) pthread_exit(nullptr);
    delete static_cast<SpmdSection*>(&me.section());
}

bsp_nprocs_t bsp_nprocs(void) { return current ? current->p() : processes_by_default(); }

double bsp_time(void)
{
    // of another thread's clock, which may have gone back before
    return std::max(0.0, bspfft::steady_seconds() - self("bsp_time").section().start);
}

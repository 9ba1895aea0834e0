#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <new>

#include <pthread.h>
#include <unistd.h>

#include "bsp_fft/bsplib/failure.hpp"

namespace bsplib {

namespace {

std::atomic<int> open_sections{0};
bool forked = false;
bool forked_inside_section = false;

[[noreturn]] void fail_by_exception(const char* what)
{
    fail("exception", "%s; it left the SPMD section, where the other processes wait", what);
}

[[noreturn]] void on_terminate()
{
    if (!std::current_exception()) fail("std::terminate", "called inside an SPMD section");
    try {
        throw;
    } catch (const std::exception& e) {
        fail_by_exception(e.what());
    } catch (...) {
        fail_by_exception("an exception that is not a std::exception");
    }
}

void on_exit()
{
    if (open_sections.load() > 0)
        fail("exit", "the program ends inside an SPMD section, without bsp_end, which every process must call");
}

// If the thread ends before bsp_end, the others must not wait for it. In a child of fork there are no others.
void on_thread_end(void*)
{
    if (open_sections.load() > 0) fail("bsp_end", "the thread of this process ended without it");
}

pthread_key_t guarded_thread()
{
    static const pthread_key_t key = [] {
        pthread_key_t made;
        pthread_key_create(&made, on_thread_end);
        std::atexit(on_exit);
        std::at_quick_exit(on_exit);
        return made;
    }();
    return key;
}

void begin_anew_in_child()
{
    forked = true;
    open_sections = 0;
    if (leave_section_in_child()) forked_inside_section = true;
}

struct FatalSignal {
    int number;
    const char* name;
    bool watched = false;
    struct sigaction before {};
};

FatalSignal fatal_signals[] = {{SIGSEGV, "SIGSEGV, an access to memory that is not the program's, or a full stack"},
                               {SIGBUS, "SIGBUS, an access to memory that is not there"},
                               {SIGFPE, "SIGFPE, an arithmetic error"},
                               {SIGILL, "SIGILL, an instruction that does not exist"},
                               {SIGABRT, "SIGABRT, as abort and assert raise it"},
                               {SIGTRAP, "SIGTRAP, a breakpoint, or a check that the compiler put into the program"},
                               {SIGSYS, "SIGSYS, a system call that is not allowed"}};

std::once_flag noted;
std::once_flag watching;

// If several threads fail at once, as the processes of one program do, the first prints and ends all.
void wait_for_turn_in_handler()
{
    static std::atomic<pid_t> first{0};
    const pid_t me = ::gettid();
    pid_t who = 0;
    if (first.compare_exchange_strong(who, me) || who == me) return;
    for (;;) ::pause();
}

// Inside a section the default action follows, so that the status and the core file are the signal's; outside, what
// was there before. In both cases the signal comes again when this returns.
extern "C" void on_fatal_signal(int number)
{
    const int error = errno;
    wait_for_turn_in_handler();
    for (const FatalSignal& fatal : fatal_signals) {
        if (fatal.number != number) continue;
        if (announce("signal", fatal.name)) {
            std::signal(number, SIG_DFL);
        } else {
            ::sigaction(number, &fatal.before, nullptr);
        }
    }
    ::raise(number);
    errno = error;
}

}  // namespace

void note_fatal_signals()
{
    std::call_once(noted, [] {
        for (FatalSignal& fatal : fatal_signals) {
            const bool known = ::sigaction(fatal.number, nullptr, &fatal.before) == 0;
            fatal.watched = known && !(fatal.before.sa_flags & SA_SIGINFO) && fatal.before.sa_handler == SIG_DFL;
        }
    });
}

SignalStack::SignalStack()
{
    stack_t before{};
    if (::sigaltstack(nullptr, &before) != 0 || !(before.ss_flags & SS_DISABLE)) return;
    const std::size_t bytes = static_cast<std::size_t>(SIGSTKSZ) + (std::size_t{16} << 10);
    memory_.reset(new (std::nothrow) char[bytes]);
    stack_t mine{};
    mine.ss_sp = memory_.get();
    mine.ss_size = bytes;
    if (memory_ && ::sigaltstack(&mine, nullptr) != 0) memory_.reset();
}

SignalStack::~SignalStack()
{
    if (!memory_) return;
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    ::sigaltstack(&none, nullptr);
}

void watch_forks()
{
    [[maybe_unused]] static const int watched = ::pthread_atfork(nullptr, nullptr, begin_anew_in_child);
}

bool is_forked_child() { return forked; }

void require_spmd_function(unsigned p, void (*spmd)())
{
    if (p == 1 || spmd || bsplib_has_main()) return;
    fail("bsp_begin", "no SPMD function; call bsp_init with the function that the processes run");
}

void fail_outside(const char* function)
{
    if (forked_inside_section) {
        fail(function,
             "called in a process that fork made inside an SPMD section; only its parent is a process of the section");
    }
    fail(function, "called outside an SPMD section, which is what lies between bsp_begin and bsp_end");
}

SectionGuard::SectionGuard() : terminate_before_(std::set_terminate(on_terminate))
{
    static const char guarded = 0;
    pthread_setspecific(guarded_thread(), &guarded);
    note_fatal_signals();
    std::call_once(watching, [] {
        struct sigaction action {};
        action.sa_handler = on_fatal_signal;
        action.sa_flags = SA_ONSTACK;
        sigemptyset(&action.sa_mask);
        for (FatalSignal& fatal : fatal_signals)
            if (fatal.watched) ::sigaction(fatal.number, &action, &fatal.before);
    });
    ++open_sections;
}

SectionGuard::~SectionGuard()
{
    std::set_terminate(terminate_before_);
    pthread_setspecific(guarded_thread(), nullptr);
    --open_sections;
}

}  // namespace bsplib

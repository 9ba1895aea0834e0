#include "bsp_fft/bsplib/fatal_signals.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <mutex>
#include <new>

#include <unistd.h>

#include "bsp_fft/bsplib/failure.hpp"

namespace bsplib {

namespace {

struct FatalSignal {
    int number;
    const char* name;
    bool watched = false;
    struct sigaction before{};
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

// Of several threads that fail at once, as the processes of one program do, the first speaks and ends all.
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

void watch_fatal_signals()
{
    note_fatal_signals();
    std::call_once(watching, [] {
        struct sigaction action{};
        action.sa_handler = on_fatal_signal;
        action.sa_flags = SA_ONSTACK;
        sigemptyset(&action.sa_mask);
        for (FatalSignal& fatal : fatal_signals)
            if (fatal.watched) ::sigaction(fatal.number, &action, &fatal.before);
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

}  // namespace bsplib

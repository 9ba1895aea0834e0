#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include "misuse.hpp"

namespace {

int deepest;

// Nothing more can be written until somebody reads.
void fill_pipe(int file)
{
    const int flags = ::fcntl(file, F_GETFL);
    ::fcntl(file, F_SETFL, flags | O_NONBLOCK);
    const char lines[] = "filler\n";
    while (::write(file, lines, sizeof lines - 1) > 0) continue;
    ::fcntl(file, F_SETFL, flags);
}

// Signals that interrupt every call which waits.
void be_interrupted()
{
    struct sigaction ignore{};
    ignore.sa_handler = [](int) {};
    ::sigaction(SIGUSR1, &ignore, nullptr);
    static const pthread_t waiting = ::pthread_self();
    std::thread([] {
        for (;;) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            ::pthread_kill(waiting, SIGUSR1);
        }
    }).detach();
}

int depth(int so_far)
{
    volatile char frame[4096];
    frame[0] = static_cast<char>(so_far);
    return so_far > 0 ? depth(so_far + 1) + frame[0] : 0;
}

void raise_on_last(int signal)
{
    if (is_last()) std::raise(signal);
    wait_for_others();
}

const Misuses ends{
    {"nested section", [] { bsp_begin(2); }},
    {"init inside a section", [] { bsp_init(nullptr, 0, nullptr); }},
    {"abort",
     [] {
         if (is_last()) bsp_abort("the answer is %d", 42);
         wait_for_others();
     }},
    {"abort with output before",
     [] {
         if (bsp_pid() == 0) std::printf("seen before the end");
         bsp_sync();
         bsp_abort("over");
     }},
    {"abort while nobody reads the output",
     [] {
         if (is_last()) {
             fill_pipe(STDOUT_FILENO);
             std::printf("never seen");
             bsp_abort("said at once");
         }
         wait_for_others();
     }},
    {"abort while signals interrupt it",
     [] {
         if (is_last()) {
             be_interrupted();
             fill_pipe(STDERR_FILENO);
             bsp_abort("said in the end");
         }
         wait_for_others();
     }},
    {"segmentation fault",
     [] {
         static int* volatile nowhere = nullptr;
         if (is_last()) *nowhere = 1;
         wait_for_others();
     }},
    {"segmentation faults everywhere",
     [] {
         static int* volatile nowhere = nullptr;
         bsp_sync();
         *nowhere = 1;
     }},
    {"full stack",
     [] {
         if (is_last()) deepest = depth(1);
         wait_for_others();
     }},
    {"call of abort", [] { raise_on_last(SIGABRT); }},
    {"arithmetic error", [] { raise_on_last(SIGFPE); }},
    {"trap", [] { raise_on_last(SIGTRAP); }},
    {"forbidden system call", [] { raise_on_last(SIGSYS); }},
    {"abort while another process computes",
     [] {
         if (is_last()) bsp_abort("no patience");
         std::this_thread::sleep_for(std::chrono::hours(1));
     }},
    {"exception on the last process", [] { throw_on(is_last()); }},
    {"exception on process 0", [] { throw_on(bsp_pid() == 0); }},
    {"an exception that is no std::exception",
     [] {
         if (is_last()) throw 5;
         wait_for_others();
     }},
    {"exit inside a section",
     [] {
         if (is_last()) std::exit(0);
         wait_for_others();
     }},
    {"exit inside a section on process 0",
     [] {
         if (bsp_pid() == 0) std::exit(0);
         wait_for_others();
     }},
    {"pthread_exit inside a section",
     [] {
         if (is_last()) pthread_exit(nullptr);
         wait_for_others();
     }},
    {"pthread_exit on process 0",
     [] {
         if (bsp_pid() == 0) pthread_exit(nullptr);
         wait_for_others();
     }},
};

}  // namespace

const Misuses& misuses_of_ends() { return ends; }

// usage: misuse NAME P: makes one error on P processes. Each must end the program with a line on standard
// error and a non-zero status.
#include <bsp.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

namespace {

unsigned processes;
void (*wrong)();

unsigned last() { return bsp_nprocs() - 1; }
bool is_last() { return bsp_pid() == last(); }

int x[4];

int* registered()
{
    // Threads share globals; the registration of one address by all is legal, if unusual.
    bsp_push_reg(x, sizeof x);
    bsp_sync();
    return x;
}

void wait_for_others()
{
    for (;;) bsp_sync();
}

void throw_on(bool condition)
{
    if (condition) throw std::runtime_error("the disk is on fire");
    wait_for_others();
}

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

const std::map<std::string, void (*)()> misuses{
    {"put out of range",
     [] {
         if (is_last())
             bsp_put(0, x, registered(), 8, 12);
         else {
             registered();
             wait_for_others();
         }
     }},
    {"put with an offset that overflows",
     [] { bsp_put(0, x, registered(), static_cast<std::size_t>(-4), 8); }},
    {"get out of range",
     [] {
         int y[8];
         bsp_get(0, registered(), 0, y, sizeof y);
     }},
    {"hpput out of range", [] { bsp_hpput(0, x, registered(), 16, 1); }},
    {"hpget out of range",
     [] {
         int y;
         bsp_hpget(0, registered(), 16, &y, 1);
     }},
    {"direct get out of range",
     [] {
         int y;
         bsp_direct_get(0, registered(), 16, &y, 1);
     }},
    {"put to an unregistered address",
     [] {
         int y = 0;
         bsp_put(0, &y, &y, 0, sizeof y);
     }},
    {"put inside a registered block",
     [] {
         registered();
         bsp_put(0, x, x + 1, 0, sizeof(int));
     }},
    {"get from an unregistered address",
     [] {
         int y = 0;
         bsp_get(0, &y, 0, &y, sizeof y);
     }},
    {"put to a just registered address",
     [] {
         int y = 0;
         bsp_push_reg(&y, sizeof y);
         bsp_put(0, &y, &y, 0, sizeof y);
     }},
    {"put to a popped address",
     [] {
         registered();
         bsp_pop_reg(x);
         bsp_sync();
         bsp_put(0, x, x, 0, 4);
     }},
    {"put to a process that registered nothing",
     [] {
         bsp_push_reg(bsp_pid() == 0 ? nullptr : x, bsp_pid() == 0 ? 0 : sizeof x);
         bsp_sync();
         if (is_last()) bsp_put(0, x, x, 0, 4);
         wait_for_others();
     }},
    {"put to a wrong process", [] { bsp_put(bsp_nprocs(), x, registered(), 0, 4); }},
    {"get from a wrong process", [] { bsp_get(12345, registered(), 0, x, 4); }},
    {"send to a wrong process", [] { bsp_send(bsp_nprocs(), nullptr, x, 4); }},
    {"put from NULL", [] { bsp_put(0, nullptr, registered(), 0, 4); }},
    {"put to NULL", [] { bsp_put(0, x, nullptr, 0, 4); }},
    {"get into NULL", [] { bsp_get(0, registered(), 0, nullptr, 4); }},
    {"send of NULL", [] { bsp_send(0, nullptr, nullptr, 4); }},
    {"send without a tag",
     [] {
         bsp_size_t size = 4;
         bsp_set_tagsize(&size);
         bsp_sync();
         bsp_send(0, nullptr, x, 4);
     }},
    {"tag size from NULL", [] { bsp_set_tagsize(nullptr); }},
    {"queue size into NULL", [] { bsp_qsize(nullptr, nullptr); }},
    {"tag into NULL", [] { bsp_get_tag(nullptr, nullptr); }},
    {"move from an empty queue", [] { bsp_move(x, 4); }},
    {"hpmove into NULL",
     [] {
         void* tag;
         bsp_hpmove(&tag, nullptr);
     }},
    {"push of NULL with a size", [] { bsp_push_reg(nullptr, 4); }},
    {"pop without a push", [] { bsp_pop_reg(x); }},
    {"pop twice",
     [] {
         registered();
         bsp_pop_reg(x);
         bsp_pop_reg(x);
     }},
    {"pop once more than pushed",
     [] {
         for (int i = 0; i < 2; ++i) registered();
         bsp_pop_reg(x);
         bsp_sync();
         bsp_push_reg(x, sizeof x);
         for (int i = 0; i < 3; ++i) bsp_pop_reg(x);
     }},
    {"put beyond the newest registration",
     [] {
         registered();
         bsp_push_reg(x, 4);
         bsp_sync();
         bsp_put(0, x, x, 4, 4);
     }},
    {"pop of NULL without a push",
     [] {
         bsp_pop_reg(nullptr);
         bsp_sync();
     }},
    {"push on one process only",
     [] {
         if (is_last()) bsp_push_reg(x, 4);
         bsp_sync();
     }},
    {"pop on one process only",
     [] {
         registered();
         if (is_last()) bsp_pop_reg(x);
         bsp_sync();
     }},
    {"push here and pop there",
     [] {
         registered();
         is_last() ? bsp_pop_reg(x) : bsp_push_reg(x, 4);
         bsp_sync();
     }},
    {"pops of different registrations",
     [] {
         int y = 0;
         registered();
         bsp_push_reg(&y, sizeof y);
         bsp_sync();
         bsp_pop_reg(is_last() ? &y : x);
         bsp_sync();
     }},
    {"pop of NULL where a block was registered",
     [] {
         registered();
         bsp_pop_reg(is_last() ? nullptr : x);
         bsp_sync();
     }},
    {"different tag sizes",
     [] {
         bsp_size_t size = is_last() ? 8 : 4;
         bsp_set_tagsize(&size);
         bsp_sync();
     }},
    {"tag size on one process only",
     [] {
         bsp_size_t size = 8;
         if (is_last()) bsp_set_tagsize(&size);
         bsp_sync();
     }},
    {"end while others sync",
     [] {
         if (!is_last()) wait_for_others();
     }},
    {"sync while others end",
     [] {
         if (is_last()) wait_for_others();
     }},
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
         if (is_last()) x[0] = depth(1);
         wait_for_others();
     }},
    {"call of abort", [] { raise_on_last(SIGABRT); }},
    {"arithmetic error", [] { raise_on_last(SIGFPE); }},
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

const std::map<std::string, void (*)()> misuses_outside{
    {"put outside", [] { bsp_put(0, x, x, 0, 4); }},
    {"sync outside", [] { bsp_sync(); }},
    {"pid outside", [] { bsp_pid(); }},
    {"time outside", [] { bsp_time(); }},
    {"end outside", [] { bsp_end(); }},
    {"push outside", [] { bsp_push_reg(x, 4); }},
    {"send outside", [] { bsp_send(0, nullptr, x, 4); }},
    {"abort outside", [] { bsp_abort("nothing has begun"); }},
    {"begin with no process", [] { bsp_begin(0); }},
};

void section()
{
    bsp_begin(processes);
    wrong();
    bsp_end();
}

void section_that_forgets_to_end()
{
    bsp_begin(processes);
    if (is_last()) return;
    wait_for_others();
}

void section_that_is_caught_outside()
{
    try {
        bsp_begin(processes);
        throw_on(bsp_pid() == 0);
        bsp_end();
    } catch (const std::runtime_error&) {
        // continues without bsp_end
    }
}

void section_that_never_begins()
{
    static std::atomic<bool> first{true};
    if (first.exchange(false)) bsp_begin(processes);
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc != 3) return 99;
    const std::string name = argv[1];
    processes = static_cast<unsigned>(std::atoi(argv[2]));
    const std::map<std::string, void (*)()> sections{
        {"section without an end", section_that_forgets_to_end},
        {"exception caught outside the section", section_that_is_caught_outside},
        {"section without a begin", section_that_never_begins},
    };
    if (const auto found = misuses_outside.find(name); found != misuses_outside.end()) {
        found->second();
    } else if (const auto special = sections.find(name); special != sections.end()) {
        bsp_init(special->second, argc, argv);
        special->second();
    } else if (const auto inside = misuses.find(name); inside != misuses.end()) {
        wrong = inside->second;
        bsp_init(section, argc, argv);
        section();
    } else {
        return 98;
    }
    return 0;
}

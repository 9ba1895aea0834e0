#include "player.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

Faults faults;

namespace {

std::atomic<bool> playing{false};
std::atomic<long> allocations{0}, writes{0}, readings{0};
std::atomic<int> threads{0};
thread_local int my_thread = -1;
thread_local bool inside = false;  // a call of ours, or one that a fault's own report makes

void log_line(const char* text)
{
    if (!faults.log) return;
    const int file = static_cast<int>(
        syscall(SYS_openat, AT_FDCWD, faults.log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
    if (syscall(SYS_write, file, text, std::strlen(text)) >= 0 && faults.traces) {
        void* places[32];
        backtrace_symbols_fd(places, backtrace(places, 32), file);
    }
    syscall(SYS_close, file);
}

bool counts_here()
{
    if (!playing || inside) return false;
    if (my_thread < 0) my_thread = threads++;
    return faults.thread < 0 || faults.thread == my_thread;
}

void delay(long microseconds)
{
    const timespec time{microseconds / 1000000, microseconds % 1000000 * 1000};
    if (microseconds > 0) syscall(SYS_nanosleep, &time, nullptr);
}

/// Whether this call, of the kind that this counter counts, is to fail.
bool fails(const char* name, std::atomic<long>& counter, long at)
{
    if (!counts_here()) return false;
    delay(faults.slow);
    const long number = ++counter;
    if (at == 0 || number < at || (number > at && !faults.lasts)) return false;
    inside = true;
    char line[100];
    std::snprintf(line, sizeof line, "fault: %s, call %ld, thread %d\n", name, number, my_thread);
    if (number == at) log_line(line);
    inside = false;
    return true;
}

/// Whether it is called from a library that is not ours to mend.
bool is_spared(const void* caller)
{
    constexpr const char* spared[] = {"libhwloc", "libfftw", "libmpi", "libopen-", "libpmix", "libevent", "mca_"};
    Dl_info info = {};
    if (!dladdr(caller, &info) || !info.dli_fname) return false;
    const char* const slash = std::strrchr(info.dli_fname, '/');
    const char* const file = slash ? slash + 1 : info.dli_fname;
    for (const char* const name : spared) {
        if (!std::strncmp(file, name, std::strlen(name))) return true;
    }
    return false;
}

long number_of(const char* name)
{
    const char* const text = std::getenv(name);
    return text ? std::strtol(text, nullptr, 10) : 0;
}

void read_environment()
{
    faults.allocation = number_of("FAULT_ALLOCATION");
    faults.write = number_of("FAULT_WRITE");
    faults.clock = number_of("FAULT_CLOCK");
    faults.slow = number_of("FAULT_SLOW");
    faults.names = number_of("FAULT_NAMES") != 0;
    faults.lasts = number_of("FAULT_LASTS") != 0;
    faults.traces = number_of("FAULT_TRACE") != 0;
    faults.thread = std::getenv("FAULT_THREAD") ? number_of("FAULT_THREAD") : -1;
    faults.log = std::getenv("FAULT_LOG");
    const char* const error = std::getenv("FAULT_ERROR");
    faults.is_short = error && !std::strcmp(error, "SHORT");
    if (error && !std::strcmp(error, "EIO")) faults.error = EIO;
    if (error && !std::strcmp(error, "EINTR")) faults.error = EINTR;
    void* place = nullptr;
    if (faults.traces) backtrace(&place, 1);  // loads what it needs
}

using Main = int (*)(int, char**, char**);
Main real_main;

int played_main(int count, char** words, char** environment)
{
    read_environment();
    unsetenv("LD_PRELOAD");  // what this program starts is left alone
    playing = !std::getenv("FAULT_RANK");
    my_thread = threads++;
    return real_main(count, words, environment);
}

__attribute__((destructor)) void say_how_often()
{
    if (!playing) return;
    inside = true;
    faults.traces = false;
    char line[200];
    std::snprintf(line, sizeof line, "calls: %ld allocations, %ld writes, %ld readings, %d threads\n",
                  allocations.load(), writes.load(), readings.load(), threads.load());
    log_line(line);
}

struct Start {
    void* (*function)(void*);
    void* argument;
};

void* delayed_start(void* argument)
{
    const Start start = *static_cast<Start*>(argument);
    std::free(argument);
    if (counts_here()) delay(faults.slow);
    return start.function(start.argument);
}

}  // namespace

bool no_memory(const char* name, const void* caller)
{
    if (!playing || inside || is_spared(caller)) return false;
    if (!fails(name, allocations, faults.allocation)) return false;
    errno = ENOMEM;
    return true;
}

bool no_room(const char* name)
{
    if (!fails(name, writes, faults.write)) return false;
    errno = faults.error;
    return true;
}

extern "C" int __libc_start_main(Main main, int count, char** words, void (*begin)(), void (*end)(),
                                 void (*at_end)(), void* stack)
{
    real_main = main;
    using Real = int(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);
    return next<Real>("__libc_start_main")(played_main, count, words, begin, end, at_end, stack);
}

extern "C" int MPI_Init_thread(int* count, char*** words, int required, int* provided)
{
    const int status = next<int(int*, char***, int, int*)>("MPI_Init_thread")(count, words, required, provided);
    const char* const rank = std::getenv("OMPI_COMM_WORLD_RANK");
    playing = rank && std::strtol(rank, nullptr, 10) == number_of("FAULT_RANK");
    return status;
}

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*),
                              void* argument)
{
    if (no_memory("pthread_create", __builtin_return_address(0))) return EAGAIN;
    static auto* const real = next<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>("pthread_create");
    auto* const start = static_cast<Start*>(__libc_malloc(sizeof(Start)));
    *start = {function, argument};
    return real(thread, attributes, delayed_start, start);
}

extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept
{
    static auto* const real = next<int(clockid_t, timespec*)>("clock_gettime");
    static std::atomic<long> of_day{0}, steady{0};
    const int status = real(clock, time);
    if (!counts_here()) return status;
    delay(faults.slow);
    const long number = ++readings;
    if (faults.clock > 0 && number % faults.clock == 0) {
        const bool odd = number / faults.clock % 2 == 1;
        of_day += odd ? -3600 : 7200;
        steady += odd ? -1 : 3600;
    }
    if (clock == CLOCK_REALTIME) time->tv_sec += of_day;
    if (clock == CLOCK_MONOTONIC) time->tv_sec += steady;
    return status;
}

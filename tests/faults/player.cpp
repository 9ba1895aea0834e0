// Plays faults in any program: LD_PRELOAD=fault_player.so, and these environment variables. It works on glibc. What
// hwloc, FFTW and MPI allocate for themselves is left alone: they do not all survive a refusal.
//
//   FAULT_ALLOCATION=K   the K-th allocation since main began fails
//   FAULT_WRITE=K        the K-th write to a regular file does, or what makes, links, renames or extends one
//   FAULT_ERROR=NAME     how it fails: ENOSPC (without this), EIO, EINTR, or SHORT: half of it is written
//   FAULT_LASTS=1        all from the K-th on fail
//   FAULT_CLOCK=K        each K-th reading of a clock jumps, an hour back and two forward in turn; the jump stays
//   FAULT_SLOW=US        every such call, and every thread at its start, takes so many microseconds longer
//   FAULT_THREAD=T       all of this in the T-th thread only; main's is 0
//   FAULT_RANK=R         and in this process of Open MPI's only, from the end of MPI_Init_thread on
//   FAULT_LOG=FILE       each fault adds a line with the call's name, and each process how often it called, at its end
//   FAULT_TRACE=1        and where it was called from
#undef _FILE_OFFSET_BITS  // both names of such functions are hooked: mmap and mmap64
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t elements, std::size_t bytes);
void* __libc_realloc(void* old, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
}

namespace {

struct Faults {
    long allocation = 0;
    long write = 0;
    long clock = 0;
    long slow = 0;
    long thread = -1;
    bool lasts = false;
    bool traces = false;
    bool is_short = false;
    int error = ENOSPC;
    const char* log = nullptr;
};
Faults faults;
std::atomic<bool> playing{false};
std::atomic<long> allocations{0}, writes{0}, readings{0};
std::atomic<int> threads{0};
thread_local int my_thread = -1;
thread_local bool inside = false;  // a call of ours, or one that a fault's own report makes

template <class Function>
Function* next(const char* name)
{
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

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

bool no_memory(const char* name, const void* caller)
{
    if (!playing || inside || is_spared(caller)) return false;
    if (!fails(name, allocations, faults.allocation)) return false;
    errno = ENOMEM;
    return true;
}

bool is_regular(int file)
{
    struct stat status = {};
    return fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

bool no_room(const char* name)
{
    if (!fails(name, writes, faults.write)) return false;
    errno = faults.error;
    return true;
}

/// A write that may fail, or write less; write(count) does it.
template <class Write>
ssize_t played_write(const char* name, int file, std::size_t count, Write write)
{
    const int before = errno;
    const bool counted = is_regular(file);
    errno = before;
    if (!counted || !no_room(name)) return write(count);
    if (faults.is_short) return write(count > 1 ? count / 2 : count);
    return -1;
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

extern "C" void* malloc(std::size_t bytes)
{
    return no_memory("malloc", __builtin_return_address(0)) ? nullptr : __libc_malloc(bytes);
}

extern "C" void* calloc(std::size_t elements, std::size_t bytes)
{
    return no_memory("calloc", __builtin_return_address(0)) ? nullptr : __libc_calloc(elements, bytes);
}

extern "C" void* realloc(void* old, std::size_t bytes)
{
    return no_memory("realloc", __builtin_return_address(0)) ? nullptr : __libc_realloc(old, bytes);
}

extern "C" void* aligned_alloc(std::size_t alignment, std::size_t bytes)
{
    return no_memory("aligned_alloc", __builtin_return_address(0)) ? nullptr : __libc_memalign(alignment, bytes);
}

extern "C" int posix_memalign(void** block, std::size_t alignment, std::size_t bytes)
{
    if (no_memory("posix_memalign", __builtin_return_address(0))) return ENOMEM;
    *block = __libc_memalign(alignment, bytes);
    return *block ? 0 : ENOMEM;
}

extern "C" void* mmap64(void* at, std::size_t bytes, int protection, int flags, int file, off64_t offset) noexcept
{
    if ((flags & MAP_ANONYMOUS) && no_memory("mmap64", __builtin_return_address(0))) return MAP_FAILED;
    static auto* const real = next<void*(void*, std::size_t, int, int, int, off64_t)>("mmap64");
    return real(at, bytes, protection, flags, file, offset);
}

extern "C" void* mmap(void* at, std::size_t bytes, int protection, int flags, int file, off_t offset) noexcept
{
    if ((flags & MAP_ANONYMOUS) && no_memory("mmap", __builtin_return_address(0))) return MAP_FAILED;
    static auto* const real = next<void*(void*, std::size_t, int, int, int, off_t)>("mmap");
    return real(at, bytes, protection, flags, file, offset);
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

extern "C" ssize_t write(int file, const void* from, std::size_t bytes)
{
    return played_write("write", file, bytes, [&](std::size_t count) { return syscall(SYS_write, file, from, count); });
}

extern "C" ssize_t pwrite64(int file, const void* from, std::size_t bytes, off64_t offset)
{
    return played_write("pwrite", file, bytes,
                        [&](std::size_t count) { return syscall(SYS_pwrite64, file, from, count, offset); });
}

extern "C" ssize_t pwrite(int file, const void* from, std::size_t bytes, off_t offset)
{
    return pwrite64(file, from, bytes, offset);
}

// Half of several pieces is the first piece.
extern "C" ssize_t writev(int file, const iovec* pieces, int count)
{
    return played_write("writev", file, static_cast<std::size_t>(count),
                        [&](std::size_t some) { return syscall(SYS_writev, file, pieces, some); });
}

extern "C" int ftruncate64(int file, off64_t length) noexcept
{
    return no_room("ftruncate") ? -1 : static_cast<int>(syscall(SYS_ftruncate, file, length));
}

extern "C" int ftruncate(int file, off_t length) noexcept { return ftruncate64(file, length); }

extern "C" int fsync(int file) { return no_room("fsync") ? -1 : static_cast<int>(syscall(SYS_fsync, file)); }

extern "C" int posix_fallocate64(int file, off64_t offset, off64_t length)
{
    static auto* const real = next<int(int, off64_t, off64_t)>("posix_fallocate64");
    return no_room("posix_fallocate") ? faults.error : real(file, offset, length);
}

extern "C" int posix_fallocate(int file, off_t offset, off_t length) { return posix_fallocate64(file, offset, length); }

extern "C" int rename(const char* from, const char* to) noexcept
{
    static auto* const real = next<int(const char*, const char*)>("rename");
    return no_room("rename") ? -1 : real(from, to);
}

extern "C" int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) noexcept
{
    static auto* const real = next<int(int, const char*, int, const char*, int)>("linkat");
    return no_room("linkat") ? -1 : real(from_folder, from, to_folder, to, flags);
}

// The last argument is there when a file may be made, and harmless when not.
extern "C" int open64(const char* path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const int mode = va_arg(arguments, int);
    va_end(arguments);
    if ((flags & O_ACCMODE) != O_RDONLY && no_room("open")) return -1;
    return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

extern "C" int open(const char* path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const int mode = va_arg(arguments, int);
    va_end(arguments);
    return open64(path, flags, mode);
}

extern "C" int close(int file)
{
    const bool writes_file = (fcntl(file, F_GETFL) & O_ACCMODE) != O_RDONLY && is_regular(file);
    const auto status = static_cast<int>(syscall(SYS_close, file));
    return writes_file && no_room("close") ? -1 : status;
}

extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept
{
    static auto* const real = next<int(clockid_t, timespec*)>("clock_gettime");
    static std::atomic<long> shift{0};
    const int status = real(clock, time);
    if (!counts_here()) return status;
    delay(faults.slow);
    const long number = ++readings;
    if (faults.clock > 0 && number % faults.clock == 0) shift += number / faults.clock % 2 == 1 ? -3600 : 7200;
    time->tv_sec += shift;
    return status;
}

// Plays faults in any program: LD_PRELOAD=fault_player.so, and these environment variables. It works on glibc. What
// hwloc, FFTW and MPI allocate for themselves is left alone: they do not all survive a refusal.
//
//   FAULT_ALLOCATION=K   the K-th allocation since main began fails
//   FAULT_WRITE=K        the K-th write to a regular file does, or what makes, links, renames or extends one
//   FAULT_ERROR=NAME     how it fails: ENOSPC (without this), EIO, EINTR, or SHORT: half of it is written
//   FAULT_NAMES=1        no file is without a name, as on file systems that do not know O_TMPFILE
//   FAULT_LASTS=1        all from the K-th on fail
//   FAULT_CLOCK=K        each K-th reading of a clock jumps, and the jump stays: the time of day an hour back and two
//                        forward in turn, the steady clock a second back, which no system should do, and an hour
//                        forward, as after a machine that slept
//   FAULT_SLOW=US        every such call, and every thread at its start, takes US microseconds longer
//   FAULT_THREAD=T       all of this in the T-th thread only; main's is 0
//   FAULT_RANK=R         and in this process of Open MPI's only, from the end of MPI_Init_thread on
//   FAULT_LOG=FILE       each fault adds a line with the call's name, and each process how often it called, at its end
//   FAULT_TRACE=1        and where it was called from
#pragma once

#include <cerrno>
#include <cstddef>

#include <dlfcn.h>

struct Faults {
    long allocation = 0;
    long write = 0;
    long clock = 0;
    long slow = 0;
    long thread = -1;
    bool names = false;
    bool lasts = false;
    bool traces = false;
    bool is_short = false;
    int error = ENOSPC;
    const char* log = nullptr;
};
extern Faults faults;

/// Whether this allocation, which is called from there, is to fail; errno is set then.
bool no_memory(const char* name, const void* caller);
/// Likewise of what writes.
bool no_room(const char* name);

/// The function that this one hides.
template <class Function>
Function* next(const char* name)
{
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t elements, std::size_t bytes);
void* __libc_realloc(void* old, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
}

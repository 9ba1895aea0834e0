// The functions with the types of BSPlib 1998: int for everything. They reject negative values and call the others.
#include <algorithm>
#include <climits>

#include "bsp_fft/bsplib/failure.hpp"
#include <bsp.h>

namespace {

unsigned pid_from(const char* function, int pid)
{
    if (pid < 0) bsplib::fail(function, "process %d; processes are numbered from 0", pid);
    return static_cast<unsigned>(pid);
}

std::size_t bytes_from(const char* function, const char* name, int bytes)
{
    if (bytes < 0) bsplib::fail(function, "%s is %d; it must not be negative", name, bytes);
    return static_cast<std::size_t>(bytes);
}

int narrow(const char* function, const char* name, std::size_t value)
{
    if (value == static_cast<std::size_t>(-1)) return -1;
    if (value > INT_MAX)
        bsplib::fail(function, "%s is %zu, more than an int holds; include bsp.h without BSPLIB_1998", name, value);
    return static_cast<int>(value);
}

}  // namespace

extern "C" {

BSPLIB_API void bsplib_1998_begin(int p)
{
    // A process that was called to the section need not know p.
    unsigned s = 0, called_with = 0;
    if (p < 1 && !bsplib::whoami(s, called_with)) bsplib::fail("bsp_begin", "%d processes; at least 1 is needed", p);
    bsp_begin(static_cast<unsigned>(std::max(p, 0)));
}

BSPLIB_API int bsplib_1998_nprocs(void) { return static_cast<int>(bsp_nprocs()); }

BSPLIB_API int bsplib_1998_pid(void) { return static_cast<int>(bsp_pid()); }

BSPLIB_API void bsplib_1998_push_reg(const void* address, int bytes)
{
    bsp_push_reg(address, bytes_from("bsp_push_reg", "the size", bytes));
}

BSPLIB_API void bsplib_1998_put(int pid, const void* source, const void* destination, int offset, int bytes)
{
    bsp_put(pid_from("bsp_put", pid), source, destination, bytes_from("bsp_put", "the offset", offset),
            bytes_from("bsp_put", "the size", bytes));
}

BSPLIB_API void bsplib_1998_hpput(int pid, const void* source, const void* destination, int offset, int bytes)
{
    bsp_hpput(pid_from("bsp_hpput", pid), source, destination, bytes_from("bsp_hpput", "the offset", offset),
              bytes_from("bsp_hpput", "the size", bytes));
}

BSPLIB_API void bsplib_1998_get(int pid, const void* source, int offset, void* destination, int bytes)
{
    bsp_get(pid_from("bsp_get", pid), source, bytes_from("bsp_get", "the offset", offset), destination,
            bytes_from("bsp_get", "the size", bytes));
}

BSPLIB_API void bsplib_1998_hpget(int pid, const void* source, int offset, void* destination, int bytes)
{
    bsp_hpget(pid_from("bsp_hpget", pid), source, bytes_from("bsp_hpget", "the offset", offset), destination,
              bytes_from("bsp_hpget", "the size", bytes));
}

BSPLIB_API void bsplib_1998_direct_get(int pid, const void* source, int offset, void* destination, int bytes)
{
    bsp_direct_get(pid_from("bsp_direct_get", pid), source, bytes_from("bsp_direct_get", "the offset", offset),
                   destination, bytes_from("bsp_direct_get", "the size", bytes));
}

BSPLIB_API void bsplib_1998_set_tagsize(int* bytes)
{
    if (!bytes) bsplib::fail("bsp_set_tagsize", "the size is NULL");
    std::size_t size = bytes_from("bsp_set_tagsize", "the size", *bytes);
    bsp_set_tagsize(&size);
    *bytes = narrow("bsp_set_tagsize", "the size that was set before", size);
}

BSPLIB_API void bsplib_1998_send(int pid, const void* tag, const void* payload, int bytes)
{
    bsp_send(pid_from("bsp_send", pid), tag, payload, bytes_from("bsp_send", "the size", bytes));
}

BSPLIB_API void bsplib_1998_hpsend(int pid, const void* tag, const void* payload, int bytes)
{
    bsp_hpsend(pid_from("bsp_hpsend", pid), tag, payload, bytes_from("bsp_hpsend", "the size", bytes));
}

BSPLIB_API void bsplib_1998_qsize(int* messages, int* bytes)
{
    unsigned count = 0;
    std::size_t total = 0;
    bsp_qsize(messages ? &count : nullptr, &total);
    *messages = narrow("bsp_qsize", "the number of messages", count);
    if (bytes) *bytes = narrow("bsp_qsize", "the number of bytes", total);
}

BSPLIB_API void bsplib_1998_get_tag(int* status, void* tag)
{
    std::size_t size = 0;
    bsp_get_tag(status ? &size : nullptr, tag);
    *status = narrow("bsp_get_tag", "the payload size", size);
}

BSPLIB_API void bsplib_1998_move(void* payload, int max_bytes)
{
    bsp_move(payload, bytes_from("bsp_move", "the size", max_bytes));
}

BSPLIB_API int bsplib_1998_hpmove(void** tag, void** payload)
{
    return narrow("bsp_hpmove", "the payload size", bsp_hpmove(tag, payload));
}

}  // extern "C"

// The calls that write files. Functions with a 64 in their name are called by programs that are compiled for large
// files.
#undef _FILE_OFFSET_BITS
#include <cstdarg>
#include <cstdio>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "player.hpp"

namespace {

bool is_regular(int file)
{
    struct stat status = {};
    return fstat(file, &status) == 0 && S_ISREG(status.st_mode);
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

}  // namespace

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
    if (faults.names && (flags & O_TMPFILE) == O_TMPFILE) {
        errno = EOPNOTSUPP;
        return -1;
    }
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

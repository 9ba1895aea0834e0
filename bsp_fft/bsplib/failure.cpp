#include "bsp_fft/bsplib/failure.hpp"

#include <csignal>
#include <cstdio>
#include <cstring>

#include <unistd.h>

namespace bsplib {

namespace {

void write_all(const char* text, std::size_t length)
{
    while (length > 0) {
        const ssize_t written = ::write(STDERR_FILENO, text, length);
        if (written <= 0) return;
        text += written;
        length -= static_cast<std::size_t>(written);
    }
}

// Output printed before the failure is flushed. A pipe that nobody reads, or a process that holds the lock on
// stdout, must not block the end of the program: the alarm ends it.
void flush_stdout()
{
    std::signal(SIGALRM, SIG_DFL);
    ::alarm(1);
    if (ftrylockfile(stdout) == 0) {
        std::fflush(stdout);
        funlockfile(stdout);
    }
    ::alarm(0);
}

}  // namespace

void vfail(const char* function, const char* format, va_list arguments)
{
    wait_for_turn();
    char line[2048];
    unsigned s = 0;
    unsigned p = 0;
    int used = whoami(s, p)
                   ? std::snprintf(line, sizeof line, "bsplib: %s on process %u of %u: ", function, s, p)
                   : std::snprintf(line, sizeof line, "bsplib: %s: ", function);
    // The last byte is reserved for the end of line.
    const std::size_t room = sizeof line - static_cast<std::size_t>(used) - 1;
    std::vsnprintf(line + used, room, format, arguments);
    std::size_t length = std::strlen(line);
    if (line[length - 1] != '\n') line[length++] = '\n';
    flush_stdout();
    write_all(line, length);
    end_all();
}

void fail(const char* function, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfail(function, format, arguments);
}

}  // namespace bsplib

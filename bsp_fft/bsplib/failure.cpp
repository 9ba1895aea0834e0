#include "bsp_fft/bsplib/failure.hpp"

#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include <bsp.h>

namespace bsplib {

namespace {

extern "C" void end_at_once(int) { ::_exit(EXIT_FAILURE); }

// A pipe without a reader, or with one that does not read, must not block the end of the program: after a second it
// ends, with the same status.
void end_within_a_second()
{
    std::signal(SIGPIPE, SIG_IGN);
    struct sigaction action {};
    action.sa_handler = end_at_once;
    sigset_t alarms;
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    ::sigaction(SIGALRM, &action, nullptr);
    ::pthread_sigmask(SIG_UNBLOCK, &alarms, nullptr);
    ::alarm(1);
}

// With plain writes: stdio may be locked by another process.
void write_all(const char* text, std::size_t length)
{
    while (length > 0) {
        const ssize_t written = ::write(STDERR_FILENO, text, length);
        if (written > 0) {
            text += written;
            length -= static_cast<std::size_t>(written);
        } else if (written < 0 && errno == EAGAIN) {
            pollfd room{STDERR_FILENO, POLLOUT, 0};
            ::poll(&room, 1, -1);
        } else if (written == 0 || errno != EINTR) {
            return;
        }
    }
}

// Output printed before the failure is not lost, unless another process holds the lock on it.
void flush_stdout()
{
    if (ftrylockfile(stdout) != 0) return;
    std::fflush(stdout);
    funlockfile(stdout);
}

constexpr std::size_t longest_line = 2048;

int start_of_line(char (&line)[longest_line], const char* function)
{
    unsigned s = 0, p = 0;
    return whoami(s, p) ? std::snprintf(line, sizeof line, "bsplib: %s on process %u of %u: ", function, s, p)
                        : std::snprintf(line, sizeof line, "bsplib: %s: ", function);
}

[[noreturn, gnu::format(printf, 3, 0)]] void say_and_end(int status, const char* function, const char* format,
                                                         va_list arguments)
{
    wait_for_turn();
    char line[longest_line];
    const int used = start_of_line(line, function);
    // The last byte is reserved for the end of line.
    const std::size_t room = sizeof line - static_cast<std::size_t>(used) - 1;
    std::vsnprintf(line + used, room, format, arguments);
    std::size_t length = std::strlen(line);
    if (line[length - 1] != '\n') line[length++] = '\n';
    end_within_a_second();
    write_all(line, length);
    end_within_a_second();
    flush_stdout();
    ::alarm(0);
    end_all(status);
}

}  // namespace

void fail(const char* function, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say_and_end(EXIT_FAILURE, function, format, arguments);
}

void fail_with(int status, const char* function, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say_and_end(status, function, format, arguments);
}

void fail_for_variable(const char* function, const char* variable, const char* value, const char* must_be)
{
    constexpr int not_possible = 2;
    fail_with(not_possible, function, "the environment variable %s is \"%s\"; it must be %s", variable, value, must_be);
}

bool announce(const char* function, const char* what)
{
    unsigned s = 0, p = 0;
    if (!whoami(s, p)) return false;
    char line[longest_line];
    const int used = start_of_line(line, function);
    const int length = std::snprintf(line + used, sizeof line - static_cast<std::size_t>(used), "%s\n", what);
    write_all(line, static_cast<std::size_t>(used) + static_cast<std::size_t>(length));
    return true;
}

}  // namespace bsplib

// bsp_abort under its three names.
void bsp_vabort(const char* format, va_list arguments)
{
    bsplib::say_and_end(EXIT_FAILURE, "bsp_abort", format, arguments);
}

void bsp_abort_va(const char* format, va_list arguments) { bsp_vabort(format, arguments); }

void bsp_abort(const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    bsp_vabort(format, arguments);
}

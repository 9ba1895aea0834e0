// How every failure ends: one message, and the end of all processes.
#pragma once

#include <cstdarg>
#include <new>

#include "bsp_fft/bsplib/arena.hpp"

namespace bsplib {

/// Ends the whole program with one line on standard error and exit status 1.
///
/// The line reads "bsplib: <function> on process <s> of <p>: <what>". If several processes fail at once, the first one
/// prints it. Then output that was printed before is flushed, if somebody reads it. Runs no destructors
/// and no exit handlers, because the state of the other processes is unknown.
[[noreturn, gnu::format(printf, 2, 3)]] void fail(const char* function, const char* format, ...);
[[noreturn, gnu::format(printf, 2, 0)]] void vfail(const char* function, const char* format,
                                                   va_list arguments);

/// The same with status 3, for a machine without enough memory.
[[noreturn, gnu::format(printf, 2, 3)]] void fail_for_memory(const char* function, const char* format, ...);

/// The same with status 2: an environment variable has a value that it must not have.
[[noreturn]] void fail_for_variable(const char* function, const char* variable, const char* value,
                                    const char* must_be);

/// Prints that line and ends nothing; returns false, and prints nothing, outside a section. Signal handlers may call
/// it.
bool announce(const char* function, const char* what);

/// For calls that need memory. No other process would learn that this one has none, and they would wait: so all end. In
/// a team of one there is no other process, and the caller gets the exception.
template <class Process, class Work>
auto with_memory(const char* function, const Process& me, Work work) -> decltype(work())
{
    try {
        return work();
    } catch (const NoBuffer& none) {
        fail_for_memory(function, "no memory for %zu bytes of buffered communication", none.bytes);
    } catch (const std::bad_alloc&) {
        if (me.is_team_of_one()) throw;
        fail_for_memory(function, "no memory for what the call has to keep");
    }
}

// Each runtime defines these.

/// Ends all processes, with this status.
[[noreturn]] void end_all(int status);

/// Returns when this process may print its message; never, if another one prints.
void wait_for_turn();

/// Process number and number of processes, for the message. Returns false outside a section.
bool whoami(unsigned& s, unsigned& p);

}  // namespace bsplib

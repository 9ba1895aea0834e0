// How every failure ends: one message, and the end of all processes.
#pragma once

#include <cstdarg>

namespace bsplib {

/// Ends the whole program with one line on standard error and exit status 1.
///
/// The line reads "bsplib: <function> on process <s> of <p>: <what>". Of several processes that fail at once
/// the first one prints it. Then output that was printed before is flushed, if somebody reads it. Runs no destructors
/// and no exit handlers, because the state of the other processes is unknown.
[[noreturn, gnu::format(printf, 2, 3)]] void fail(const char* function, const char* format, ...);
[[noreturn, gnu::format(printf, 2, 0)]] void vfail(const char* function, const char* format,
                                                   va_list arguments);

/// The same with status 3, where the machine has not enough.
[[noreturn, gnu::format(printf, 2, 3)]] void fail_for_memory(const char* function, const char* format, ...);

/// The same with status 2: an environment variable has a value that it must not have.
[[noreturn]] void fail_for_variable(const char* function, const char* variable, const char* value,
                                    const char* must_be);

/// Prints that line alone, for one that ends by another hand; returns false, and prints nothing, outside a section. For
/// signal handlers too.
bool announce(const char* function, const char* what);

// Each runtime defines these.

/// Ends all processes, with this status.
[[noreturn]] void end_all(int status);

/// Returns when this process may print its message; never, if another one prints.
void wait_for_turn();

/// Process number and number of processes, for the message. Returns false outside a section.
bool whoami(unsigned& s, unsigned& p);

}  // namespace bsplib

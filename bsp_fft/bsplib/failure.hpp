// How every failure ends: one message, and the end of all processes. And how one is noticed that leaves an SPMD section
// without bsp_end: by an exception, by exit, by the end of its thread, or by a signal that ends the program; a child
// that fork makes is a process of no section (guards.cpp).
#pragma once

#include <exception>
#include <memory>
#include <new>

#include "bsp_fft/bsplib/records.hpp"

namespace bsplib {

/// Ends the whole program with one line on standard error and exit status 1.
///
/// The line reads "bsplib: <function> on process <s> of <p>: <what>". If several processes fail at once, the first one
/// prints it. Then output that was printed before is flushed, if somebody reads it. Runs no destructors
/// and no exit handlers, because the state of the other processes is unknown.
[[noreturn, gnu::format(printf, 2, 3)]] void fail(const char* function, const char* format, ...);

/// The same with another status, which is 3 for a machine without enough memory.
[[noreturn, gnu::format(printf, 3, 4)]] void fail_with(int status, const char* function, const char* format, ...);
constexpr int no_memory = 3;

/// The same with status 2: an environment variable has a value that it must not have.
[[noreturn]] void fail_for_variable(const char* function, const char* variable, const char* value, const char* must_be);

/// Prints that line and ends nothing; returns false, and prints nothing, outside a section. Signal handlers may call
/// it.
bool announce(const char* function, const char* what);

/// For calls that need memory. No other process would learn that this one has none, and they would wait: so all end. In
/// a team of one there is no other process, and the caller gets the exception.
auto with_memory(const char* function, const auto& me, auto work) -> decltype(work())
{
    try {
        return work();
    } catch (const NoBuffer& none) {
        fail_with(no_memory, function, "no memory for %zu bytes of buffered communication", none.bytes);
    } catch (const std::bad_alloc&) {
        if (me.is_team_of_one()) throw;
        fail_with(no_memory, function, "no memory for what the call has to keep");
    }
}

/// Signals that have a handler now are left to it. Called before a library is started whose handlers do not count, as
/// MPI's; otherwise by the first SectionGuard.
void note_fatal_signals();

/// A stack for the handler, in case that of the thread is full. Made and destroyed by the thread that it is for.
class SignalStack {
public:
    SignalStack();
    ~SignalStack();

private:
    std::unique_ptr<char[]> memory_;  ///< null: the thread has one already
};

/// Guards the calling thread, which is a process of a section, while it exists. A fatal signal (SIGSEGV, SIGBUS,
/// SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS) prints a line before it ends the program as it always does.
class SectionGuard {
public:
    SectionGuard();
    ~SectionGuard();

private:
    SignalStack signal_stack_;
    std::terminate_handler terminate_before_;
};

/// From now on a child that fork makes is outside all sections: none of the processes that it would wait for is there.
void watch_forks();

/// Whether this program is such a child.
bool is_forked_child();

/// Fails if other processes of p have nothing to run: no SPMD function, and no main.
void require_spmd_function(unsigned p, void (*spmd)());

// main as an SPMD function, in program.c: C++ may not call it.
extern "C" {
/// A host that loads the library itself, such as an interpreter, may have none.
int bsplib_has_main(void);
/// Calls main with the program's arguments.
void bsplib_run_main(void);
}

/// For a primitive that was called outside a section.
[[noreturn]] void fail_outside(const char* function);

// Each runtime defines these.

/// Ends all processes, with this status.
[[noreturn]] void end_all(int status);

/// Returns when this process may print its message; never, if another one prints.
void wait_for_turn();

/// Process number and number of processes, for the message. Returns false outside a section.
bool whoami(unsigned& s, unsigned& p);

/// In a child, the calling thread is a process no longer. Returns whether it was one.
bool leave_section_in_child();

}  // namespace bsplib

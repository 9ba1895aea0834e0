// Detects a process that leaves an SPMD section without bsp_end: by an exception, by exit, by the end of its thread, or
// by a signal that ends the program. And a child that fork makes is a process of no section.
#pragma once

#include <exception>
#include <memory>

namespace bsplib {

/// Signals that have a handler now are left to it. Called before a library is started whose handlers do not count, as
/// MPI's; otherwise by the first watch_fatal_signals().
void note_fatal_signals();

/// From now on a fatal signal (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS) of a thread that is a process
/// of a section prints a line before it ends the program as it always does.
void watch_fatal_signals();

/// A stack for the handler, in case that of the thread is full. Made and destroyed by the thread that it is for.
class SignalStack {
public:
    SignalStack();
    ~SignalStack();
    SignalStack(const SignalStack&) = delete;
    SignalStack& operator=(const SignalStack&) = delete;

private:
    std::unique_ptr<char[]> memory_;  ///< null: the thread has one already
};

/// Guards the calling thread, which is a process of a section, until release().
class SectionGuard {
public:
    SectionGuard();
    void release();

private:
    SignalStack signal_stack_;
    std::terminate_handler terminate_before_;
};

/// From now on a child that fork makes is outside all sections: none of the processes that it would wait for is there.
void watch_forks();

/// Whether this program is such a child.
bool is_forked_child();

/// For a primitive that was called outside a section.
[[noreturn]] void fail_outside(const char* function);

/// Each runtime defines this: in a child, the calling thread is a process no longer. Returns whether it was one.
bool leave_section_in_child();

}  // namespace bsplib

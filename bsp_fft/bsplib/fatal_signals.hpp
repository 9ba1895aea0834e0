// Signals that end a program inside an SPMD section: which process it was is said first.
#pragma once

#include <memory>

namespace bsplib {

/// Signals that have a handler already are left to it. Called before a library is started whose handlers do not count,
/// as MPI's; otherwise by the first watch_fatal_signals().
void note_fatal_signals();

/// From now on a fatal signal (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS) of a thread that is a process
/// of a section prints a line before it ends the program as it always does.
void watch_fatal_signals();

/// A stack for the handler, for where the thread's own one is full. Made and destroyed by the thread that it is for.
class SignalStack {
public:
    SignalStack();
    ~SignalStack();
    SignalStack(const SignalStack&) = delete;
    SignalStack& operator=(const SignalStack&) = delete;

private:
    std::unique_ptr<char[]> memory_;  ///< null: the thread has one already
};

}  // namespace bsplib

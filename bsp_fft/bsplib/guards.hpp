// Detects a process that leaves an SPMD section without bsp_end: by an exception, by exit, or by the end of
// its thread. And a child that fork makes is a process of no section.
#pragma once

#include <exception>

#include "bsp_fft/bsplib/fatal_signals.hpp"

namespace bsplib {

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

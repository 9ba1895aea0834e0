// Detects a process that leaves an SPMD section without bsp_end: by an exception, by exit, or by the end of
// its thread.
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

}  // namespace bsplib

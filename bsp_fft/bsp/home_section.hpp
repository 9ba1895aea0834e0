// The section that a plan belongs to.
#pragma once

#include "bsp_fft/bsp/port.hpp"

namespace bspfft {

/// A plan may outlive its section, where the BSPlib can tell: then there is nothing left to pop, and nothing that it
/// could do.
class HomeSection {
public:
    /// From now on it is the section that runs.
    void join() { number_ = Port::section(); }
    /// Whether this process is in that section.
    bool is_here() const { return number_ != 0 && Port::section() == number_; }
    /// Throws Error(invalid_argument) if not.
    void require(const char* what) const
    {
        if (!is_here()) [[unlikely]]
            refuse(what);
    }
    /// Throws Error(invalid_argument) outside any section.
    static void require_any(const char* what)
    {
        if (Port::section() != 0) return;
        throw Error(Status::invalid_argument,
                    text(what, " outside an SPMD section; all processes call it between bsp_begin and bsp_end"));
    }

private:
    [[noreturn]] static void refuse(const char* what)
    {
        throw Error(Status::invalid_argument,
                    text(what, " was made in another section, or on another process, than where it is used",
                         Port::section() == 0 ? ": there is none now" : "", "; make one in each section"));
    }

    int number_ = 0;
};

}  // namespace bspfft

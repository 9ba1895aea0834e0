#include "bsp_fft/bsp/home_section.hpp"

namespace bspfft {

void HomeSection::refuse(const char* what)
{
    throw Error(Status::invalid_argument,
                text(what, " was made in another section, or on another process, than where it is used",
                     Port::section() == 0 ? ": there is none now" : "", "; make one in each section"));
}

void HomeSection::require_any(const char* what)
{
    if (Port::section() != 0) return;
    throw Error(Status::invalid_argument,
                text(what, " outside an SPMD section; all processes call it between bsp_begin and bsp_end"));
}

}  // namespace bspfft

// bsp_abort under its three names.
#include "bsp_fft/bsplib/failure.hpp"
#include <bsp.h>

void bsp_vabort(const char* format, va_list arguments) { bsplib::vfail("bsp_abort", format, arguments); }

void bsp_abort_va(const char* format, va_list arguments) { bsplib::vfail("bsp_abort", format, arguments); }

void bsp_abort(const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    bsplib::vfail("bsp_abort", format, arguments);
}

// Marks the symbols that the shared library exports.
#pragma once

#if defined(__GNUC__)
#define BSPFFT_API __attribute__((visibility("default")))
#else
#define BSPFFT_API
#endif

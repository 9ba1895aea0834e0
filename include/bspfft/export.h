/* What a shared library shows of its C functions. */
#ifndef BSPFFT_EXPORT_H
#define BSPFFT_EXPORT_H

#if defined(__GNUC__)
#define BSPFFT_C_API __attribute__((visibility("default")))
#else
#define BSPFFT_C_API
#endif

#endif

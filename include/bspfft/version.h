/* The version of these headers, and of the library that a program runs with; and the mark of what it exports. */
#ifndef BSPFFT_VERSION_H
#define BSPFFT_VERSION_H

#if defined(__GNUC__)
#define BSPFFT_API __attribute__((visibility("default")))
#else
#define BSPFFT_API
#endif

#define BSPFFT_VERSION_MAJOR 0
#define BSPFFT_VERSION_MINOR 3
#define BSPFFT_VERSION_PATCH 0
#define BSPFFT_VERSION "0.3.0"
/* One number that grows: 300 for 0.3.0, 10203 for 1.2.3. */
#define BSPFFT_VERSION_NUMBER (BSPFFT_VERSION_MAJOR * 10000 + BSPFFT_VERSION_MINOR * 100 + BSPFFT_VERSION_PATCH)

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library: "0.3.0", and as one number. */
BSPFFT_API const char* bspfft_version(void);
BSPFFT_API int bspfft_version_number(void);

#ifdef __cplusplus
}
#endif

#endif

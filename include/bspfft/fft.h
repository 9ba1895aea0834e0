/* bspfft for programs that know nothing of BSP: one call transforms an array, in natural order, from any thread.
 *
 * The library starts threads of its own at the first call that is large enough to share, and keeps them: they sleep
 * between calls. Plans are made when a transform is asked for the first time, and kept for the next. Any number of
 * threads may call at once. Short transforms run on the thread that calls.
 *
 * Of libbspfft only, whose processes are threads; the libraries on MPI and on other BSPlibs do not have these calls. */
#ifndef BSPFFT_FFT_H
#define BSPFFT_FFT_H

#include "bspfft/bspfft.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All functions that return int return a status of bspfft.h, bspfft_threads apart; bspfft_message says more, on the
 * thread that called. Those that count answer 0 for NULL, and to destroy NULL does nothing. A complex number is
 * two reals, real part first. out may be in, for a transform in place; otherwise they do not overlap, and in stays. */

/* Of n complex doubles: y_k = sum over j of x_j exp(-2 pi i j k / n); and back, divided by n. */
BSPFFT_API int bspfft_fft(int64_t n, const double* in, double* out);
BSPFFT_API int bspfft_ifft(int64_t n, const double* in, double* out);
/* Of n reals, to the n/2 + 1 complex numbers that say all; and back to n reals, which is not in's length. */
BSPFFT_API int bspfft_rfft(int64_t n, const double* in, double* out);
BSPFFT_API int bspfft_irfft(int64_t n, const double* in, double* out);
/* Of arrays of 1 to 16 axes, numbered row by row: the last axis runs fastest. Of real data the last one is halved. */
BSPFFT_API int bspfft_fftn(int axes, const int64_t length[], const double* in, double* out);
BSPFFT_API int bspfft_ifftn(int axes, const int64_t length[], const double* in, double* out);
BSPFFT_API int bspfft_rfftn(int axes, const int64_t length[], const double* in, double* out);
BSPFFT_API int bspfft_irfftn(int axes, const int64_t length[], const double* in, double* out);
/* The cosine transform II of n reals, 2 sum x_j cos(pi (2j+1) k/2n); and the one that undoes it. */
BSPFFT_API int bspfft_dct(int64_t n, const double* in, double* out);
BSPFFT_API int bspfft_idct(int64_t n, const double* in, double* out);
/* out_j = sum over i of kernel_i in_(j-i): of n and m reals, n + m - 1 reals. out overlaps neither. */
BSPFFT_API int bspfft_convolve(int64_t n, const double* in, int64_t m, const double* kernel, double* out);

/* The same of floats. */
BSPFFT_API int bspfft_fftf(int64_t n, const float* in, float* out);
BSPFFT_API int bspfft_ifftf(int64_t n, const float* in, float* out);
BSPFFT_API int bspfft_rfftf(int64_t n, const float* in, float* out);
BSPFFT_API int bspfft_irfftf(int64_t n, const float* in, float* out);
BSPFFT_API int bspfft_fftnf(int axes, const int64_t length[], const float* in, float* out);
BSPFFT_API int bspfft_ifftnf(int axes, const int64_t length[], const float* in, float* out);
BSPFFT_API int bspfft_rfftnf(int axes, const int64_t length[], const float* in, float* out);
BSPFFT_API int bspfft_irfftnf(int axes, const int64_t length[], const float* in, float* out);
BSPFFT_API int bspfft_dctf(int64_t n, const float* in, float* out);
BSPFFT_API int bspfft_idctf(int64_t n, const float* in, float* out);
BSPFFT_API int bspfft_convolvef(int64_t n, const float* in, int64_t m, const float* kernel, float* out);

/* Threads of the calls from now on: 0, the default, takes as many as cores, or what the environment variable
 * BSPFFT_THREADS says. More than cores are possible, and slower. Calls that are running keep theirs. The most that may
 * be asked for, there or in a request, are eight for each core, and 64 on fewer than eight cores. */
BSPFFT_API int bspfft_set_threads(int threads);
BSPFFT_API int bspfft_threads(void);
BSPFFT_API int bspfft_most_threads(void);
/* Whether the results of calls from now on have the same bits with any number of threads: 1, or 0, the default, unless
 * the environment variable BSPFFT_REPRODUCIBLE is 1. It costs speed, most of short arrays and of real ones. */
BSPFFT_API int bspfft_set_reproducible(int on);
BSPFFT_API int bspfft_reproducible(void);
/* Bytes that the plans which are kept may hold together: when a new one makes it more, those that were not used for
 * longest go. The last one stays, however large it is, and so do those that running calls use. 0, the default: what the
 * environment variable BSPFFT_KEPT_LIMIT says, or a sixteenth of the memory that is free at the first call. */
BSPFFT_API int bspfft_set_kept_limit(int64_t bytes);
BSPFFT_API int64_t bspfft_kept_limit(void);
/* Bytes that they hold now: arrays, buffers and twiddles. */
BSPFFT_API int64_t bspfft_kept_bytes(void);
/* Gives back all plans that are kept and no call is using, and the threads. The next call starts again. */
BSPFFT_API void bspfft_release(void);

/* The direction of a call. */
enum { BSPFFT_FORWARD = 0, BSPFFT_INVERSE = 1 };
/* What happens along an axis: the Fourier transform, nothing, or BSPFFT_DCT_1 .. BSPFFT_DST_4 (on all axes of real
 * numbers that are transformed at all, or on none). Real numbers are transformed along one axis at least. */
enum { BSPFFT_FOURIER = 0, BSPFFT_UNTOUCHED = -1 };

/* Everything that a call can be. Set all to 0 first, then size and what you want. */
typedef struct {
    int64_t size; /* sizeof(bspfft_request), so that later versions can add to the end */
    int32_t precision;
    int32_t data;       /* BSPFFT_COMPLEX: both sides; BSPFFT_REAL: half spectra, or cosines and sines */
    int32_t direction;  /* of Fourier transforms; of BSPFFT_REAL forward is from reals to complex numbers */
    int32_t dimensions; /* axes, 0 to BSPFFT_MOST_AXES */
    /* of real data on the real side; its last Fourier axis has n/2 + 1 elements on the other */
    int64_t length[BSPFFT_MOST_AXES];
    /* From one element of an axis to the next, in elements of that side, of any sign; all 0: row by row. In place they
     * should be the same on both sides, and of reals and half spectra such that a row begins at the same address, as
     * FFTW has it: each stride of the reals but the last twice the other's. Others cost a copy of the array. */
    int64_t stride_in[BSPFFT_MOST_AXES];
    int64_t stride_out[BSPFFT_MOST_AXES];
    int32_t kind[BSPFFT_MOST_AXES];
    double scale;       /* multiplies the result, which otherwise has no factor; 0 stands for 1 */
    int32_t threads;    /* 0: as bspfft_set_threads says */
    int32_t orthogonal; /* 1: of cosines and sines, the factors inside that make the matrix orthogonal up to scale */
    int32_t reproducible; /* 1: the same bits with any number of threads; 0: as bspfft_set_reproducible says */
    /* 1: less memory and more time, where there is such a way: long complex vectors, and complex arrays of several axes
     * on one thread. A transform that has no memory for an array of its own takes it unasked. */
    int32_t sparing;
} bspfft_request;

/* Looks for a kept plan of this request, or makes one, and executes it. */
BSPFFT_API int bspfft_execute(const bspfft_request* request, const void* in, void* out);

/* The same in two steps. The transform is the caller's until it is destroyed; executing it allocates nothing. Several
 * threads may execute one at the same time: they take turns. in and out are those of that call, and in place exactly
 * if is_in_place was 1. On failure *transform is NULL. */
typedef struct bspfft_transform bspfft_transform;
BSPFFT_API int bspfft_transform_create(bspfft_transform** transform, const bspfft_request* request,
                                         int is_in_place);
BSPFFT_API int bspfft_transform_execute(bspfft_transform* transform, const void* in, void* out);
BSPFFT_API void bspfft_transform_destroy(bspfft_transform* transform);

/* Its processes, and what one execution costs each, as BSP counts it: flops, real words h, synchronisations. */
BSPFFT_API int64_t bspfft_transform_processes(const bspfft_transform* transform);
BSPFFT_API int64_t bspfft_transform_flops(const bspfft_transform* transform);
BSPFFT_API int64_t bspfft_transform_words(const bspfft_transform* transform);
BSPFFT_API int64_t bspfft_transform_synchronisations(const bspfft_transform* transform);
/* Bytes that it holds, on all processes together. */
BSPFFT_API int64_t bspfft_transform_bytes(const bspfft_transform* transform);
/* As bspfft_account and bspfft_ledger. */
BSPFFT_API int bspfft_transform_account(bspfft_transform* transform, int on);
BSPFFT_API int bspfft_transform_ledger(const bspfft_transform* transform, int64_t process, bspfft_superstep* rows,
                                         int64_t capacity, int64_t* count);

#ifdef __cplusplus
}
#endif

#endif

/* bspfft for programs that know nothing of BSP: one call transforms an array, in natural order, from any thread.
 *
 * The library starts threads of its own at the first call that is large enough to share, and keeps them: they sleep
 * between calls. Plans are made when a transform is asked for the first time, and kept for the next. Any number of
 * threads may call at once. Short transforms run on the thread that calls.
 *
 * Only libbspfft, whose processes are threads, has these calls; the libraries on MPI and on other BSPlibs do not. */
#ifndef BSPFFT_FFT_H
#define BSPFFT_FFT_H

#include "bspfft/bspfft.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All functions that return int return a status of bspfft.h, except those that answer what was set; bspfft_message says
 * more, on the thread that called. A complex number is two reals, real part first. out may be in, for a transform in
 * place; otherwise they do not overlap, and in is kept. */

/* n complex doubles: y_k = sum over j of x_j exp(-2 pi i j k / n); and its inverse, divided by n. */
BSPFFT_API int bspfft_fft(int64_t n, const double* in, double* out);
BSPFFT_API int bspfft_ifft(int64_t n, const double* in, double* out);
/* n reals to the n/2 + 1 complex numbers that determine all; and the inverse, where n counts the reals of out. */
BSPFFT_API int bspfft_rfft(int64_t n, const double* in, double* out);
BSPFFT_API int bspfft_irfft(int64_t n, const double* in, double* out);
/* Arrays of 1 to 16 axes, numbered row by row: the last axis runs fastest. With real data the last one is halved. */
BSPFFT_API int bspfft_fftn(int axes, const int64_t length[], const double* in, double* out);
BSPFFT_API int bspfft_ifftn(int axes, const int64_t length[], const double* in, double* out);
BSPFFT_API int bspfft_rfftn(int axes, const int64_t length[], const double* in, double* out);
BSPFFT_API int bspfft_irfftn(int axes, const int64_t length[], const double* in, double* out);
/* The cosine transform II of n reals, 2 sum x_j cos(pi (2j+1) k/2n); and its inverse. */
BSPFFT_API int bspfft_dct(int64_t n, const double* in, double* out);
BSPFFT_API int bspfft_idct(int64_t n, const double* in, double* out);
/* out_j = sum over i of kernel_i in_(j-i): from n and m reals to n + m - 1 reals. out overlaps neither. */
BSPFFT_API int bspfft_convolve(int64_t n, const double* in, int64_t m, const double* kernel, double* out);

/* The same for floats. */
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
 * be requested, here or in a request, are eight for each core, and 64 on fewer than eight cores. */
BSPFFT_API int bspfft_set_threads(int threads);
BSPFFT_API int bspfft_threads(void);
BSPFFT_API int bspfft_most_threads(void);
/* Whether the results of calls from now on have the same bits with any number of threads: 1, or 0, the default, unless
 * the environment variable BSPFFT_REPRODUCIBLE is 1. It costs speed, most for short arrays and real data. */
BSPFFT_API int bspfft_set_reproducible(int on);
BSPFFT_API int bspfft_reproducible(void);
/* Bytes that the plans which are kept may hold together: when a new one makes it more, those that were not used for
 * longest go. The last one stays, however large it is, and so do those that running calls use. 0, the default: what the
 * environment variable BSPFFT_KEPT_LIMIT says, or a sixteenth of the memory that is free at the first call. */
BSPFFT_API int bspfft_set_kept_limit(int64_t bytes);
BSPFFT_API int64_t bspfft_kept_limit(void);
/* Bytes that they hold now, and those of the latest plans of requests, which were destroyed: arrays, buffers and
 * twiddles. */
BSPFFT_API int64_t bspfft_kept_bytes(void);
/* Frees all plans that are kept and no call is using, and the threads. The next call starts again. */
BSPFFT_API void bspfft_release(void);

/* Everything that a call can be. Set all to 0 first, then size and what you want. */
typedef struct {
    int64_t size; /* sizeof(bspfft_request), so that later versions can add to the end */
    int32_t precision;
    int32_t data;       /* BSPFFT_COMPLEX: both sides; BSPFFT_REAL: half spectra, or cosines and sines */
    int32_t direction;  /* Fourier transforms; with BSPFFT_REAL forward is from reals to complex numbers */
    int32_t dimensions; /* axes, 0 to BSPFFT_MOST_AXES */
    /* real data: on the real side; its last Fourier axis has n/2 + 1 elements on the other */
    int64_t length[BSPFFT_MOST_AXES];
    /* From one element of an axis to the next, in elements of that side, of any sign; all 0: row by row. In place they
     * should be the same on both sides, and for reals and half spectra such that a row begins at the same address, as
     * FFTW has it: each stride of the reals but the last twice the other's. Others cost a copy of the array. */
    int64_t stride_in[BSPFFT_MOST_AXES];
    int64_t stride_out[BSPFFT_MOST_AXES];
    int32_t kind[BSPFFT_MOST_AXES]; /* as in bspfft_shape; real data is transformed along one axis at least */
    double scale;         /* multiplies the result, which otherwise has no factor; 0 stands for 1 */
    int32_t threads;      /* 0: as bspfft_set_threads says */
    int32_t orthogonal;   /* 1, cosines and sines: the factors inside that make the matrix orthogonal up to scale */
    int32_t reproducible; /* 1: the same bits with any number of threads; 0: as bspfft_set_reproducible says */
    /* 1: less memory and more time, where that is possible: long complex vectors, and complex arrays of several axes
     * on one thread. A transform that has no memory for an array of its own does it unasked. */
    int32_t sparing;
} bspfft_request;

/* Looks for a kept plan of this request, or makes one, and executes it. */
BSPFFT_API int bspfft_call(const bspfft_request* request, const void* in, void* out);

/* The same in two steps: a plan of bspfft.h, made outside a section, for bspfft_execute_on with the direction of the
 * request. It is the caller's until it is destroyed (bspfft_plan_destroy); plans of equal requests share what they
 * hold. Executing it allocates nothing, unless several threads do at the same time: then each has a copy of a plan of
 * one process, and they take turns with plans of several. in and out are arrays in natural order, with the strides
 * of the request, and one array exactly if is_in_place was 1. The plan has no arrays of its own, so that bspfft_execute
 * is refused, and bspfft_input and bspfft_input_places are NULL and 0. bspfft_account and bspfft_ledger are not
 * collective; executions count from the first of them on, and no thread may execute the plan during either. On failure
 * *plan is NULL. */
BSPFFT_API int bspfft_plan_request(bspfft_plan** plan, const bspfft_request* request, int is_in_place);

#ifdef __cplusplus
}
#endif

#endif

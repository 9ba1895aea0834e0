/* bspfft for C, and through it for every language that can call C.
 *
 * Called inside the caller's own SPMD section, by all processes together, with equal arguments. Input and
 * output are both cyclic: x_j is on process j mod p, at place j div p; a complex number is two reals, real
 * part first. */
#ifndef BSPFFT_H
#define BSPFFT_H

#include <stdint.h>

#if defined(__GNUC__)
#define BSPFFT_C_API __attribute__((visibility("default")))
#else
#define BSPFFT_C_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What functions return; on anything but BSPFFT_OK bspfft_message() says more. Inside a section all processes
 * get the same. */
enum {
    BSPFFT_OK = 0,
    BSPFFT_INVALID_ARGUMENT = 1,
    BSPFFT_OUT_OF_MEMORY = 2,
    BSPFFT_NOT_AVAILABLE = 3,
    BSPFFT_FILE_ERROR = 4,
    BSPFFT_INTERNAL_ERROR = 5
};

/* Choices; 0 is always the default. */
enum { BSPFFT_DOUBLE = 0, BSPFFT_FLOAT = 1 };
enum {
    BSPFFT_SCALE_INVERSE = 0,
    BSPFFT_SCALE_NONE = 1,
    BSPFFT_SCALE_SYMMETRIC = 2,
    BSPFFT_SCALE_FORWARD = 3
};
enum { BSPFFT_ALGORITHM_AUTO = 0, BSPFFT_ALGORITHM_TEXTBOOK = 1, BSPFFT_ALGORITHM_FAST = 2 };
enum { BSPFFT_KERNEL_AUTO = 0, BSPFFT_KERNEL_RADIX2 = 1, BSPFFT_KERNEL_FFTW = 2, BSPFFT_KERNEL_SIMD = 3 };
enum { BSPFFT_EXCHANGE_AUTO = 0, BSPFFT_EXCHANGE_PUT = 1, BSPFFT_EXCHANGE_HPPUT = 2 };

/* Set all to 0 first, then what you want. */
typedef struct {
    int32_t precision;
    int32_t normalisation;
    int32_t algorithm;
    int32_t kernel;
    int32_t exchange;
    int32_t reserved[9];
    int64_t cut; /* length of the fast algorithm's columns; 0 chooses one near sqrt(n) */
} bspfft_options;

typedef struct bspfft_plan bspfft_plan;

/* Plans transforms of n complex numbers. x is this process's array of n/p of them, which must exist as long as
 * the plan, or NULL: then the plan owns one (bspfft_data). options may be NULL. On failure *plan is NULL.
 * Requires n = 2^m and p = 2^q with 1 <= p <= n/2. */
BSPFFT_C_API int bspfft_plan_create(bspfft_plan** plan, int64_t n, void* x, const bspfft_options* options);
/* Collective, before the section ends. */
BSPFFT_C_API void bspfft_plan_destroy(bspfft_plan* plan);

/* This process's part of the vector, n/p complex numbers. */
BSPFFT_C_API void* bspfft_data(bspfft_plan* plan);
BSPFFT_C_API int64_t bspfft_local_size(const bspfft_plan* plan);

/* Transforms the vector in place. */
BSPFFT_C_API int bspfft_forward(bspfft_plan* plan);
BSPFFT_C_API int bspfft_inverse(bspfft_plan* plan);

/* What one transform costs a process, as BSP counts it: flops, real words h, synchronisations. */
BSPFFT_C_API int64_t bspfft_flops(const bspfft_plan* plan);
BSPFFT_C_API int64_t bspfft_words(const bspfft_plan* plan);
BSPFFT_C_API int64_t bspfft_synchronisations(const bspfft_plan* plan);

/* One superstep of a plan, summed over its transforms: on one process, or the largest of each number over all,
 * which is what BSP charges. Counts are exact; seconds are 0 unless accounting is on (bspfft_account). */
typedef struct {
    int64_t size; /* sizeof(bspfft_superstep), set by the caller in the first of an array */
    char name[64];
    int64_t flops;
    int64_t words_sent; /* real numbers to and from other processes */
    int64_t words_received;
    int64_t puts;
    int64_t bytes; /* sent */
    int64_t synchronisations;
    double compute_seconds;
    double communicate_seconds; /* inside puts, and moving at the sync */
    double wait_seconds;        /* until the last process has arrived */
    double sync_seconds;
} bspfft_superstep;

/* Starts a new ledger: with seconds (on = 1) or without. With, every sync is followed by an empty one. */
BSPFFT_C_API int bspfft_account(bspfft_plan* plan, int on);

/* Fills rows[0 .. capacity-1] with the supersteps of the transforms since the last bspfft_account, or since the plan
 * was made; for process 0 .. p-1, or with process = -1 the largest over all. rows[0].size says how large a row of the
 * caller's is, so that later versions can add to its end. *count is how many supersteps there are. Collective. */
BSPFFT_C_API int bspfft_ledger(const bspfft_plan* plan, int64_t process, bspfft_superstep* rows,
                               int64_t capacity, int64_t* count);

/* The last failure on this process, as a sentence. */
BSPFFT_C_API const char* bspfft_message(void);

#ifdef __cplusplus
}
#endif

#endif

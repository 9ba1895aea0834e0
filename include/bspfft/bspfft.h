/* bspfft for C, and through it for every language that can call C.
 *
 * Called inside the caller's own SPMD section, by all processes together, with equal arguments. A complex number is two
 * reals, real part first. Which elements a process has, and where, depends on the array and on p; bspfft_input_index
 * and bspfft_output_index say it. One axis of n elements where p^2 divides n is cyclic on both sides: x_j is on process
 * j mod p, at place j div p. */
#ifndef BSPFFT_H
#define BSPFFT_H

#include <stdint.h>

#include "bspfft/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What functions return; on anything but BSPFFT_OK bspfft_message() says more. Planning, accounting and ledgers fail on
 * all processes of a section or on none, with the same status and message, also when they were given different
 * arguments, or have no memory on one. No function ends the program, and no C++ exception leaves one.
 * Executions are not agreed on, which would cost time: given NULL for the plan on one process only, bspfft_execute
 * returns there, while the others wait until that process ends its section, where the BSPlib ends the program and says
 * so. Until then it must not destroy the plan, into whose arrays the others may still put.
 *
 * Functions that return something else do not fail: they answer from what the plan knows, and with NULL for a plan they
 * answer 0 or NULL; to destroy NULL does nothing. Outside a section plans cannot be made (but see fft.h); one whose
 * section has ended can be asked and destroyed, but not executed. */
enum {
    BSPFFT_OK = 0,
    BSPFFT_INVALID_ARGUMENT = 1,
    BSPFFT_OUT_OF_MEMORY = 2,
    BSPFFT_NOT_AVAILABLE = 3,
    BSPFFT_FILE_ERROR = 4,
    BSPFFT_INTERNAL_ERROR = 5,
    BSPFFT_GAP = 6 /* no failure: there is no element at this place */
};

/* Choices; 0 is always the default. */
enum { BSPFFT_DOUBLE = 0, BSPFFT_FLOAT = 1 };
enum {
    BSPFFT_SCALE_INVERSE = 0,
    BSPFFT_SCALE_NONE = 1,
    BSPFFT_SCALE_SYMMETRIC = 2,
    BSPFFT_SCALE_FORWARD = 3
};
enum {
    BSPFFT_ALGORITHM_AUTO = 0,
    BSPFFT_ALGORITHM_TEXTBOOK = 1, /* PSC 3.4; one axis, n and p powers of two */
    BSPFFT_ALGORITHM_FAST = 2,     /* one move for all axes */
    BSPFFT_ALGORITHM_PENCILS = 3,  /* blocks, axis by axis; two axes or more, or p = 1 */
    BSPFFT_ALGORITHM_BLUESTEIN = 4 /* one axis, any n on any p; two moves */
};
enum {
    BSPFFT_KERNEL_AUTO = 0,
    BSPFFT_KERNEL_RADIX2 = 1,
    BSPFFT_KERNEL_FFTW = 2,
    BSPFFT_KERNEL_SIMD = 3,
    BSPFFT_KERNEL_CUDA = 4
};
enum { BSPFFT_MEMORY_HOST = 0, BSPFFT_MEMORY_DEVICE = 1 };
enum { BSPFFT_EXCHANGE_AUTO = 0, BSPFFT_EXCHANGE_PUT = 1, BSPFFT_EXCHANGE_HPPUT = 2 };

/* Kinds of data. BSPFFT_COMPLEX: complex numbers on both sides. BSPFFT_REAL: real numbers in the input, and in the
 * output half a spectrum, or with cosines and sines real numbers. A spectrum of real numbers is symmetric: y_(n-k) is
 * the conjugate of y_k. So the last axis that is transformed has in the output the elements 0 .. n/2 only, and flops,
 * words and memory are half of the complex transform's. */
enum { BSPFFT_COMPLEX = 0, BSPFFT_REAL = 1 };

/* What happens along an axis: the Fourier transform, nothing, or a cosine or sine transform of type I to IV, as
 * scipy.fft.dct and dst and FFTW's r2r define them. Cosines and sines need real data, and do not go together with
 * Fourier transforms of other axes. */
enum {
    BSPFFT_UNTOUCHED = -1,
    BSPFFT_FOURIER = 0,
    BSPFFT_DCT_1 = 1,
    BSPFFT_DCT_2 = 2,
    BSPFFT_DCT_3 = 3,
    BSPFFT_DCT_4 = 4,
    BSPFFT_DST_1 = 5,
    BSPFFT_DST_2 = 6,
    BSPFFT_DST_3 = 7,
    BSPFFT_DST_4 = 8
};

/* Forward goes from the input to the output, inverse from the output to the input. */
enum { BSPFFT_FORWARD = 0, BSPFFT_INVERSE = 1 };

/* Set all to 0 first, then what you want. */
typedef struct {
    int32_t precision;
    int32_t normalisation;
    int32_t algorithm;
    int32_t kernel;
    int32_t exchange;
    int32_t reproducible; /* 1: the same bits over any number of processes (PlanOptions::reproducible) */
    int32_t memory;       /* kernel cuda: where arrays are; on the device, bspfft_input is a pointer there */
    int32_t reserved[3];
    int64_t device_window; /* kernel cuda, arrays on the host: the most bytes of a device's memory; 0: all */
    void* stream;          /* arrays on the device: a cudaStream_t to execute on; NULL: the plan's own */
    int64_t cut; /* only for bspfft_plan_create: length of the fast algorithm's columns; 0 chooses one near sqrt(n) */
} bspfft_options;

/* Layouts of an array; 0 is the algorithm's own, which costs no move. Along each axis: consecutive elements, or dealt
 * out in turn. */
enum { BSPFFT_LAYOUT_OWN = 0, BSPFFT_LAYOUT_BLOCK = 1, BSPFFT_LAYOUT_CYCLIC = 2 };
/* Which axis runs fastest in a process's memory: the last, or the first. */
enum { BSPFFT_ORDER_C = 0, BSPFFT_ORDER_FORTRAN = 1 };

/* The most axes of an array. */
enum { BSPFFT_MOST_AXES = 16 };

/* An array of 1 to BSPFFT_MOST_AXES axes, what is done to it, and how it is spread. Set all to 0 first, then size and
 * what you want; 0 is always the default. */
typedef struct {
    int64_t size;        /* sizeof(bspfft_shape), so that later versions can add to the end */
    int32_t data;        /* BSPFFT_COMPLEX or BSPFFT_REAL */
    int32_t is_operator; /* 1: forward, multiply, inverse as one plan; see bspfft_set_factors */
    int32_t dimensions;  /* axes, 1 to BSPFFT_MOST_AXES */
    int32_t order;
    int64_t length[BSPFFT_MOST_AXES];
    int32_t kind[BSPFFT_MOST_AXES]; /* BSPFFT_FOURIER, BSPFFT_UNTOUCHED, BSPFFT_DCT_1 .. BSPFFT_DST_4 */
    int64_t batch;   /* from 1 on: the number of arrays, one after the other; it is an axis before the others */
    int64_t leading; /* places that the fastest axis takes in memory, on both sides; at least its local length */
    int64_t grid[BSPFFT_MOST_AXES + 1]; /* processes along each axis, their product p; the batch's first, if any */
    int64_t cut[BSPFFT_MOST_AXES];      /* length of the fast algorithm's columns along each axis, without the batch */
    int32_t layout_in; /* another than the algorithm's own is one more move */
    int32_t layout_out;
    /* the grids of layout_in and layout_out; 0: as grid, and without one all p along the first axis */
    int64_t grid_in[BSPFFT_MOST_AXES + 1];
    int64_t grid_out[BSPFFT_MOST_AXES + 1];
    int32_t keep_input;     /* 1: the plan owns two arrays, and executions keep the one that they read */
    int32_t transposed_out; /* 1, only for pencils: the output stays where it is, which saves a move */
} bspfft_shape;

/* A plan for one kind of data and one shape: the same handle for all of them. */
typedef struct bspfft_plan bspfft_plan;

/* Plans transforms of n complex numbers, in place, for any n and any p. x is this process's array, of n/p numbers where
 * p^2 divides n and otherwise of as many as bspfft_shape_span says; it must exist as long as the plan. Or it is NULL:
 * then the plan owns one (bspfft_input). options may be NULL. On failure *plan is NULL. */
BSPFFT_API int bspfft_plan_create(bspfft_plan** plan, int64_t n, void* x, const bspfft_options* options);

/* Plans what the shape says. in and out are this process's arrays, of as many numbers as bspfft_shape_span says, and
 * must exist as long as the plan; or both are NULL: then the plan owns them. options may be NULL. On failure *plan is
 * NULL.
 * Complex data: two arrays, or one (out = in, or NULL) for transforms in place.
 * Real data: two arrays that do not overlap, each kept when it is read; arrays that the plan owns share memory where
 * they can, unless keep_input is 1.
 * Cosines, sines and operators: NULL. order and leading of the shape are 0, and of an operator layout_in and layout_out
 * too; an operator ignores the normalisation, since factors of 1 change nothing. */
BSPFFT_API int bspfft_plan_shape(bspfft_plan** plan, const bspfft_shape* shape, void* in, void* out,
                                 const bspfft_options* options);
/* Collective, or after the section has ended. */
BSPFFT_API void bspfft_plan_destroy(bspfft_plan* plan);

/* The numbers that this process's arrays must have room for, before there is a plan: complex ones, and in the input of
 * real data real ones. out may be NULL. */
BSPFFT_API int bspfft_shape_span(int64_t* in, int64_t* out, const bspfft_shape* shape,
                                 const bspfft_options* options);

/* The shape gets the grid and the cut that trials find to be the best, among those near the model's. The trials take
 * about this many seconds, such as 0.3, and more if few transforms take longer. Numbers of grid and cut that are not 0
 * stay as they are. Not for cosines and sines. options may be NULL. Collective: all processes get the same. */
BSPFFT_API int bspfft_measure_shape(bspfft_shape* shape, double seconds, const bspfft_options* options);

/* This process's part of the input and of the output; in place they are the same. */
BSPFFT_API void* bspfft_input(bspfft_plan* plan);
BSPFFT_API void* bspfft_output(bspfft_plan* plan);
/* Places 0, 1, ... that this process's elements are at, in the input and in the output; more than elements if there are
 * gaps. */
BSPFFT_API int64_t bspfft_input_places(const bspfft_plan* plan);
BSPFFT_API int64_t bspfft_output_places(const bspfft_plan* plan);

/* index[l] becomes the place along axis l of the element at this local place; with a batch (batch >= 1) index[0] is the
 * number of the array and the axes follow. BSPFFT_GAP if no element is there. */
BSPFFT_API int bspfft_input_index(const bspfft_plan* plan, int64_t place, int64_t index[]);
BSPFFT_API int bspfft_output_index(const bspfft_plan* plan, int64_t place, int64_t index[]);
/* The inverse: which process has that element, and at which local place. */
BSPFFT_API int bspfft_input_place(const bspfft_plan* plan, const int64_t index[], int64_t* process, int64_t* place);
BSPFFT_API int bspfft_output_place(const bspfft_plan* plan, const int64_t index[], int64_t* process, int64_t* place);

/* Forward from input to output, or inverse from output to input. The array that is read is kept if it is another one
 * and shares no memory. An operator has only BSPFFT_FORWARD: it multiplies the spectrum by the factors. */
BSPFFT_API int bspfft_execute(bspfft_plan* plan, int direction);
/* The same on other arrays, of the layouts of the plan and of as many numbers as bspfft_shape_span says: forward reads
 * in as the input and writes out as the output, inverse reads in as the output. in and out are best one array where the
 * plan is in place, and otherwise two; plan.hpp says when elements are copied (AnyPlan::execute). Arrays on a device
 * are refused. */
BSPFFT_API int bspfft_execute_on(bspfft_plan* plan, int direction, const void* in, void* out);

/* The processes of a plan, and what one forward transform costs each, as BSP counts it: flops, real words h,
 * synchronisations. */
BSPFFT_API int64_t bspfft_processes(const bspfft_plan* plan);
BSPFFT_API int64_t bspfft_flops(const bspfft_plan* plan);
BSPFFT_API int64_t bspfft_words(const bspfft_plan* plan);
BSPFFT_API int64_t bspfft_synchronisations(const bspfft_plan* plan);
/* Bytes that the plan holds on this process: its arrays, buffers and twiddles. A plan of fft.h: on all processes. */
BSPFFT_API int64_t bspfft_bytes(const bspfft_plan* plan);

/* One superstep of a plan, summed over its executions: on one process, or the largest of each number over all,
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
    double pcie_seconds; /* copying between host and device while nothing is computed; 0 without a device */
    int64_t pcie_bytes;
} bspfft_superstep;

/* Starts a new ledger: with seconds (on = 1) or without. With, every sync is followed by an empty one. */
BSPFFT_API int bspfft_account(bspfft_plan* plan, int on);

/* Fills rows[0 .. capacity-1] with the supersteps of the executions since the last bspfft_account, or since the plan
 * was made; for process 0 .. p-1, or with process = -1 the largest over all. rows[0].size says how large a row of the
 * caller's is, so that later versions can add to its end. *count is the number of supersteps. Collective.
 * Real data, and operators that are not fused: the direction that ran last. Cosines and sines: the transform along the
 * first axis that is transformed. */
BSPFFT_API int bspfft_ledger(const bspfft_plan* plan, int64_t process, bspfft_superstep* rows,
                             int64_t capacity, int64_t* count);

/* Operators (is_operator = 1 in the shape): forward, multiply, inverse as one plan, for convolutions and for operators
 * that are diagonal in the spectrum. The array is changed in place, or with keep_input goes from input to output; both
 * have the same layout. At first all factors are 1. Other plans are refused by these functions.
 *
 * A function changes the value at k, one index an axis, with a batch (batch >= 1) before the others. With real data the
 * last axis that is transformed has 0 .. n/2 only. value has a real and an imaginary part, double in either
 * precision. */
typedef void (*bspfft_function)(const int64_t* k, void* context, double value[2]);

/* The factors from now on: what the function makes of 1 at each k. It is called here, and context is passed on to it.
 * Not collective. */
BSPFFT_API int bspfft_set_factors(bspfft_plan* plan, bspfft_function function, void* context);
enum { BSPFFT_CONVOLUTION = 0, BSPFFT_CORRELATION = 1 };
/* The spectrum of what is in the input becomes the factors: bspfft_execute convolves cyclically with it. Or its
 * conjugate: bspfft_execute correlates. The input is destroyed, unless it is kept. */
BSPFFT_API int bspfft_set_kernel(bspfft_plan* plan, int use);
/* Executes with the function in place of the factors: it is called with each value of the spectrum, on the process that
 * has it, in any order. */
BSPFFT_API int bspfft_apply(bspfft_plan* plan, bspfft_function function, void* context);
/* 1: an operator of two moves and three sweeps of memory; 0: of one forward and one inverse transform, or another
 * plan. */
BSPFFT_API int bspfft_is_fused(const bspfft_plan* plan);

/* The last failure on this process, as a sentence. */
BSPFFT_API const char* bspfft_message(void);

#ifdef __cplusplus
}
#endif

#endif

/* The calls of FFTW 3 that libbspfft-fftw3 has: what a program written for FFTW includes where FFTW is not installed.
 * FFTW's own fftw3.h serves as well; its manual (fftw.org/doc) says what the calls do, and tools/docs/fftw.md where
 * ours differ. Doubles (fftw_) and floats (fftwf_) are ours; calls of long double (fftwl_) and quadruple precision
 * (fftwq_) go on to FFTW, where it is installed.
 *
 * It has FFTW's name, and so a folder of its own, which only pkg-config's bspfft-fftw3 puts before the compiler. */
#ifndef FFTW3_H
#define FFTW3_H

#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A complex number is that of C if <complex.h> was included before, and otherwise two reals. */
#if defined(_Complex_I) && defined(complex) && defined(I) && !defined(FFTW_NO_Complex)
typedef double _Complex fftw_complex;
typedef float _Complex fftwf_complex;
typedef long double _Complex fftwl_complex;
#ifdef __SIZEOF_FLOAT128__
__extension__ typedef _Complex float __attribute__((__mode__(__TC__))) fftwq_complex;
#endif
#else
typedef double fftw_complex[2];
typedef float fftwf_complex[2];
typedef long double fftwl_complex[2];
#ifdef __SIZEOF_FLOAT128__
__extension__ typedef __float128 fftwq_complex[2];
#endif
#endif

/* An axis of the guru calls: its length, and from one element to the next on both sides. */
struct bspfft_fftw3_iodim {
    int n, is, os;
};
struct bspfft_fftw3_iodim64 {
    ptrdiff_t n, is, os;
};

/* Transforms from reals to reals: half spectra as reals, Hartley's, cosines, sines. */
enum bspfft_fftw3_kind {
    FFTW_R2HC = 0,
    FFTW_HC2R = 1,
    FFTW_DHT = 2,
    FFTW_REDFT00 = 3,
    FFTW_REDFT01 = 4,
    FFTW_REDFT10 = 5,
    FFTW_REDFT11 = 6,
    FFTW_RODFT00 = 7,
    FFTW_RODFT01 = 8,
    FFTW_RODFT10 = 9,
    FFTW_RODFT11 = 10
};

/* sign: that of the exponent. */
#define FFTW_FORWARD (-1)
#define FFTW_BACKWARD (+1)

/* flags: all are taken; FFTW_WISDOM_ONLY is the one that changes something. */
#define FFTW_MEASURE (0U)
#define FFTW_DESTROY_INPUT (1U << 0)
#define FFTW_UNALIGNED (1U << 1)
#define FFTW_CONSERVE_MEMORY (1U << 2)
#define FFTW_EXHAUSTIVE (1U << 3)
#define FFTW_PRESERVE_INPUT (1U << 4)
#define FFTW_PATIENT (1U << 5)
#define FFTW_ESTIMATE (1U << 6)
#define FFTW_WISDOM_ONLY (1U << 21)
/* and those that FFTW's manual does not describe */
#define FFTW_ESTIMATE_PATIENT (1U << 7)
#define FFTW_BELIEVE_PCOST (1U << 8)
#define FFTW_NO_DFT_R2HC (1U << 9)
#define FFTW_NO_NONTHREADED (1U << 10)
#define FFTW_NO_BUFFERING (1U << 11)
#define FFTW_NO_INDIRECT_OP (1U << 12)
#define FFTW_ALLOW_LARGE_GENERIC (1U << 13)
#define FFTW_NO_RANK_SPLITS (1U << 14)
#define FFTW_NO_VRANK_SPLITS (1U << 15)
#define FFTW_NO_VRECURSE (1U << 16)
#define FFTW_NO_SIMD (1U << 17)
#define FFTW_NO_SLOW (1U << 18)
#define FFTW_NO_FIXED_RADIX_LARGE_N (1U << 19)
#define FFTW_ALLOW_PRUNING (1U << 20)

#define FFTW_NO_TIMELIMIT (-1.0)

/* X(name) is the name in a precision, R its reals, C its complex numbers; G is guru or guru64, D its axes. */
/* clang-format off */
#define BSPFFT_FFTW3_GURU(X, R, C, G, D)                                                                               \
    X(plan) X(plan_##G##_dft)(int rank, const X(D)* dims, int howmany_rank, const X(D)* howmany_dims, C* in, C* out,   \
        int sign, unsigned flags);                                                                                     \
    X(plan) X(plan_##G##_dft_r2c)(int rank, const X(D)* dims, int howmany_rank, const X(D)* howmany_dims, R* in,       \
        C* out, unsigned flags);                                                                                       \
    X(plan) X(plan_##G##_dft_c2r)(int rank, const X(D)* dims, int howmany_rank, const X(D)* howmany_dims, C* in,       \
        R* out, unsigned flags);                                                                                       \
    X(plan) X(plan_##G##_r2r)(int rank, const X(D)* dims, int howmany_rank, const X(D)* howmany_dims, R* in, R* out,   \
        const X(r2r_kind)* kind, unsigned flags);                                                                      \
    X(plan) X(plan_##G##_split_dft)(int rank, const X(D)* dims, int howmany_rank, const X(D)* howmany_dims, R* ri,     \
        R* ii, R* ro, R* io, unsigned flags);                                                                          \
    X(plan) X(plan_##G##_split_dft_r2c)(int rank, const X(D)* dims, int howmany_rank, const X(D)* howmany_dims,        \
        R* in, R* ro, R* io, unsigned flags);                                                                          \
    X(plan) X(plan_##G##_split_dft_c2r)(int rank, const X(D)* dims, int howmany_rank, const X(D)* howmany_dims,        \
        R* ri, R* ii, R* out, unsigned flags)

#define BSPFFT_FFTW3_DECLARE(X, R, C)                                                                                  \
    typedef struct X(plan_s)* X(plan);                                                                                 \
    typedef struct bspfft_fftw3_iodim X(iodim);                                                                        \
    typedef struct bspfft_fftw3_iodim64 X(iodim64);                                                                    \
    typedef enum bspfft_fftw3_kind X(r2r_kind);                                                                        \
    typedef void (*X(write_char_func))(char, void*);                                                                   \
    typedef int (*X(read_char_func))(void*);                                                                           \
    X(plan) X(plan_dft_1d)(int n, C* in, C* out, int sign, unsigned flags);                                            \
    X(plan) X(plan_dft_2d)(int n0, int n1, C* in, C* out, int sign, unsigned flags);                                   \
    X(plan) X(plan_dft_3d)(int n0, int n1, int n2, C* in, C* out, int sign, unsigned flags);                           \
    X(plan) X(plan_dft)(int rank, const int* n, C* in, C* out, int sign, unsigned flags);                              \
    X(plan) X(plan_many_dft)(int rank, const int* n, int howmany, C* in, const int* inembed, int istride, int idist,   \
        C* out, const int* onembed, int ostride, int odist, int sign, unsigned flags);                                 \
    X(plan) X(plan_dft_r2c_1d)(int n, R* in, C* out, unsigned flags);                                                  \
    X(plan) X(plan_dft_r2c_2d)(int n0, int n1, R* in, C* out, unsigned flags);                                         \
    X(plan) X(plan_dft_r2c_3d)(int n0, int n1, int n2, R* in, C* out, unsigned flags);                                 \
    X(plan) X(plan_dft_r2c)(int rank, const int* n, R* in, C* out, unsigned flags);                                    \
    X(plan) X(plan_many_dft_r2c)(int rank, const int* n, int howmany, R* in, const int* inembed, int istride,          \
        int idist, C* out, const int* onembed, int ostride, int odist, unsigned flags);                                \
    X(plan) X(plan_dft_c2r_1d)(int n, C* in, R* out, unsigned flags);                                                  \
    X(plan) X(plan_dft_c2r_2d)(int n0, int n1, C* in, R* out, unsigned flags);                                         \
    X(plan) X(plan_dft_c2r_3d)(int n0, int n1, int n2, C* in, R* out, unsigned flags);                                 \
    X(plan) X(plan_dft_c2r)(int rank, const int* n, C* in, R* out, unsigned flags);                                    \
    X(plan) X(plan_many_dft_c2r)(int rank, const int* n, int howmany, C* in, const int* inembed, int istride,          \
        int idist, R* out, const int* onembed, int ostride, int odist, unsigned flags);                                \
    X(plan) X(plan_r2r_1d)(int n, R* in, R* out, X(r2r_kind) kind, unsigned flags);                                    \
    X(plan) X(plan_r2r_2d)(int n0, int n1, R* in, R* out, X(r2r_kind) kind0, X(r2r_kind) kind1, unsigned flags);       \
    X(plan) X(plan_r2r_3d)(int n0, int n1, int n2, R* in, R* out, X(r2r_kind) kind0, X(r2r_kind) kind1,                \
        X(r2r_kind) kind2, unsigned flags);                                                                            \
    X(plan) X(plan_r2r)(int rank, const int* n, R* in, R* out, const X(r2r_kind)* kind, unsigned flags);               \
    X(plan) X(plan_many_r2r)(int rank, const int* n, int howmany, R* in, const int* inembed, int istride, int idist,   \
        R* out, const int* onembed, int ostride, int odist, const X(r2r_kind)* kind, unsigned flags);                  \
    BSPFFT_FFTW3_GURU(X, R, C, guru, iodim);                                                                           \
    BSPFFT_FFTW3_GURU(X, R, C, guru64, iodim64);                                                                       \
    void X(execute)(const X(plan) plan);                                                                               \
    void X(execute_dft)(const X(plan) plan, C* in, C* out);                                                            \
    void X(execute_dft_r2c)(const X(plan) plan, R* in, C* out);                                                        \
    void X(execute_dft_c2r)(const X(plan) plan, C* in, R* out);                                                        \
    void X(execute_r2r)(const X(plan) plan, R* in, R* out);                                                            \
    void X(execute_split_dft)(const X(plan) plan, R* ri, R* ii, R* ro, R* io);                                         \
    void X(execute_split_dft_r2c)(const X(plan) plan, R* in, R* ro, R* io);                                            \
    void X(execute_split_dft_c2r)(const X(plan) plan, R* ri, R* ii, R* out);                                           \
    void X(destroy_plan)(X(plan) plan);                                                                                \
    void X(cleanup)(void);                                                                                             \
    int X(init_threads)(void);                                                                                         \
    void X(plan_with_nthreads)(int threads);                                                                           \
    int X(planner_nthreads)(void);                                                                                     \
    void X(cleanup_threads)(void);                                                                                     \
    void X(make_planner_thread_safe)(void);                                                                            \
    void X(threads_set_callback)(void (*loop)(void* (*work)(char*), char* jobs, size_t job_size, int count,            \
        void* data), void* data);                                                                                      \
    void* X(malloc)(size_t bytes);                                                                                     \
    R* X(alloc_real)(size_t n);                                                                                        \
    C* X(alloc_complex)(size_t n);                                                                                     \
    void X(free)(void* array);                                                                                         \
    int X(alignment_of)(R* array);                                                                                     \
    void X(set_timelimit)(double seconds);                                                                             \
    void X(flops)(const X(plan) plan, double* additions, double* multiplications, double* fused);                      \
    double X(cost)(const X(plan) plan);                                                                                \
    double X(estimate_cost)(const X(plan) plan);                                                                       \
    void X(print_plan)(const X(plan) plan);                                                                            \
    void X(fprint_plan)(const X(plan) plan, FILE* file);                                                               \
    char* X(sprint_plan)(const X(plan) plan);                                                                          \
    int X(export_wisdom_to_filename)(const char* name);                                                                \
    void X(export_wisdom_to_file)(FILE* file);                                                                         \
    char* X(export_wisdom_to_string)(void);                                                                            \
    void X(export_wisdom)(X(write_char_func) write, void* data);                                                       \
    int X(import_wisdom_from_filename)(const char* name);                                                              \
    int X(import_wisdom_from_file)(FILE* file);                                                                        \
    int X(import_wisdom_from_string)(const char* text);                                                                \
    int X(import_wisdom)(X(read_char_func) read, void* data);                                                          \
    int X(import_system_wisdom)(void);                                                                                 \
    void X(forget_wisdom)(void);                                                                                       \
    extern const char X(version)[];                                                                                    \
    extern const char X(cc)[];                                                                                         \
    extern const char X(codelet_optim)[]
/* clang-format on */

/* The names of each precision, as FFTW's fftw3-mpi.h uses them. */
#define FFTW_EXTERN extern
#define FFTW_CDECL
#define FFTW_CONCAT(prefix, name) prefix##name
#define FFTW_MANGLE_DOUBLE(name) FFTW_CONCAT(fftw_, name)
#define FFTW_MANGLE_FLOAT(name) FFTW_CONCAT(fftwf_, name)
#define FFTW_MANGLE_LONG_DOUBLE(name) FFTW_CONCAT(fftwl_, name)
#define FFTW_MANGLE_QUAD(name) FFTW_CONCAT(fftwq_, name)
BSPFFT_FFTW3_DECLARE(FFTW_MANGLE_DOUBLE, double, fftw_complex);
BSPFFT_FFTW3_DECLARE(FFTW_MANGLE_FLOAT, float, fftwf_complex);
BSPFFT_FFTW3_DECLARE(FFTW_MANGLE_LONG_DOUBLE, long double, fftwl_complex);
#ifdef __SIZEOF_FLOAT128__
BSPFFT_FFTW3_DECLARE(FFTW_MANGLE_QUAD, __float128, fftwq_complex);
#endif

#ifdef __cplusplus
}
#endif

#endif

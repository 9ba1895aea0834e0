/* FFTW's other calls: what has no plan, threads, memory, wisdom, words, Fortran. Linked with FFTW or with ours; prints
 * what is wrong.
 *
 * usage: calls FOLDER, where it may write */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fftw_names.h"

static int wrong = 0;
static void check(int is_right, const char* claim)
{
    if (is_right) return;
    printf("wrong: %s\n", claim);
    ++wrong;
}

typedef FFTW(complex) Complex;
enum { n = 1000, tasks = 4, rounds = 50 };

static void without_plans(Complex* x, Real* r)
{
    const unsigned flags = FFTW_ESTIMATE;
    const int zero = 0;
    check(!FFTW(plan_dft_1d)(0, x, x, FFTW_FORWARD, flags), "no elements have no plan");
    check(!FFTW(plan_dft_1d)(-4, x, x, FFTW_FORWARD, flags), "a negative length has no plan");
    check(!FFTW(plan_dft_2d)(4, 0, x, x, FFTW_FORWARD, flags), "a length of 0 among others has no plan");
    check(!FFTW(plan_dft)(-1, &zero, x, x, FFTW_FORWARD, flags), "a negative rank has no plan");
    check(!FFTW(plan_many_dft)(1, (int[]){4}, -1, x, NULL, 1, 4, x, NULL, 1, 4, FFTW_FORWARD, flags),
          "a negative number of transforms has no plan");
    check(!FFTW(plan_r2r_1d)(1, r, r, FFTW_REDFT00, flags), "REDFT00 of one number has no plan");
    FFTW(destroy_plan)(NULL);
}

static void with_nothing_to_do(Complex* x)
{
    x[0][0] = 3;
    FFTW(plan) plan = FFTW(plan_many_dft)(1, (int[]){4}, 0, x, NULL, 1, 4, x, NULL, 1, 4, FFTW_FORWARD, FFTW_ESTIMATE);
    check(plan != NULL, "no transforms have a plan");
    FFTW(execute)(plan);
    check(x[0][0] == 3, "no transforms change nothing");
    FFTW(destroy_plan)(plan);
}

static int near(double x, double y) { return x - y < 1e-4 && y - x < 1e-4; }

/* A transpose of 3 x 5 numbers, which a problem of rank 0 is, out of place and in place. */
static void with_a_transpose(Real* x, Real* y)
{
    const FFTW(iodim) dims[] = {{3, 5, 1}, {5, 1, 3}};
    for (int in_place = 0; in_place < 2; ++in_place) {
        Real* const out = in_place ? x : y;
        FFTW(plan) plan = FFTW(plan_guru_r2r)(0, NULL, 2, dims, x, out, NULL, FFTW_ESTIMATE);
        check(plan != NULL, "a transpose has a plan");
        for (int i = 0; i < 15; ++i) x[i] = (Real)i;
        FFTW(execute)(plan);
        int is_right = 1;
        for (int i = 0; i < 15; ++i) is_right &= out[i % 5 * 3 + i / 5] == (Real)i;
        check(is_right, "a transpose moves every number to its place");
        FFTW(destroy_plan)(plan);
    }
}

/* The old names for Fortran, of both forms; its first axis runs fastest. */
#define FORTRAN_JOIN(name, end) FORTRAN_NAME(name, end)
#ifdef SINGLE
#define FORTRAN_NAME(name, end) sfftw_##name##end
#else
#define FORTRAN_NAME(name, end) dfftw_##name##end
#endif
void FORTRAN_JOIN(plan_dft_r2c_2d, _)(FFTW(plan) *, const int*, const int*, Real*, Complex*, const int*);
void FORTRAN_JOIN(execute_dft_r2c, __)(const FFTW(plan) *, Real*, Complex*);
void FORTRAN_JOIN(destroy_plan, _)(FFTW(plan) *);

static void from_fortran(Real* x, Complex* y)
{
    const int nx = 6, ny = 3, flags = FFTW_ESTIMATE;
    FFTW(plan) plan = NULL;
    FORTRAN_JOIN(plan_dft_r2c_2d, _)(&plan, &nx, &ny, x, y, &flags);
    check(plan != NULL, "Fortran has a plan");
    /* a constant along x, and 1, -1, 0 along y: only row by row over x it gives these sums */
    for (int i = 0; i < nx * ny; ++i) x[i] = (Real)(i / nx == 0 ? 1 : i / nx == 1 ? -1 : 0);
    FORTRAN_JOIN(execute_dft_r2c, __)(&plan, x, y);
    check(y[0][0] == 0 && y[1][0] == 0 && y[4][0] > 8.9 && y[4][0] < 9.1, "Fortran's axes are in its own order");
    FORTRAN_JOIN(destroy_plan, _)(&plan);
}

void FORTRAN_JOIN(plan_guru_dft, _)(FFTW(plan) *, const int* rank, const int* n, const int* is, const int* os,
                                    const int* loops, const int* loop_n, const int* loop_is, const int* loop_os,
                                    Complex*, Complex*, const int* sign, const int* flags);
void FORTRAN_JOIN(plan_guru_r2r, _)(FFTW(plan) *, const int* rank, const int* n, const int* is, const int* os,
                                    const int* loops, const int* loop_n, const int* loop_is, const int* loop_os,
                                    Real*, Real*, const int* kinds, const int* flags);
void FORTRAN_JOIN(plan_guru_dft_r2c, _)(FFTW(plan) *, const int* rank, const int* n, const int* is, const int* os,
                                        const int* loops, const int* loop_n, const int* loop_is, const int* loop_os,
                                        Real*, Complex*, const int* flags);

/* Strides of Fortran's guru calls are as given, in the order given; two columns of 3 x 4 numbers. */
static void from_fortran_with_strides(Complex* x, Complex* y, Real* r, Real* s)
{
    const int rank = 2, lengths[] = {3, 4}, strides[] = {4, 1}, one = 1, two = 2, twelve = 12;
    const int sign = FFTW_FORWARD, flags = FFTW_ESTIMATE;
    FFTW(plan) plan = NULL, same = NULL;
    FORTRAN_JOIN(plan_guru_dft, _)(&plan, &rank, lengths, strides, strides, &one, &two, &twelve, &twelve, x, y, &sign,
                                   &flags);
    for (int i = 0; i < 24; ++i) x[i][0] = (Real)(i % 5), x[i][1] = (Real)(i % 3);
    FFTW(execute)(plan);
    Complex expected[12];
    FFTW(plan) second = FFTW(plan_dft_2d)(3, 4, x + 12, expected, FFTW_FORWARD, FFTW_ESTIMATE);
    FFTW(execute)(second);
    int is_right = 1;
    for (int i = 0; i < 12; ++i) is_right &= near(y[12 + i][0], expected[i][0]) && near(y[12 + i][1], expected[i][1]);
    check(is_right, "Fortran's guru has the strides that are given");
    FORTRAN_JOIN(destroy_plan, _)(&plan);
    FFTW(destroy_plan)(second);

    /* kinds are in the opposite order, as of the other calls */
    const int kinds[] = {FFTW_REDFT10, FFTW_RODFT10}, zero = 0;
    FORTRAN_JOIN(plan_guru_r2r, _)(&plan, &rank, lengths, strides, strides, &zero, &zero, &zero, &zero, r, s, kinds,
                                   &flags);
    same = FFTW(plan_r2r_2d)(3, 4, r, r, FFTW_RODFT10, FFTW_REDFT10, FFTW_ESTIMATE);
    for (int i = 0; i < 12; ++i) r[i] = (Real)(i % 5);
    FFTW(execute)(plan);
    FFTW(execute)(same);
    is_right = 1;
    for (int i = 0; i < 12; ++i) is_right &= near(r[i], s[i]);
    check(is_right, "kinds of Fortran's guru are reversed");
    FFTW(destroy_plan)(plan);
    FFTW(destroy_plan)(same);

    const int halves[] = {3, 1};
    FORTRAN_JOIN(plan_guru_dft_r2c, _)(&plan, &rank, lengths, strides, halves, &zero, &zero, &zero, &zero, r, x,
                                       &flags);
    same = FFTW(plan_dft_r2c_2d)(3, 4, r, y, FFTW_ESTIMATE);
    FFTW(execute)(plan);
    FFTW(execute)(same);
    is_right = 1;
    for (int i = 0; i < 9; ++i) is_right &= near(x[i][0], y[i][0]) && near(x[i][1], y[i][1]);
    check(is_right, "Fortran's guru halves the last axis that is given");
    FFTW(destroy_plan)(plan);
    FFTW(destroy_plan)(same);
}

/* An impulse at j of axes of twos: the sum over axes of j_l k_l is the sign of k. */
static void with_many_axes(void)
{
    int twos[16];
    for (int l = 0; l < 16; ++l) twos[l] = 2;
    enum { j = 0x9a35, all = 1 << 16 };
    Complex *const x = FFTW(alloc_complex)(all), *const y = FFTW(alloc_complex)(all);
    for (int rank = 9; rank <= 16; rank += 7) {
        const int size = 1 << rank, at = j % size;
        FFTW(plan) plan = FFTW(plan_dft)(rank, twos, x, y, FFTW_FORWARD, FFTW_ESTIMATE);
        FFTW(plan) real = FFTW(plan_dft_r2c)(rank, twos, (Real*)x, y, FFTW_ESTIMATE);
        check(plan && real, "9 and 16 axes have a plan");
        for (int is_real = 0; plan && real && is_real < 2; ++is_real) {
            memset(x, 0, (size_t)size * sizeof *x);
            if (is_real) ((Real*)x)[at] = 1;
            else x[at][0] = 1;
            FFTW(execute)(is_real ? real : plan);
            int is_right = 1;
            for (int k = 0; k < size; ++k) /* two elements are their own half spectrum */
                is_right &= near(y[k][0], __builtin_popcount((unsigned)(k & at)) % 2 ? -1 : 1) && near(y[k][1], 0);
            check(is_right, "an impulse becomes signs along 9 and 16 axes");
        }
        FFTW(destroy_plan)(plan);
        FFTW(destroy_plan)(real);
    }
    /* of 20 axes, 11 have one element */
    int lengths[20];
    FFTW(r2r_kind) kinds[20];
    for (int l = 0; l < 20; ++l) lengths[l] = l % 2 && l < 18 ? 2 : 1, kinds[l] = FFTW_DHT;
    FFTW(plan) plan = FFTW(plan_r2r)(20, lengths, (Real*)x, (Real*)y, kinds, FFTW_ESTIMATE);
    check(plan != NULL, "axes of one element do not count");
    memset(x, 0, all);
    ((Real*)x)[3] = 1;
    if (plan) FFTW(execute)(plan);
    check(plan && near(((Real*)y)[1], -1) && near(((Real*)y)[3], 1), "nine axes of twenty are transformed");
    FFTW(destroy_plan)(plan);
    FFTW(free)(x);
    FFTW(free)(y);
}

struct task {
    FFTW(plan) plan;
    int number, is_right;
};

/* A wave of its own number, transformed by the plan of all, and by plans that it makes meanwhile. */
static void* run(void* argument)
{
    struct task* const task = argument;
    Complex *const x = FFTW(alloc_complex)(n), *const y = FFTW(alloc_complex)(n);
    task->is_right = 1;
    for (int round = 0; round < rounds; ++round) {
        memset(x, 0, n * sizeof *x);
        x[task->number][0] = 1;
        FFTW(execute_dft)(task->plan, x, y);
        double sum = 0;
        for (int k = 0; k < n; ++k) sum += y[k][0];
        task->is_right &= sum < (task->number == 0 ? n + 1e-2 : 1e-2) && y[0][0] == 1;
        FFTW(plan) own = FFTW(plan_dft_1d)(16 + task->number, x, y, FFTW_BACKWARD, FFTW_ESTIMATE);
        FFTW(execute)(own);
        FFTW(destroy_plan)(own);
    }
    FFTW(free)(x);
    FFTW(free)(y);
    return NULL;
}

static void by_several_threads(Complex* x, Complex* y, int threads)
{
    FFTW(plan_with_nthreads)(threads);
    FFTW(plan) plan = FFTW(plan_dft_1d)(n, x, y, FFTW_FORWARD, FFTW_ESTIMATE);
    struct task all[tasks];
    pthread_t handles[tasks];
    for (int i = 0; i < tasks; ++i) {
        all[i] = (struct task){plan, i, 0};
        pthread_create(&handles[i], NULL, run, &all[i]);
    }
    for (int i = 0; i < tasks; ++i) {
        pthread_join(handles[i], NULL);
        check(all[i].is_right, "several threads execute one plan at once");
    }
    FFTW(destroy_plan)(plan);
}

static void with_memory(void)
{
    void* const large = FFTW(malloc)(9 << 20);
    check(large && (size_t)large % 16 == 0, "memory is aligned");
    check(FFTW(alignment_of)(large) == 0, "memory has the alignment 0");
    memset(large, 1, 9 << 20);
    FFTW(free)(large);
    FFTW(free)(FFTW(malloc)(0));
    FFTW(free)(NULL);
}

/* The bytes that a plan of ours says it holds; -1 of a library that does not say. */
static long bytes_held(FFTW(plan) plan)
{
    long bytes = -1;
    char* const words = FFTW(sprint_plan)(plan);
    const char* const holds = words ? strstr(words, "holds ") : NULL;
    if (holds) sscanf(holds, "holds %ld bytes", &bytes);
    free(words);
    return bytes;
}

static void with_little_memory(void)
{
    const int length = 1 << 21;  // below 8 MiB no plan holds an array
    const long array = (long)(length * sizeof(Complex));
    Complex *const x = FFTW(alloc_complex)(length), *const y = FFTW(alloc_complex)(length);
    FFTW(plan) usual = FFTW(plan_dft_1d)(length, x, y, FFTW_FORWARD, FFTW_ESTIMATE);
    FFTW(plan) sparing = FFTW(plan_dft_1d)(length, x, x, FFTW_FORWARD, FFTW_ESTIMATE | FFTW_CONSERVE_MEMORY);
    for (int j = 0; j < length; ++j) x[j][0] = (Real)(j % 7 - 3), x[j][1] = (Real)(j % 5 - 2);
    FFTW(execute)(usual);
    FFTW(execute)(sparing);
    double error = 0;
    for (int j = 0; j < length; ++j) {
        const double real = x[j][0] - y[j][0], imaginary = x[j][1] - y[j][1];
        const double square = real * real + imaginary * imaginary;
        if (square > error) error = square;
    }
    const double bound = 4e-7 * length;
    check(error < bound * bound, "a plan that conserves memory has the same results");
    if (bytes_held(usual) >= 0) {
        check(bytes_held(usual) > array / 2, "a plan for speed says that it holds an array");
        check(bytes_held(sparing) < array / 2, "one that conserves memory says that it does not");
    }
    FFTW(destroy_plan)(usual);
    FFTW(destroy_plan)(sparing);
    FFTW(free)(x);
    FFTW(free)(y);
}

static void put(char letter, void* end)
{
    char** const at = end;
    *(*at)++ = letter;
}
static int get(void* next)
{
    const char** const at = next;
    return **at ? *(*at)++ : EOF;
}

/* Fortran's letters. */
void FORTRAN_JOIN(export_wisdom, _)(void (*write)(const char*, void*), void*);
void FORTRAN_JOIN(import_wisdom, _)(int*, void (*read)(int*, void*), void*);
static void put_for_fortran(const char* letter, void* end) { put(*letter, end); }
static void get_for_fortran(int* letter, void* next) { *letter = get(next); }

/* Plans of measuring planners are known from then on, in another run too. */
static void with_wisdom_only(Complex* x, Complex* y)
{
    const unsigned flags = FFTW_MEASURE | FFTW_WISDOM_ONLY;
    char text[100000] = {0}, *end = text;
    const char* next = text;
    int done = 0;
    FFTW(forget_wisdom)();
    check(!FFTW(plan_dft_1d)(60, x, y, FFTW_FORWARD, flags), "without wisdom there is no plan that needs it");
    FFTW(destroy_plan)(FFTW(plan_dft_1d)(60, x, y, FFTW_FORWARD, FFTW_MEASURE));
    FFTW(plan) plan = FFTW(plan_dft_1d)(60, x, y, FFTW_FORWARD, flags);
    check(plan != NULL, "what was planned is known");
    FFTW(destroy_plan)(plan);
    FORTRAN_JOIN(export_wisdom, _)(put_for_fortran, &end);
    FFTW(forget_wisdom)();
    check(!FFTW(plan_dft_1d)(60, x, y, FFTW_FORWARD, flags), "wisdom that is forgotten is not known");
    FORTRAN_JOIN(import_wisdom, _)(&done, get_for_fortran, &next);
    check(done == 1, "Fortran reads the wisdom that it wrote");
    plan = FFTW(plan_dft_1d)(60, x, y, FFTW_FORWARD, flags);
    check(plan != NULL, "what was planned in another run is known");
    check(!FFTW(plan_dft_1d)(61, x, y, FFTW_FORWARD, flags), "another length is not");
    FFTW(destroy_plan)(plan);
    FFTW(forget_wisdom)();
}

static void with_wisdom(const char* folder)
{
    char name[500], text[5000] = {0};
    snprintf(name, sizeof name, "%s/wisdom", folder);
    remove(name);
    check(!FFTW(import_wisdom_from_filename)(name), "a file that is not there has no wisdom");
    check(!FFTW(import_wisdom_from_string)(""), "no letters have no wisdom");
    check(!FFTW(import_wisdom_from_string)("(("), "an open parenthesis has no wisdom");
    check(FFTW(export_wisdom_to_filename)(name), "wisdom is written to a file");
    check(FFTW(import_wisdom_from_filename)(name), "and is read again");
    char* const words = FFTW(export_wisdom_to_string)();
    char* end = text;
    FFTW(export_wisdom)(put, &end);
    check(strcmp(words, text) == 0, "wisdom is the same letter by letter");
    const char* next = text;
    check(FFTW(import_wisdom)(get, &next), "and is read letter by letter");
    free(words);
    FFTW(forget_wisdom)();
}

static void with_words(Complex* x)
{
    check(strncmp(FFTW(version), "fftw-3", 6) == 0, "the version begins as programs expect");
    check(strlen(FFTW(cc)) > 0, "it knows its compiler");
    FFTW(plan) plan = FFTW(plan_dft_1d)(n, x, x, FFTW_FORWARD, FFTW_ESTIMATE);
    char* const words = FFTW(sprint_plan)(plan);
    check(words && words[0] == '(', "a plan is an expression in parentheses");
    free(words);
    double add = -1, mul = -1, fma = -1;
    FFTW(flops)(plan, &add, &mul, &fma);
    check(add + mul + 2 * fma > n && FFTW(estimate_cost)(plan) > 0 && FFTW(cost)(plan) >= 0, "a plan has a cost");
    FFTW(destroy_plan)(plan);
}

int main(int argc, char** argv)
{
    if (argc != 2) return 2;
    check(FFTW(planner_nthreads)() == (getenv("BSPFFT_FFTW_THREADS") ? 2 : 1), "one thread unless asked for more");
    check(FFTW(init_threads)() != 0, "threads start");
    FFTW(make_planner_thread_safe)();
    FFTW(plan_with_nthreads)(3);
    check(FFTW(planner_nthreads)() == 3, "as many threads as asked for");
    Complex *const x = FFTW(alloc_complex)(n), *const y = FFTW(alloc_complex)(n);
    Real *const r = FFTW(alloc_real)(n), *const s = FFTW(alloc_real)(n);
    without_plans(x, r);
    with_nothing_to_do(x);
    with_a_transpose(r, s);
    from_fortran(r, x);
    from_fortran_with_strides(x, y, r, s);
    with_many_axes();
    by_several_threads(x, y, 1);
    by_several_threads(x, y, 2);
    FFTW(set_timelimit)(0); /* plans of all threads are the same, though nothing was measured */
    by_several_threads(x, y, 1);
    FFTW(set_timelimit)(FFTW_NO_TIMELIMIT);
    with_wisdom_only(x, y);
    with_memory();
    with_little_memory();
    with_wisdom(argv[1]);
    with_words(x);
    FFTW(free)(x);
    FFTW(free)(y);
    FFTW(free)(r);
    FFTW(free)(s);
    FFTW(cleanup_threads)();
    FFTW(cleanup)();
    printf("%s: %d wrong\n", FFTW(version), wrong);
    return wrong > 0;
}

/* Plans of two libraries in one program: FFTW-MPI's of an array that is divided, and those of whole arrays, which are
 * ours when our library is loaded first. Prints what is wrong.
 *
 * usage: mpirun -n P mixed_mpi ours|fftw, whose plans of whole arrays are */
#include <fftw3-mpi.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fftw_names.h"

enum { rows = 24, columns = 20 };

static int wrong = 0;
static void check(int is_right, const char* claim)
{
    if (is_right) return;
    printf("wrong: %s\n", claim);
    ++wrong;
}

static double number(ptrdiff_t place) { return sin(0.7 * (double)place * (double)place); }

static double distance(const Real* x, const Real* y, ptrdiff_t count)
{
    double worst = 0;
    for (ptrdiff_t i = 0; i < count; ++i) worst = fmax(worst, fabs((double)x[i] - (double)y[i]));
    return worst;
}

static int is_ours(FFTW(plan) plan)
{
    char* const words = FFTW(sprint_plan)(plan);
    const int found = strstr(words, "bspfft") != NULL;
    free(words);
    return found;
}

static void about(FFTW(plan) plan, const char* name)
{
    double add = 0, mul = 0, fma = 0;
    FFTW(flops)(plan, &add, &mul, &fma);
    check(add + mul + fma > 0 && FFTW(cost)(plan) >= 0 && FFTW(estimate_cost)(plan) > 0, name);
}

/* This process's rows of the transform, beside those of the whole array, which every process transforms for itself. */
static void of_complex_numbers(FFTW(plan) whole_plan, FFTW(complex) *whole)
{
    ptrdiff_t count = 0, first = 0;
    const ptrdiff_t room = FFTW(mpi_local_size_2d)(rows, columns, MPI_COMM_WORLD, &count, &first);
    FFTW(complex)* const part = FFTW(alloc_complex)((size_t)room);
    FFTW(plan) plan =
        FFTW(mpi_plan_dft_2d)(rows, columns, part, part, MPI_COMM_WORLD, FFTW_FORWARD, FFTW_ESTIMATE);
    check(plan && !is_ours(plan), "FFTW-MPI's plan is FFTW's");
    for (int times = 0; times < 2; ++times) {
        for (int i = 0; i < rows * columns; ++i) whole[i][0] = (Real)number(i), whole[i][1] = (Real)-number(3 * i);
        memcpy(part, whole[first * columns], (size_t)(count * columns) * sizeof *part);
        FFTW(execute)(whole_plan);
        if (times == 0) FFTW(execute)(plan);
        if (times == 1) FFTW(mpi_execute_dft)(plan, part, part);
        check(distance(part[0], whole[first * columns], 2 * count * columns) < 1e-3, "both transforms are the same");
    }
    about(plan, "FFTW-MPI's plan has a cost");
    FFTW(destroy_plan)(plan);
    FFTW(free)(part);
}

/* Cosines, whose transposes are plans of FFTW's within its own. */
static void of_real_numbers(void)
{
    ptrdiff_t count = 0, first = 0;
    const ptrdiff_t room = FFTW(mpi_local_size_2d)(rows, columns, MPI_COMM_WORLD, &count, &first);
    Real *const part = FFTW(alloc_real)((size_t)room), *const whole = FFTW(alloc_real)(rows * columns);
    FFTW(plan) plan = FFTW(mpi_plan_r2r_2d)(rows, columns, part, part, MPI_COMM_WORLD, FFTW_REDFT10, FFTW_REDFT10,
                                            FFTW_ESTIMATE);
    FFTW(plan) whole_plan = FFTW(plan_r2r_2d)(rows, columns, whole, whole, FFTW_REDFT10, FFTW_REDFT10, FFTW_ESTIMATE);
    for (int i = 0; i < rows * columns; ++i) whole[i] = (Real)number(i);
    memcpy(part, whole + first * columns, (size_t)(count * columns) * sizeof *part);
    FFTW(execute)(whole_plan);
    FFTW(mpi_execute_r2r)(plan, part, part);
    check(distance(part, whole + first * columns, count * columns) < 1e-3, "both cosine transforms are the same");
    FFTW(destroy_plan)(plan);
    FFTW(destroy_plan)(whole_plan);
    FFTW(free)(part);
    FFTW(free)(whole);
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    int s = 0, sum = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &s);
    if (argc != 2) return 2;
    FFTW(init_threads)();
    FFTW(mpi_init)();
    FFTW(plan_with_nthreads)(2);
    FFTW(complex)* const whole = FFTW(alloc_complex)(rows * columns);
    FFTW(plan) plan = FFTW(plan_dft_2d)(rows, columns, whole, whole, FFTW_FORWARD, FFTW_ESTIMATE);
    of_complex_numbers(plan, whole);
    of_real_numbers();
    about(plan, "a plan of whole arrays has a cost");
    check(is_ours(plan) == (strcmp(argv[1], "ours") == 0), "plans of whole arrays are of the library that is first");
    FFTW(mpi_gather_wisdom)(MPI_COMM_WORLD);
    FFTW(mpi_broadcast_wisdom)(MPI_COMM_WORLD);
    MPI_Allreduce(&wrong, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (s == 0) printf("%d wrong\n", sum);
    FFTW(destroy_plan)(plan);
    FFTW(free)(whole);
    FFTW(mpi_cleanup)();
    MPI_Finalize();
    return sum > 0;
}

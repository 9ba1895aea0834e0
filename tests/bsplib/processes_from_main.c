/* usage: processes_from_main P: main sets the number of processes after bsp_init, in a variable that only process 0
 * knows on MPI; the others are called to the section with 0 in it. An inner product in each dialect's types. Prints
 * "right" if all went well. */
#include <bsp.h>
#include <stdio.h>
#include <stdlib.h>

static long P;

static double inner_product(const double* x, const double* y, long local_size)
{
    const long p = (long)bsp_nprocs(), s = (long)bsp_pid();
    double* const sums = calloc((size_t)p, sizeof(double));
    if (!sums) bsp_abort("no memory for %ld sums", p);
    bsp_push_reg(sums, (bsp_size_t)(p * (long)sizeof(double)));
    bsp_sync();
    double mine = 0, total = 0;
    for (long i = 0; i < local_size; ++i) mine += x[i] * y[i];
    for (long t = 0; t < p; ++t)
        bsp_put((bsp_pid_t)t, &mine, sums, (bsp_size_t)(s * (long)sizeof(double)), (bsp_size_t)sizeof(double));
    bsp_sync();
    for (long t = 0; t < p; ++t) total += sums[t];
    bsp_pop_reg(sums);
    free(sums);
    return total;
}

static void section(void)
{
    bsp_begin((bsp_nprocs_t)P);
    enum { local_size = 5 };
    double x[local_size], y[local_size];
    for (int i = 0; i < local_size; ++i) {
        x[i] = (double)bsp_pid() + 1;
        y[i] = 1;
    }
    const long p = (long)bsp_nprocs();
    const double expected = (double)(local_size * p * (p + 1) / 2);
    const double found = inner_product(x, y, local_size);
    if (found != expected) bsp_abort("the inner product is %g; it should be %g", found, expected);
    bsp_end();
}

int main(int argc, char** argv)
{
    bsp_init(section, argc, argv);
    P = argc > 1 ? atol(argv[1]) : 1;
    section();
    if (P > 1) { /* and once more with fewer */
        --P;
        section();
    }
    puts("right");
    return 0;
}

/* Times transforms through FFTW's interface, as a program written for FFTW calls them: linked with FFTW, or with
 * libbspfft-fftw3. Forward, complex doubles, natural order in and out, out of place; the shortest and the middle time.
 *
 * usage: fftw_program THREADS SECONDS SHAPE..., such as 2 1 1048576 256x256x256 */
#define _POSIX_C_SOURCE 200809L
#include <fftw3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { most_axes = 8, most_times = 100000, longest_measured = 1 << 22 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int compare(const void* a, const void* b)
{
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static void time_shape(const char* shape, double seconds)
{
    int n[most_axes], rank = 0;
    size_t elements = 1;
    for (const char* at = shape; rank < most_axes; ++at) {
        n[rank] = (int)strtol(at, (char**)&at, 10);
        elements *= (size_t)n[rank++];
        if (*at != 'x') break;
    }
    fftw_complex *const x = fftw_alloc_complex(elements), *const y = fftw_alloc_complex(elements);
    double* const times = malloc(most_times * sizeof *times);
    const double begin = now();
    /* measuring takes minutes for long ones */
    const unsigned flags = elements > longest_measured ? FFTW_ESTIMATE : FFTW_MEASURE;
    const fftw_plan plan = fftw_plan_dft(rank, n, x, y, FFTW_FORWARD, flags);
    const double planning = now() - begin;
    if (!plan) {
        printf("%-14s has no plan\n", shape);
        exit(1);
    }
    for (size_t j = 0; j < elements; ++j) {
        x[j][0] = (double)(j % 97) / 97;
        x[j][1] = (double)(j % 89) / 89;
    }
    fftw_execute(plan);
    int count = 0;
    for (const double start = now(); count < most_times && (count < 3 || now() - start < seconds); ++count) {
        const double before = now();
        fftw_execute(plan);
        times[count] = now() - before;
    }
    qsort(times, (size_t)count, sizeof *times, compare);
    printf("%-14s %10.1f us, middle %10.1f us of %6d; planned in %.3f s\n", shape, 1e6 * times[0],
           1e6 * times[count / 2], count, planning);
    fflush(stdout);
    fftw_destroy_plan(plan);
    fftw_free(x);
    fftw_free(y);
    free(times);
}

int main(int argc, char** argv)
{
    if (argc < 4 || !fftw_init_threads()) return 2;
    fftw_plan_with_nthreads(atoi(argv[1]));
    printf("%s, %s threads\n", fftw_version, argv[1]);
    for (int i = 3; i < argc; ++i) time_shape(argv[i], atof(argv[2]));
    return 0;
}

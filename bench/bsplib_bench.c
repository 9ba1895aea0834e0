/* The cost of a BSPlib's own operations: an empty superstep, h-relations of 8-byte puts, and puts of 1 MiB
 * beside memcpy.
 *
 * Plain BSPlib in C, so that the same source is measured on this project's runtime and on any other with the
 * same types.
 *
 * usage: bsplib_bench [p]        prints "name minimum median maximum" per line, times in nanoseconds,
 * bandwidth in GB/s
 *
 * h-relations and the fit are bspbench's [BSPedupack 2.0; PSC 1.6]: process s puts h doubles, the i-th into
 * process s+1+(i mod (p-1)); time(h) = g*h + l by least squares over h = p .. 256. Unlike bspbench every
 * point is measured several times: g and l are fitted once to each repeat, and their spread is shown. */
#include <bsp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { repeats = 15, max_h = 256, rounds = 100, big = 1 << 20, big_rounds = 20 };

static unsigned processes;

typedef struct {
    double minimum, median, maximum;
} Spread;

static int ascending(const void* a, const void* b)
{
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static Spread spread(double* samples)
{
    qsort(samples, repeats, sizeof(double), ascending);
    const Spread result = {samples[0], samples[repeats / 2], samples[repeats - 1]};
    return result;
}

static void print(const char* name, double* samples)
{
    if (bsp_pid() != 0) return;
    const Spread s = spread(samples);
    printf("%-22s %10.2f %10.2f %10.2f\n", name, s.minimum, s.median, s.maximum);
    fflush(stdout);
}

static double seconds_of_empty_supersteps(int count)
{
    bsp_sync();
    const double start = bsp_time();
    for (int i = 0; i < count; ++i) bsp_sync();
    return bsp_time() - start;
}

static void bench_empty_superstep(void)
{
    double samples[repeats];
    int count = 16;
    /* Blocks long enough for the clock. All processes need the same length, so process 0 chooses it and
     * puts it into the first word of dest. */
    double* const agreed = malloc(sizeof(double));
    bsp_push_reg(agreed, sizeof(double));
    bsp_sync();
    for (;;) {
        *agreed = seconds_of_empty_supersteps(count);
        bsp_get(0, agreed, 0, agreed, sizeof(double));
        bsp_sync();
        if (*agreed > 2e-3 || count > 100000) break;
        count *= 2;
    }
    for (int r = 0; r < repeats; ++r) samples[r] = seconds_of_empty_supersteps(count) / count * 1e9;
    print("empty_superstep_ns", samples);
    bsp_pop_reg(agreed);
    bsp_sync();
    free(agreed);
}

static double seconds_of_relation(unsigned h, double* dest)
{
    const unsigned p = bsp_nprocs(), s = bsp_pid();
    static const double source = 1.0;
    bsp_sync();
    const double start = bsp_time();
    for (int round = 0; round < rounds; ++round) {
        for (unsigned i = 0; i < h; ++i) {
            const unsigned to = p == 1 ? 0 : (s + 1 + i % (p - 1)) % p;
            const unsigned at = p == 1 ? i : s + i / (p - 1) * p;
            bsp_put(to, &source, dest, at * sizeof(double), sizeof(double));
        }
        bsp_sync();
    }
    return (bsp_time() - start) / rounds;
}

static void fit(const double* t, unsigned h0, unsigned h1, double* g, double* l)
{
    double n = 0, sum_h = 0, sum_hh = 0, sum_t = 0, sum_th = 0;
    for (unsigned h = h0; h <= h1; ++h) {
        n += 1;
        sum_h += h;
        sum_hh += (double)h * h;
        sum_t += t[h];
        sum_th += t[h] * h;
    }
    *g = (n * sum_th - sum_h * sum_t) / (n * sum_hh - sum_h * sum_h);
    *l = (sum_t - *g * sum_h) / n;
}

static void bench_relations(void)
{
    const unsigned p = bsp_nprocs();
    const size_t bytes = (2 * max_h + p) * sizeof(double);
    double* const dest = calloc(1, bytes);
    bsp_push_reg(dest, bytes);
    bsp_sync();
    double g[repeats], l[repeats];
    for (int r = 0; r < repeats; ++r) {
        double t[max_h + 1];
        for (unsigned h = 0; h <= max_h; ++h) t[h] = seconds_of_relation(h, dest) * 1e9;
        fit(t, p, max_h, &g[r], &l[r]);
    }
    print("g_8_byte_puts_ns", g);
    print("l_fitted_ns", l);
    bsp_pop_reg(dest);
    bsp_sync();
    free(dest);
}

static void bench_big_copies(void)
{
    const unsigned to = (bsp_pid() + 1) % bsp_nprocs();
    char* const source = malloc(big);
    char* const dest = malloc(big);
    char* const local = malloc(big);
    memset(source, 1, big);
    memset(dest, 2, big);
    memset(local, 3, big);
    bsp_push_reg(dest, big);
    bsp_sync();
    double put[repeats], hpput[repeats], copy[repeats];
    const double gigabytes = (double)big * big_rounds / 1e9;
    for (int r = -1; r < repeats; ++r) {
        const int slot = r < 0 ? 0 : r;
        bsp_sync();
        double start = bsp_time();
        for (int i = 0; i < big_rounds; ++i) {
            memcpy(local, source, big);
            bsp_sync();
        }
        copy[slot] = gigabytes / (bsp_time() - start);
        start = bsp_time();
        for (int i = 0; i < big_rounds; ++i) {
            bsp_hpput(to, source, dest, 0, big);
            bsp_sync();
        }
        hpput[slot] = gigabytes / (bsp_time() - start);
        start = bsp_time();
        for (int i = 0; i < big_rounds; ++i) {
            bsp_put(to, source, dest, 0, big);
            bsp_sync();
        }
        put[slot] = gigabytes / (bsp_time() - start);
    }
    print("memcpy_1MiB_GBps", copy);
    print("hpput_1MiB_GBps", hpput);
    print("put_1MiB_GBps", put);
    bsp_pop_reg(dest);
    bsp_sync();
    free(source);
    free(dest);
    free(local);
}

static void spmd(void)
{
    bsp_begin(processes);
    bench_empty_superstep();
    if (processes <= 8) {
        bench_relations();
        bench_big_copies();
    }
    bsp_end();
}

int main(int argc, char** argv)
{
    bsp_init(spmd, argc, argv);
    processes = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : (unsigned)bsp_nprocs();
    spmd();
    return 0;
}

/* All-to-all on MPI: our BSPlib's hpputs beside MPI_Alltoall of the same data, in one run.
 *
 * usage: mpirun -n P exchange_mpi MIB        prints "name minimum median" in seconds; MIB is what each process has
 */
#define _GNU_SOURCE
#include <bsplib_mpi.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { rounds = 9, unit_bytes = 4096 };

static char* pages(size_t bytes, int value)
{
    const size_t huge = (size_t)2 << 20;
    char* const memory = aligned_alloc(huge, (bytes + huge - 1) / huge * huge);
    if (!memory) bsp_abort("no memory for %zu bytes", bytes);
    madvise(memory, bytes, MADV_HUGEPAGE);
    memset(memory, value, bytes);
    return memory;
}

static int ascending(const void* a, const void* b)
{
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

/* The slowest process counts. */
static void print(const char* name, double* seconds)
{
    MPI_Allreduce(MPI_IN_PLACE, seconds, rounds, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    qsort(seconds, rounds, sizeof(double), ascending);
    if (bsp_pid() == 0) printf("%s %g %g\n", name, seconds[0], seconds[rounds / 2]);
}

static void by_bsp(const char* from, char* to, size_t packet)
{
    const unsigned p = bsp_nprocs(), s = bsp_pid();
    for (unsigned j = 1; j < p; ++j) bsp_hpput((s + j) % p, from + (s + j) % p * packet, to, s * packet, packet);
    memcpy(to + s * packet, from + s * packet, packet);
    bsp_sync();
}

/* MPI counts in int: of whole units. */
static void by_mpi(const char* from, char* to, size_t packet)
{
    MPI_Datatype unit;
    MPI_Type_contiguous(unit_bytes, MPI_BYTE, &unit);
    MPI_Type_commit(&unit);
    MPI_Alltoall(from, (int)(packet / unit_bytes), unit, to, (int)(packet / unit_bytes), unit, MPI_COMM_WORLD);
    MPI_Type_free(&unit);
}

static void measure(const char* name, void (*exchange)(const char*, char*, size_t), const char* from, char* to,
                    size_t packet)
{
    double seconds[rounds];
    for (int r = -1; r < rounds; ++r) {
        MPI_Barrier(MPI_COMM_WORLD);
        const double start = MPI_Wtime();
        exchange(from, to, packet);
        seconds[r < 0 ? 0 : r] = MPI_Wtime() - start;
    }
    print(name, seconds);
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    const size_t wanted = (size_t)(argc > 1 ? atol(argv[1]) : 128) << 20;
    bsp_begin(bsp_nprocs());
    const size_t packet = wanted / bsp_nprocs() / unit_bytes * unit_bytes, bytes = packet * bsp_nprocs();
    if (packet == 0 || packet / unit_bytes > INT_MAX)
        bsp_abort("packets of %zu bytes; from %d bytes to %d times that are measured", packet, unit_bytes, INT_MAX);
    char *const from = pages(bytes, (int)bsp_pid() + 1), *const to = pages(bytes, 0);
    bsp_push_reg(to, bytes);
    bsp_sync();
    measure("alltoall", by_mpi, from, to, packet);
    memset(to, 0, bytes);
    measure("hpput", by_bsp, from, to, packet);
    for (unsigned q = 0; q < bsp_nprocs(); ++q)
        if (to[q * packet] != (char)(q + 1) || to[q * packet + packet - 1] != (char)(q + 1))
            bsp_abort("the packet of process %u did not arrive", q);
    bsp_pop_reg(to);
    bsp_sync();
    bsp_end();
    free(from);
    free(to);
    MPI_Finalize();
    return 0;
}

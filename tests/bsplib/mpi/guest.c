/* A program that uses MPI itself: sections run inside it, on the communicator it gives, and MPI stays as it was.
 * Prints "right" if all went well. usage: guest [split] */
#include <bsplib_mpi.h>
#include <stdio.h>

static int wrong;

static void expect(int condition, const char* what)
{
    if (condition) return;
    wrong = 1;
    fprintf(stderr, "not so: %s\n", what);
}

/* A ring on all processes of the communicator. */
static void section(MPI_Comm communicator)
{
    int size, rank;
    MPI_Comm_size(communicator, &size);
    MPI_Comm_rank(communicator, &rank);
    bsp_begin((bsp_nprocs_t)size);
    expect((int)bsp_nprocs() == size && (int)bsp_pid() == rank, "processes have their numbers of the communicator");
    unsigned s = bsp_pid(), p = bsp_nprocs(), left = p;
    bsp_push_reg(&left, sizeof left);
    bsp_sync();
    bsp_put((s + 1) % p, &s, &left, 0, sizeof s);
    bsp_pop_reg(&left);
    bsp_sync();
    expect(left == (s + p - 1) % p, "the neighbour's number has come");
    bsp_end();
}

int main(int argc, char** argv)
{
    int rank, finalised, all_wrong;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    section(MPI_COMM_WORLD); /* none given */
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, argc > 1 ? rank % 2 : 0, -rank, &half);
    bsplib_mpi_communicator(half);
    for (int i = 0; i < 3; ++i) section(half);
    bsplib_mpi_communicator(MPI_COMM_WORLD);
    section(MPI_COMM_WORLD);
    MPI_Comm_free(&half);
    /* All processes come here, and MPI is still theirs. */
    MPI_Finalized(&finalised);
    expect(!finalised, "MPI is not finalised");
    MPI_Allreduce(&wrong, &all_wrong, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0 && !all_wrong) puts("right");
    MPI_Finalize();
    return all_wrong;
}

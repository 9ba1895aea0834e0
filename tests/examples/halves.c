/* Half of the processes of an MPI program transform one array, the other half another, at the same time. */
#include <bspfft/bspfft.h>
#include <bsplib_mpi.h>
#include <stdio.h>

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Comm_size(half, &size);
    bsplib_mpi_communicator(half); /* sections are of this half from now on */

    bsp_begin((bsp_nprocs_t)size);
    bspfft_plan* plan;
    if (bspfft_plan_create(&plan, rank % 2 == 0 ? 1000 : 2000, NULL, NULL) != BSPFFT_OK)
        bsp_abort("%s", bspfft_message());
    double *x = bspfft_input(plan), *y = bspfft_output(plan);
    for (int64_t i = 0; i < bspfft_input_places(plan); ++i) x[2 * i] = 1;
    bspfft_execute(plan, BSPFFT_FORWARD);
    const int64_t zero = 0;
    int64_t process, place;
    bspfft_output_place(plan, &zero, &process, &place);
    if (process == bsp_pid()) printf("y[0] = %.0f\n", y[2 * place]);
    bspfft_plan_destroy(plan);
    bsp_end();

    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}

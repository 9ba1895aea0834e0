/* What the embedded BSPlib offers on MPI only: use inside a program that uses MPI itself, and counts of its
 * exchanges. For C and C++. */
#ifndef BSPLIB_MPI_H
#define BSPLIB_MPI_H

/* Without MPI's former interface for C++, which needs a library of its own. */
#ifndef OMPI_SKIP_MPICXX
#define OMPI_SKIP_MPICXX 1
#endif
#ifndef MPICH_SKIP_MPICXX
#define MPICH_SKIP_MPICXX 1
#endif

#include <bsp.h>
#include <mpi.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sections run on the processes of this communicator, from the next bsp_begin on. Collective; after MPI_Init,
 * outside sections. A copy is used, so that messages of the program and of the library cannot be confused.
 *
 * In a program that has called MPI_Init itself, all processes call bsp_begin, with as many processes as the
 * communicator has, and all go on after bsp_end; MPI stays initialised. Without this call the communicator is
 * MPI_COMM_WORLD. */
BSPLIB_API void bsplib_mpi_communicator(MPI_Comm communicator);

/* How many bulk exchanges of this section, or of the last one, were direct and how many were Bruck's. */
BSPLIB_API void bsplib_mpi_exchanges(size_t* direct, size_t* bruck);

#ifdef __cplusplus
}
#endif

#endif

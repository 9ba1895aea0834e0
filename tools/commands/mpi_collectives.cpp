// MPI's own collectives, among all of its processes. Compiled for each program: only one of them has MPI.
#include "tools/commands/measured_collectives.hpp"

#ifdef BSPFFT_HAS_MPI

#include <mpi.h>

namespace bspfft::tools {

namespace {

using Arrays = CollectiveArrays;

int block_of(const Arrays& a) { return static_cast<int>(a.block); }
int all_of(const Arrays& a) { return static_cast<int>(a.port.p() * a.block); }

void reduce_scatter(const Arrays& a)
{
    const std::vector<int> counts(static_cast<std::size_t>(a.port.p()), block_of(a));
    MPI_Reduce_scatter(a.from, a.to, counts.data(), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

// Those in which blocks of a process, or of each, go to one process or to each.
template <auto function, class... Root>
void move_blocks(const Arrays& a, Root... root)
{
    function(a.from, block_of(a), MPI_DOUBLE, a.to, block_of(a), MPI_DOUBLE, root..., MPI_COMM_WORLD);
}

}  // namespace

std::vector<ExecutedCollective> mpi_collectives()
{
    return {
        {"broadcast", "MPI_Bcast",
         [](const Arrays& a) { MPI_Bcast(a.to, all_of(a), MPI_DOUBLE, 0, MPI_COMM_WORLD); }, true},
        {"scatter", "MPI_Scatter", [](const Arrays& a) { move_blocks<MPI_Scatter>(a, 0); }, true},
        {"gather", "MPI_Gather", [](const Arrays& a) { move_blocks<MPI_Gather>(a, 0); }, true},
        {"allgather", "MPI_Allgather", [](const Arrays& a) { move_blocks<MPI_Allgather>(a); }, true},
        {"reduce-scatter", "MPI_Reduce_scatter", reduce_scatter, true},
        {"allreduce", "MPI_Allreduce",
         [](const Arrays& a) { MPI_Allreduce(a.from, a.to, all_of(a), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); }, true},
        {"all-to-all", "MPI_Alltoall", [](const Arrays& a) { move_blocks<MPI_Alltoall>(a); }, true},
    };
}

}  // namespace bspfft::tools

#else

namespace bspfft::tools {

std::vector<ExecutedCollective> mpi_collectives() { return {}; }

}  // namespace bspfft::tools

#endif

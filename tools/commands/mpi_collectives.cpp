// MPI's own collectives, among all of its processes. Compiled for each program: only one of them has MPI.
#include "tools/commands/collectives.hpp"

#ifdef BSPFFT_HAS_MPI

#include <mpi.h>

namespace bspfft::tools {

namespace {

using Arrays = CollectiveArrays;

int block_of(const Arrays& a) { return static_cast<int>(a.block); }
int all_of(const Arrays& a) { return static_cast<int>(a.port.p() * a.block); }

// Those in which blocks of a process, or of each, go to one process or to each.
template <auto function, class... Root>
void move_blocks(const Arrays& a, Root... root)
{
    function(a.from, block_of(a), MPI_DOUBLE, a.to, block_of(a), MPI_DOUBLE, root..., MPI_COMM_WORLD);
}

template <auto function, auto count>
void add_blocks(const Arrays& a)
{
    function(a.from, a.to, count(a), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

}  // namespace

std::vector<ExecutedCollective> mpi_collectives()
{
    return {
        {"broadcast", "MPI_Bcast", [](const Arrays& a) { MPI_Bcast(a.to, all_of(a), MPI_DOUBLE, 0, MPI_COMM_WORLD); }},
        {"scatter", "MPI_Scatter", [](const Arrays& a) { move_blocks<MPI_Scatter>(a, 0); }},
        {"gather", "MPI_Gather", [](const Arrays& a) { move_blocks<MPI_Gather>(a, 0); }},
        {"allgather", "MPI_Allgather", [](const Arrays& a) { move_blocks<MPI_Allgather>(a); }},
        {"reduce-scatter", "MPI_Reduce_scatter_block", add_blocks<MPI_Reduce_scatter_block, block_of>},
        {"allreduce", "MPI_Allreduce", add_blocks<MPI_Allreduce, all_of>},
        {"all-to-all", "MPI_Alltoall", [](const Arrays& a) { move_blocks<MPI_Alltoall>(a); }},
    };
}

}  // namespace bspfft::tools

#else

std::vector<bspfft::tools::ExecutedCollective> bspfft::tools::mpi_collectives() { return {}; }

#endif

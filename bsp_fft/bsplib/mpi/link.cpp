#include "bsp_fft/bsplib/mpi/link.hpp"

#include <sched.h>

namespace bsplib::mpi {

void PendingMessages::send(unsigned t, Tag tag, const void* from, std::size_t bytes)
{
    in_parts(static_cast<const unsigned char*>(from), bytes, [&](const unsigned char* at, int count) {
        MPI_Isend(at, count, MPI_BYTE, static_cast<int>(t), tag, comm_, &requests_.emplace_back());
    });
}

void PendingMessages::receive(unsigned q, Tag tag, void* into, std::size_t bytes)
{
    in_parts(static_cast<unsigned char*>(into), bytes, [&](unsigned char* at, int count) {
        MPI_Irecv(at, count, MPI_BYTE, static_cast<int>(q), tag, comm_, &requests_.emplace_back());
    });
}

bool PendingMessages::arrived()
{
    if (requests_.empty()) return true;
    int all = 0;
    MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &all, MPI_STATUSES_IGNORE);
    if (all) requests_.clear();
    return all != 0;
}

void Backoff::wait()
{
    constexpr int before_yielding = 200;
    if (++polls_ > before_yielding) ::sched_yield();
}

}  // namespace bsplib::mpi

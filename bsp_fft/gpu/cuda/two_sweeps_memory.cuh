// What the sweeps need of the memory: copies that run while the threads compute, and messages between the warps of
// neighbouring multiprocessors (a cluster of blocks). A message completes a barrier of its receiver, so that nobody
// waits for stores to global memory, as a barrier with release semantics would.
#pragma once

#include <cuda.h>

#include <cstddef>
#include <cstdint>

namespace bspfft::cuda {

__device__ inline unsigned shared_address(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

/// The box of an array with five axes that begins at a place, counted by a barrier: by the copy engine.
__device__ inline void fetch_box(void* shared, const CUtensorMap* array, const int (&at)[5], std::uint64_t* barrier)
{
    asm volatile("cp.async.bulk.tensor.5d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
                 " [%0], [%1, {%3, %4, %5, %6, %7}], [%2];" ::"r"(shared_address(shared)),
                 "l"(array), "r"(shared_address(barrier)), "r"(at[0]), "r"(at[1]), "r"(at[2]), "r"(at[3]), "r"(at[4])
                 : "memory");
}

__device__ inline unsigned rank_in_cluster()
{
    unsigned rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}

/// Where block `rank` of the cluster has what is at `address` here.
__device__ inline unsigned address_at(unsigned address, unsigned rank)
{
    unsigned there;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(rank));
    return there;
}

__device__ inline void sync_cluster()
{
    asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
}

__device__ inline void start_barrier(std::uint64_t* barrier, unsigned arrivals)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(arrivals) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

/// Arrives at a barrier of any block of the cluster. What was read before is in registers; no store is waited for.
__device__ inline void arrive_at(unsigned barrier)
{
    asm volatile("mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [%0];" ::"r"(barrier) : "memory");
}

/// Arrives at a barrier of this block: what was read and written before is complete for those who wait.
__device__ inline void arrive(std::uint64_t* barrier)
{
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(barrier)) : "memory");
}

__device__ inline void expect_bytes(std::uint64_t* barrier, unsigned bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)), "r"(bytes)
                 : "memory");
}

__device__ inline void wait_for(std::uint64_t* barrier, unsigned phase)
{
    unsigned done = 0;
    while (!done)
        asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}"
                     : "=r"(done)
                     : "r"(shared_address(barrier)), "r"(phase)
                     : "memory");
}

/// 8 bytes to a place of another block, counted by a barrier of that block.
__device__ inline void send(unsigned place, unsigned long long value, unsigned barrier)
{
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b64 [%0], %1, [%2];" ::"r"(place),
                 "l"(value), "r"(barrier)
                 : "memory");
}

/// 16 bytes, likewise.
__device__ inline void send(unsigned place, unsigned long long low, unsigned long long high, unsigned barrier)
{
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.b64 [%0], {%1, %2}, [%3];" ::"r"(place),
                 "l"(low), "l"(high), "r"(barrier)
                 : "memory");
}

}  // namespace bspfft::cuda

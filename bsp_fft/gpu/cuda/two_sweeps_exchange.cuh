// Points change places: inside a warp and between the warps of a block, real parts first, then imaginary parts; and
// between the same warps of the blocks of a cluster. All through the shared memory that belongs to each warp.
//
// What that needs of the memory: copies that run while the threads compute, and messages between the warps of
// neighbouring multiprocessors (a cluster of blocks). A message completes a barrier of its receiver, so that nobody
// waits for stores to global memory, as a barrier with release semantics would.
#pragma once

#include <cuda.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "two_sweeps_points.cuh"

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

template<class T>
struct SweepMemory {
    using real = typename NumberOf<T>::real;
    static constexpr int row = 36, region = 16 * row;    // of a warp; 36 instead of 32 against bank conflicts
    uint4 next[16 * sweep_threads];
    T exchange[warps * region];
    Point<real> powers[6 * 128];    // 1, 2, 3, 4, 8, 12 of the roots of a column
    Point<real> roots128[128];
    Point<T> steps[2][16 * units];
    Point<real> shift[16], turned[16];
    std::uint64_t free[warps], full[warps], loaded[warps], emptied[warps], ticket_came, left;
    unsigned long long tickets[2];
    unsigned seen[warps];
};

/// What a block does of a sweep (two_sweeps_kernel.cuh): columns of 2048 C points.
template<class T, int C, bool of_rows, Form form>
struct SweepExchange {
    using real = typename NumberOf<T>::real;
    using Memory = SweepMemory<T>;
    static constexpr int region = Memory::region;
    /// Warps whose points lie among each other in the middle array: they are copied together.
    static constexpr int together = of_rows ? 2 : 1;
    /// 16 = Q x third points c of a block; the transform between blocks is of Q C points.
    static constexpr int Q = C == 1 || form == Form::cube ? 1 : together, third = 16 / Q, last = Q * C;
    static_assert(third >= C);

    Memory& memory;
    const unsigned thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
    const unsigned g = C == 1 ? 0 : rank_in_cluster();

    __device__ explicit SweepExchange(Memory& m) : memory(m) {}

    /// From (ka; b, unit) to (b and half of ka; rest of ka, unit).
    template<T Point<T>::*part>
    __device__ void exchange_in_warp_part(Point<T>* x)
    {
        T* own = memory.exchange + warp * region;
#pragma unroll
        for (int i = 0; i < 16; ++i) own[frequency16(i) * Memory::row + lane] = x[i].*part;
        __syncwarp();
        const T* row = own + lane / units * Memory::row + lane % units;
#pragma unroll
        for (int i = 0; i < 16; ++i) x[i].*part = row[i / 8 * 8 * Memory::row + i % 8 * units];
        __syncwarp();
    }

    /// Each warp reads what lies in its own region: then it may use that again without asking the others.
    template<T Point<T>::*part>
    __device__ void exchange_between_warps_part(Point<T>* x)
    {
#pragma unroll
        for (int i = 0; i < 16; ++i)
            memory.exchange[(i / 8 + 2 * frequency_at(8, i % 8)) * region + thread] = x[i].*part;
        __syncthreads();
        const T* own = memory.exchange + warp * region + lane;
#pragma unroll
        for (int i = 0; i < 16; ++i) x[i].*part = own[32 * i];
    }
    __device__ void exchange_between_warps_ends(Point<T>* x)
    {
        if constexpr (C > 1) {
            unsigned bits = 0;
#pragma unroll
            for (int i = 0; i < 16; ++i) bits ^= some_bits(x[i].im);
            have_come(bits);
            __syncwarp();
            others_may_send();
        }
    }

    /// Waits for what was read from shared memory: others may write there only then, and reads can be slow where they
    /// queue behind stores to global memory. A store of bits of all the values does it.
    __device__ void have_come(unsigned bits)
    {
        if (lane == 0) *static_cast<volatile unsigned*>(&memory.seen[warp]) = bits;
    }

    /// Tells the same warp of the other blocks that this one's region is free.
    __device__ void others_may_send()
    {
        if (lane > 0 && lane < C) arrive_at(address_at(shared_address(&memory.free[warp]), (g + lane) % C));
    }

    __device__ void send_to(unsigned block, unsigned slot, const Point<T>& value)
    {
        unsigned long long words[2];
        std::memcpy(words, &value, sizeof words);
        const unsigned place = shared_address(memory.exchange + warp * region + (slot * 32 + lane) * 2);
        send(address_at(place, block), words[0], words[1], address_at(shared_address(&memory.full[warp]), block));
    }
    __device__ void keep(unsigned slot, const Point<T>& value)
    {
        uint4 words;
        std::memcpy(&words, &value, sizeof words);
        reinterpret_cast<uint4*>(memory.exchange + warp * region)[32 * slot + lane] = words;
    }
    /// The point that came into a slot, for this lane; it adds to `bits`.
    __device__ Point<T> received(int slot, unsigned& bits)
    {
        const uint4 words = reinterpret_cast<const uint4*>(memory.exchange + warp * region)[32 * slot + lane];
        bits ^= words.x;
        Point<T> value;
        std::memcpy(&value, &words, sizeof words);
        return value;
    }

    /// The frequencies kc of a block are in such an order (Sweep) that the b-th part of them belongs to block g + b,
    /// for all the blocks in the same registers. They go there in one round or two, for lack of room, each with all
    /// the points of some transforms of `last` points; or, where a block has but one transform, with half of its
    /// points.
    static constexpr int rounds = C <= 2 ? 1 : 2;
    /// Slots are in the order of the blocks, with this one's own points; but of two blocks there is no room for these.
    static constexpr bool with_own = C > 2;
    static constexpr bool halves = third / C < rounds;
    static constexpr int count = 16 / C / rounds, side_by_side = halves ? 1 : third / C / rounds;
    __device__ static constexpr int register_of(int round, int b, int i)
    {
        if (halves) return round + Q * place_of(third, b);
        return i / side_by_side + Q * place_of(third, third / C * b + round * side_by_side + i % side_by_side);
    }

    __device__ void send_round(const Point<T>* x, int round, unsigned turn)
    {
        static_assert(count * (with_own ? C : C - 1) * 512 <= region * sizeof(T));
        if (lane == 0) expect_bytes(&memory.full[warp], count * (C - 1) * 512);
        wait_for(&memory.free[warp], rounds == 1 ? turn : round);
#pragma unroll
        for (int i = 0; i < count; ++i) {
            const unsigned slot = with_own ? g * count + i : i;
            if (with_own) keep(slot, x[register_of(round, 0, i)]);
#pragma unroll
            for (int b = 1; b < C; ++b) send_to((g + b) % C, slot, x[register_of(round, b, i)]);
        }
    }
    /// The points of block b become y[count b], .. ; of two blocks this one's are first.
    __device__ void receive_round(const Point<T>* x, Point<T>* y, int round, unsigned turn)
    {
        constexpr int before = with_own ? 0 : count;
#pragma unroll
        for (int i = 0; i < before; ++i) y[i] = x[register_of(round, 0, i)];
        wait_for(&memory.full[warp], rounds == 1 ? turn : round);
        unsigned bits = 0;
#pragma unroll
        for (int i = before; i < count * C; ++i) y[i] = received(i - before, bits);
        if (round + 1 == rounds) return;
        have_come(bits);
        __syncwarp();
        others_may_send();
    }
};

}  // namespace bspfft::cuda

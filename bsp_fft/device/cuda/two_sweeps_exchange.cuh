// Points change places: inside a warp and between the warps of a block, real parts first, then imaginary parts; and
// between the same warps of the blocks of a cluster. All through the 4 KiB of shared memory that belong to each warp.
#pragma once

#include <cstring>

#include "two_sweeps_memory.cuh"
#include "two_sweeps_units.cuh"

namespace bspfft::cuda {

struct ExchangeBarriers {
    std::uint64_t free[warps], full[warps];
};

template<class T>
struct SweepMemory {
    using real = typename NumberOf<T>::real;
    static constexpr int region = 16 * 34;    // of a warp; 34 instead of 32 against bank conflicts
    uint4 next[16 * sweep_threads];
    T exchange[warps * region];
    Point<real> powers[6 * 256];    // 1, 2, 3, 4, 8, 12 of the roots of 4096
    Point<real> roots256[256];
    Point<T> steps[2][32];
    Point<real> shift[16], turned[4];
    ExchangeBarriers before, after;
    std::uint64_t loaded[warps], emptied[warps], ticket_came;
    unsigned long long tickets[2];
    unsigned seen[warps];
};

/// What a block does of a sweep (two_sweeps_kernel.cuh): columns of 4096 G points, P groups side by side.
template<class T, int G, int P, bool of_rows>
struct SweepExchange {
    using real = typename NumberOf<T>::real;
    using Memory = SweepMemory<T>;
    static constexpr int region = Memory::region;
    static constexpr int blocks = G * P;    // of a cluster
    /// Warps whose points lie among each other in the middle array: they are copied together.
    static constexpr int together = of_rows && G == 1 ? NumberOf<T>::columns : 1;
    static_assert(P == 1 || (P == 2 && !of_rows));

    Memory& memory;
    const unsigned thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
    const unsigned rank = blocks == 1 ? 0 : rank_in_cluster(), g = rank % G, p = rank / G;

    __device__ explicit SweepExchange(Memory& m) : memory(m) {}

    template<T Point<T>::*part>
    __device__ void exchange_in_warp_part(Point<T>* x)
    {
        T* own = memory.exchange + warp * region;
#pragma unroll
        for (int i = 0; i < 16; ++i) own[frequency16(i) * 34 + lane] = x[i].*part;
        __syncwarp();
        const T* row = own + lane / 2 * 34 + lane % 2;
#pragma unroll
        for (int i = 0; i < 16; ++i) x[i].*part = row[2 * i];
        __syncwarp();
    }
    __device__ void exchange_in_warp(Point<T>* x)
    {
        exchange_in_warp_part<&Point<T>::re>(x);
        exchange_in_warp_part<&Point<T>::im>(x);
    }

    /// Each warp reads what lies in its own region: then it may use that again without asking the others.
    template<T Point<T>::*part>
    __device__ void exchange_between_warps_part(Point<T>* x)
    {
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 16; ++i) memory.exchange[frequency16(i) * region + thread] = x[i].*part;
        __syncthreads();
        read_region<part>(x);
    }
    __device__ void exchange_between_warps_ends(Point<T>* x)
    {
        unsigned bits = 0;
#pragma unroll
        for (int i = 0; i < 16; ++i) bits ^= some_bits(x[i].im);
        if constexpr (blocks > 1) have_come(bits);
        __syncwarp();
        if constexpr (G > 1) after_may_come();
        if constexpr (G == 1 && P > 1) before_may_come();
    }

    template<T Point<T>::*part>
    __device__ void read_region(Point<T>* x)
    {
        const T* own = memory.exchange + warp * region + lane;
#pragma unroll
        for (int i = 0; i < 16; ++i) x[i].*part = own[32 * i];
    }

    /// Waits for what was read from shared memory: others may write there only then, and reads can be slow where they
    /// queue behind stores to global memory. A store of bits of all the values does it.
    __device__ void have_come(unsigned bits)
    {
        if (lane == 0) *static_cast<volatile unsigned*>(&memory.seen[warp]) = bits;
    }

    /// Tells the same warp of the blocks that send that they may do so: this one's region is free.
    __device__ void before_may_come()
    {
        if (lane == 0) arrive_at(address_at(shared_address(&memory.before.free[warp]), g + G * (1 - p)));
    }
    __device__ void after_may_come()
    {
        if (lane > 0 && lane < G)
            arrive_at(address_at(shared_address(&memory.after.free[warp]), p * G + (g + lane) % G));
    }

    __device__ void send_to(unsigned block, unsigned slot, const Point<T>& value, ExchangeBarriers& barriers)
    {
        unsigned long long words[2];
        std::memcpy(words, &value, sizeof words);
        send(address_at(shared_address(memory.exchange + warp * region + (slot * 32 + lane) * 2), block), words[0],
             words[1], address_at(shared_address(&barriers.full[warp]), block));
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

    /// x[0] .. x[7] are points of this block's groups; the others go to its neighbour for points of its own.
    __device__ void exchange_before(Point<T>* x, unsigned turn)
    {
        if (lane == 0) expect_bytes(&memory.before.full[warp], 8 * 512);
        wait_for(&memory.before.free[warp], turn);
#pragma unroll
        for (int i = 0; i < 8; ++i) send_to(g + G * (1 - p), i, x[8 + i], memory.before);
        wait_for(&memory.before.full[warp], turn);
        unsigned bits = 0;
#pragma unroll
        for (int i = 0; i < 8; ++i) x[8 + i] = received(i, bits);
        __syncwarp();
    }

    /// A block keeps the first 16/G frequencies of its registers, and sends the b-th ones to block g + b: frequencies
    /// are in such an order (Sweep) that these are the same of all blocks. Then x[16/G b] comes from block g + b.
    __device__ void exchange_after(Point<T>* x, unsigned turn)
    {
        constexpr int kept = 16 / G, rounds = G == 2 ? 1 : 2, count = kept / rounds, all = count * (G - 1);
        Point<T> y[16];
#pragma unroll
        for (int i = 0; i < kept; ++i) y[i] = x[frequency16(i)];
#pragma unroll
        for (int round = 0; round < rounds; ++round) {
            if (lane == 0) expect_bytes(&memory.after.full[warp], all * 512);
            wait_for(&memory.after.free[warp], rounds == 1 ? turn : round);
#pragma unroll
            for (int b = 1; b < G; ++b) {
#pragma unroll
                for (int i = 0; i < count; ++i)
                    send_to(p * G + (g + b) % G, (G - 1 - b) * count + i, x[frequency16(kept * b + round * count + i)],
                            memory.after);
            }
            wait_for(&memory.after.full[warp], rounds == 1 ? turn : round);
            unsigned bits = 0;
#pragma unroll
            for (int i = 0; i < all; ++i)
                y[kept * (i / count + 1) + round * count + i % count] = received(i, bits);
            have_come(bits);
            __syncwarp();
            if (round + 1 < rounds)
                after_may_come();
            else if (P > 1)
                before_may_come();
        }
#pragma unroll
        for (int i = 0; i < 16; ++i) x[i] = y[i];
    }
};

}  // namespace bspfft::cuda

// Points change places: inside a warp, between the warps of a block, and between the same warps of the blocks of a
// cluster; real parts first, then imaginary parts, through the 4 KiB of shared memory that belong to each warp.
#pragma once

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
    Point<real> shift[16];
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
    static constexpr int blocks = G * P;                   // of a cluster
    static constexpr int partners = of_rows ? blocks : G;    // in the exchange after the transform
    static constexpr int wide = of_rows ? P : 1;           // groups side by side in a warp, in the end
    /// Warps whose points lie among each other in the middle array: they are copied together.
    static constexpr int together = of_rows && G == 1 ? NumberOf<T>::columns : 1;

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
        if constexpr (partners > 1)
            region_was_read<&Point<T>::im>(x, memory.after, of_rows ? 0 : p * G, 1, partners);
        else if constexpr (!of_rows && P > 1)
            region_was_read<&Point<T>::im>(x, memory.before, g, G, P);
        else
            __syncwarp();
    }

    template<T Point<T>::*part>
    __device__ void read_region(Point<T>* x)
    {
        const T* own = memory.exchange + warp * region + lane;
#pragma unroll
        for (int i = 0; i < 16; ++i) x[i].*part = own[32 * i];
    }

    /// Waits for what was read from shared memory: others may write there only then, and reads can be slow where they
    /// queue behind stores to global memory. A store that needs all the values does it.
    template<T Point<T>::*part>
    __device__ void have_come(const Point<T>* x)
    {
        unsigned bits = 0;
#pragma unroll
        for (int i = 0; i < 16; ++i) bits ^= some_bits(x[i].*part);
        if (lane == 0) *static_cast<volatile unsigned*>(&memory.seen[warp]) = bits;
    }

    /// Tells the same warp of the blocks first, first + step, ... that it may send into this one's region.
    __device__ void region_is_free(ExchangeBarriers& barriers, unsigned first, unsigned step, unsigned count)
    {
        if (lane < count) arrive_at(address_at(shared_address(&barriers.free[warp]), first + step * lane));
    }
    template<T Point<T>::*part>
    __device__ void region_was_read(const Point<T>* x, ExchangeBarriers& barriers, unsigned first, unsigned step,
                                    unsigned count)
    {
        have_come<part>(x);
        __syncwarp();
        region_is_free(barriers, first, step, count);
    }

    /// Real parts are the first (turn 0), imaginary parts the second message of every set of columns.
    __device__ void wait_to_send(ExchangeBarriers& barriers, unsigned turn)
    {
        if (lane == 0) expect_bytes(&barriers.full[warp], 16 * 32 * sizeof(T));
        wait_for(&barriers.free[warp], turn);
    }

    /// This block has read 16/P of the points a of all P groups; a lane has points of one group, and sends them there.
    template<T Point<T>::*part>
    __device__ void exchange_before_part(Point<T>* x, unsigned turn)
    {
        wait_to_send(memory.before, turn);
        const unsigned to = g + G * (lane / 2 % P);
        const T* first = memory.exchange + warp * region + 16 / P * p * 32 + lane / (2 * P) * 2 + lane % 2;
        const unsigned there = address_at(shared_address(first), to);
        const unsigned full = address_at(shared_address(&memory.before.full[warp]), to);
#pragma unroll
        for (int i = 0; i < 16; ++i)
            send_value(there + (i / P * 32 + i % P * (32 / P)) * sizeof(T), x[i].*part, full);
        wait_for(&memory.before.full[warp], turn);
        read_region<part>(x);
    }
    __device__ void exchange_before(Point<T>* x)
    {
        exchange_before_part<&Point<T>::re>(x, 0);
        region_was_read<&Point<T>::re>(x, memory.before, g, G, P);
        exchange_before_part<&Point<T>::im>(x, 1);
        __syncwarp();
    }

    /// Block f of the partners gets its part of the values kc, of all partners; of rows, side by side in a warp.
    template<T Point<T>::*part>
    __device__ void exchange_after_part(Point<T>* x, unsigned turn)
    {
        constexpr int kcs = 16 / partners;
        wait_to_send(memory.after, turn);
        const unsigned ka = lane / 2, high = ka / (16 / wide);
        const unsigned lane_there = ka % (16 / wide) * (2 * wide) + (of_rows ? p * 2 : 0) + lane % 2;
        const T* first = memory.exchange + warp * region + 32 * (16 / G * g + kcs * high) + lane_there;
        const unsigned own = shared_address(first), own_full = shared_address(&memory.after.full[warp]);
#pragma unroll
        for (int f = 0; f < partners; ++f) {
            const unsigned to = of_rows ? f : p * G + f;
            const unsigned there = address_at(own, to), full = address_at(own_full, to);
#pragma unroll
            for (int i = 0; i < kcs; ++i)
                send_value(there + 32 * i * sizeof(T), x[frequency16(f * kcs + i)].*part, full);
        }
        wait_for(&memory.after.full[warp], turn);
        read_region<part>(x);
    }
    __device__ void exchange_after(Point<T>* x)
    {
        exchange_after_part<&Point<T>::re>(x, 0);
        region_was_read<&Point<T>::re>(x, memory.after, of_rows ? 0 : p * G, 1, partners);
        exchange_after_part<&Point<T>::im>(x, 1);
        if constexpr (!of_rows && P > 1)
            region_was_read<&Point<T>::im>(x, memory.before, g, G, P);
        else
            __syncwarp();
    }

    __device__ static void send_value(unsigned place, const T& value, unsigned barrier)
    {
        send(place, reinterpret_cast<const unsigned long long&>(value), barrier);
    }
};

}  // namespace bspfft::cuda

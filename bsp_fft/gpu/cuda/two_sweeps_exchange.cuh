// Points change places: inside a warp and between the warps of a block, real parts first, then imaginary parts; and
// between the same warps of the blocks of a cluster. All through the shared memory that belongs to each warp.
#pragma once

#include <cstring>

#include "two_sweeps_memory.cuh"
#include "two_sweeps_units.cuh"

namespace bspfft::cuda {

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
template<class T, int C, bool of_rows>
struct SweepExchange {
    using real = typename NumberOf<T>::real;
    using Memory = SweepMemory<T>;
    static constexpr int region = Memory::region;
    /// Warps whose points lie among each other in the middle array: they are copied together.
    static constexpr int together = of_rows ? 2 : 1;
    /// 16 = Q x third points c of a block; the transform between blocks is of Q C points.
    static constexpr int Q = C == 1 ? 1 : together, third = 16 / Q, last = Q * C;
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
    __device__ void exchange_in_warp(Point<T>* x)
    {
        exchange_in_warp_part<&Point<T>::re>(x);
        exchange_in_warp_part<&Point<T>::im>(x);
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

    __device__ unsigned place_of_slot(unsigned slot) const
    {
        return shared_address(memory.exchange + warp * region + (slot * 32 + lane) * 2);
    }
    __device__ void send_to(unsigned block, unsigned slot, const Point<T>& value)
    {
        unsigned long long words[2];
        std::memcpy(words, &value, sizeof words);
        send(address_at(place_of_slot(slot), block), words[0], words[1],
             address_at(shared_address(&memory.full[warp]), block));
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

// One sweep: every block transforms columns of 4096 points, two at a time, 16 points a thread, as 16 x 16 x 16. While
// it computes, the copy engine brings the points of its next columns into shared memory.
//
// j = c + 16 b + 256 a -> k = ka + 16 kb + 256 kc; a, then b, then c are transformed in registers:
//   thread (c; b, column), points a    --> ka, twiddles of 4096; exchange inside the warp
//   thread (c; ka, column), points b   --> kb, twiddles of 256; exchange between the warps
//   thread (kb; ka, column), points c  --> kc
// Blocks form clusters. G of them have columns of 4096 G points: block g has the points g + G j, that is j + g/G, a
// shift that all the twiddles have in them, and a last step of G points goes between the blocks. P such sets have
// neighbouring columns: in memory their 32-byte pieces lie side by side, and the cache serves few wide pieces faster
// than many narrow ones. So with P = 2 each block reads half of the points of two groups, and the two blocks exchange.
#pragma once

#include "two_sweeps_exchange.cuh"

namespace bspfft::cuda {

template<class T, int G, int P, bool of_rows>
struct Sweep : SweepExchange<T, G, P, of_rows> {
    using Base = SweepExchange<T, G, P, of_rows>;
    using real = typename Base::real;
    using Memory = typename Base::Memory;
    using Base::blocks, Base::together;
    using Base::memory, Base::thread, Base::lane, Base::warp, Base::rank, Base::g, Base::p;

    unsigned tickets_seen = 0;
    unsigned* taken = nullptr;

    __device__ explicit Sweep(Memory& m) : Base(m)
    {
        for (unsigned i = thread; i < 6 * 256; i += sweep_threads) {
            const unsigned power = i / 256 < 3 ? i / 256 + 1 : (i / 256 - 2) * 4;
            const unsigned j = i % 256 / 16 + i % 16 * 16;
            // the points a of block p begin with 8 p
            memory.powers[i] = root<real>(power * (j * G + g + p * column_points / 2 * G), column_points * G);
        }
        if (thread < 256) {
            // the frequencies kc of block g begin with 16/G g
            const unsigned c = thread / 16, kb = thread % 16;
            memory.roots256[thread] = root<real>(kb * (c * G + g) + 256 * c * g, 256 * G);
        }
        if (thread < 16) memory.shift[thread] = root<real>((thread + 16 / G * g) % 16 * g, 16 * G);
        if (thread < G) memory.turned[thread] = root<real>(thread * g, G);
        if (thread < warps) {
            start_barrier(&memory.before.free[thread], 1);
            start_barrier(&memory.before.full[thread], 1);
            start_barrier(&memory.after.free[thread], G > 1 ? G - 1 : 1);
            start_barrier(&memory.after.full[thread], 1);
            start_barrier(&memory.loaded[thread], 1);
            start_barrier(&memory.emptied[thread], together);
        }
        if (thread == 0) start_barrier(&memory.ticket_came, 1);
        __syncthreads();
        if constexpr (blocks > 1) sync_cluster();
    }

    /// All the sets of P groups that this cluster gets. They are given out in the order of their places, so that those
    /// under way at one time are neighbours and share the lines of the cache. load(set) begins to fill this warp's
    /// part of `next`; compute(x, set, turn) goes on with its points.
    template<class Load, class Compute>
    __device__ void run(const SweepShape& shape, Load load, Compute compute)
    {
        const unsigned clusters = gridDim.x / blocks, sets = shape.groups / P;
        unsigned set = blockIdx.x / blocks, next = set + clusters, turn = 0;
        if (set < sets) load(set);
        if constexpr (P > 1) this->before_may_come();
        for (; set < sets; set = next, turn ^= 1) {
            Point<T> x[16];
            take_points(x, turn);
            if (tickets_seen != 0) next = next_ticket();
            if (next < sets) {
                may_be_filled(turn);
                load(next);
            }
            taken = next < sets ? shape.taken : nullptr;
            ++tickets_seen;
            compute(x, set, turn);
        }
        if constexpr (blocks > 1) sync_cluster();
    }

    /// Begins a copy of the points of this warp and those that are copied together with it.
    __device__ void fetch(const CUtensorMap* array, const int (&at)[5])
    {
        if (lane != 0 || warp % together != 0) return;
        std::uint64_t* loaded = &memory.loaded[warp / together];
        expect_bytes(loaded, 512 * together * sizeof(uint4));
        fetch_box(memory.next + 512 * warp, array, at, loaded);
    }

    __device__ void transform(Point<T>* x, unsigned turn)
    {
        if constexpr (P > 1) this->exchange_before(x, turn);
        transform16<real>(x);
        twiddles4096(x);
        this->exchange_in_warp(x);
        transform16<real>(x);
#pragma unroll
        for (int i = G == 1 ? 1 : 0; i < 16; ++i) x[i] = x[i] * memory.roots256[warp * 16 + frequency16(i)];
        this->template exchange_between_warps_part<&Point<T>::re>(x);
        take_ticket();
        this->template exchange_between_warps_part<&Point<T>::im>(x);
        this->exchange_between_warps_ends(x);
        transform16<real>(x);
        if constexpr (G > 1) transform_between_blocks(x, turn);
    }

    /// The frequency of x[i] is this and that of the thread.
    __device__ unsigned frequency(int i) const
    {
        if constexpr (G == 1) return 256 * frequency16(i);
        return 256 * (16 / G * g + i % (16 / G)) + column_points * (i / (16 / G));
    }
    __device__ unsigned thread_frequency() const { return lane / 2 + 16 * warp; }

private:
    /// G points, of all blocks; they begin with this one's.
    __device__ void transform_between_blocks(Point<T>* x, unsigned turn)
    {
#pragma unroll
        for (int i = 0; i < 16; ++i) x[i] = x[i] * memory.shift[frequency16(i)];
        this->exchange_after(x, turn);
#pragma unroll
        for (int i = 0; i < 16 / G; ++i) {
            if constexpr (G == 2) transform2<8>(x + i);
            if constexpr (G == 4) transform4<4>(x + i);
        }
#pragma unroll
        for (int i = 16 / G; i < 16; ++i) x[i] = x[i] * memory.turned[i / (16 / G)];
    }

    /// With P = 2 the first eight are this block's, and the others its neighbour's.
    __device__ void take_points(Point<T>* x, unsigned turn)
    {
        wait_for(&memory.loaded[warp / together], turn);
        constexpr int width = 2 * P * together;    // units side by side
        const uint4* all = memory.next + warp / together * (512 * together) + lane / 2 * width + lane % 2;
        const uint4* own = all + 2 * (P == 1 ? warp % together : p);
        const uint4* others = P == 1 ? own + 128 * width : all + 2 * (1 - p);
        unsigned bits = 0;
#pragma unroll
        for (int i = 0; i < 16; ++i) {
            const uint4 unit = i < 8 ? own[16 * width * i] : others[16 * width * (i - 8)];
            bits ^= unit.x;
            from_unit(unit, x[i]);
        }
        this->have_come(bits);
        __syncwarp();
    }

    /// Waits until all the warps that are copied together have taken their points.
    __device__ void may_be_filled(unsigned turn)
    {
        if (together == 1 || lane != 0) return;
        arrive_at(shared_address(&memory.emptied[warp / together]));
        if (warp % together == 0) wait_for(&memory.emptied[warp / together], turn);
    }

    __device__ unsigned next_ticket()
    {
        wait_for(&memory.ticket_came, (tickets_seen - 1) % 2);
        return static_cast<unsigned>(memory.tickets[(tickets_seen - 1) % 2]);
    }

    /// The first thread of a cluster takes the number of the set after the next one, and tells all its blocks.
    __device__ void take_ticket()
    {
        if (thread != 0 || taken == nullptr) return;
        expect_bytes(&memory.ticket_came, 8);
        if (rank != 0) return;
        const unsigned place = (tickets_seen - 1) % 2;
        const unsigned long long ticket = 2 * (gridDim.x / blocks) + atomicAdd(taken, 1u);
        for (unsigned f = 0; f < blocks; ++f)
            send(address_at(shared_address(&memory.tickets[place]), f), ticket,
                 address_at(shared_address(&memory.ticket_came), f));
    }

    /// Powers ka of the root of 4096: six are in tables, the others products of two of those.
    __device__ void twiddles4096(Point<T>* x)
    {
        const Point<real>* own = memory.powers + thread / 2;
        const Point<real> low[3] = {own[0], own[256], own[512]};
#pragma unroll
        for (int i = 1; i < 16; ++i) {
            const int k = frequency16(i), high = k / 4, rest = k % 4;
            if (high == 0)
                x[i] = x[i] * low[rest - 1];
            else if (rest == 0)
                x[i] = x[i] * own[(high + 2) * 256];
            else
                x[i] = x[i] * (own[(high + 2) * 256] * low[rest - 1]);
        }
    }
};

}  // namespace bspfft::cuda

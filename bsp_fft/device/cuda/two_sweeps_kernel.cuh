// One sweep: every block transforms columns of 4096 points, two at a time (32 bytes a row), 16 points a thread, as
// 16 x 16 x 16. While it computes, the points of its next columns come into shared memory. Columns of 4096 G points
// are transformed by clusters of G blocks: each has every G-th point, and a last step of G points goes between them.
//
// j = c + 16 b + 256 a -> k = ka + 16 kb + 256 kc; a, then b, then c are transformed in registers:
//   thread (c; b, column), points a    --> ka, twiddles of 4096; exchange inside the warp
//   thread (c; ka, column), points b   --> kb, twiddles of 256; exchange between the warps
//   thread (kb; ka, column), points c  --> kc; with G > 1: points kc of all blocks, exchange between the blocks
// In a cluster, block g has the points g + G j, that is j + g/G: a shift that all the twiddles have in them.
#pragma once

#include "two_sweeps_memory.cuh"
#include "two_sweeps_points.cuh"

namespace bspfft::cuda {

inline constexpr int sweep_threads = 512, points_a_thread = 16, warps = sweep_threads / 32;
inline constexpr int column_points = 4096;

/// What both sweeps of a transform of n = columns x rows points know; a unit is 16 bytes, a group two units.
/// The first sweep reads an array of `length` rows and writes the middle array: groups of rows one after the other,
/// each in the order in which the second sweep wants it. The second reads that and writes an array of `length` rows.
struct SweepShape {
    unsigned groups;          // pairs of units in a row: what is transformed together
    unsigned other_length;    // points of the other sweep's columns
    int other_blocks_log;     // log2 of its cluster's blocks
    unsigned* taken;          // groups beyond the first two of each cluster, 0 at the start
    double scale;
    bool swapped;    // real and imaginary parts, before and after: the backward transform
};

template<class T>
struct NumberOf;
template<>
struct NumberOf<double> {
    using real = double;
    static constexpr int columns = 2, columns_log = 1;    // in a group
};
template<>
struct NumberOf<Pair> {
    using real = float;
    static constexpr int columns = 4, columns_log = 2;
};

template<class T, int G>
struct SweepMemory {
    using real = typename NumberOf<T>::real;
    static constexpr int region = 16 * 34;    // of a warp; 34 instead of 32 against bank conflicts
    uint4 next[warps][points_a_thread * 32];
    T exchange[warps * region];
    Point<real> powers[6 * 256];    // 1, 2, 3, 4, 8, 12 of the roots of 4096
    Point<real> roots256[256];
    Point<T> steps[2][32];
    Point<real> shift[G == 1 ? 1 : 16];
    std::uint64_t free[G == 1 ? 1 : warps], full[G == 1 ? 1 : warps];
    std::uint64_t loaded[warps], ticket_came;
    unsigned long long tickets[2];
    unsigned seen[warps];
};

/// exp(-2 pi i e / n)
template<class real>
__device__ inline Point<real> root(unsigned e, double n)
{
    double s, c;
    sincospi(-2.0 * e / n, &s, &c);
    return {static_cast<real>(c), static_cast<real>(s)};
}

/// Roots of n for the columns of one unit: of exponents e, and e + next for the second column of a pair.
__device__ inline Point<double> unit_roots(unsigned e, unsigned, double n, double) { return root<double>(e, n); }
__device__ inline Point<Pair> unit_roots(unsigned e, unsigned next, double n, float)
{
    const unsigned last = static_cast<unsigned>(n) - 1;
    const Point<float> x = root<float>(e, n), y = root<float>((e + next) & last, n);
    return {{x.re, y.re}, {x.im, y.im}};
}

template<class T>
__device__ inline Point<T> swapped_if(bool swapped, Point<T> x)
{
    return swapped ? Point<T>{x.im, x.re} : x;
}

__device__ inline void from_unit(const uint4& u, Point<double>& x)
{
    x = {__hiloint2double(u.y, u.x), __hiloint2double(u.w, u.z)};
}
__device__ inline void from_unit(const uint4& u, Point<Pair>& x)
{
    x = {{__uint_as_float(u.x), __uint_as_float(u.z)}, {__uint_as_float(u.y), __uint_as_float(u.w)}};
}
__device__ inline void to_unit(uint4* place, Point<double> x)
{
    *reinterpret_cast<double2*>(place) = make_double2(x.re, x.im);
}
__device__ inline void to_unit(uint4* place, Point<Pair> x)
{
    *reinterpret_cast<float4*>(place) = make_float4(x.re.a, x.im.a, x.re.b, x.im.b);
}

__device__ inline unsigned some_bits(double x) { return static_cast<unsigned>(__double2loint(x)); }
__device__ inline unsigned some_bits(Pair x) { return __float_as_uint(x.a); }

/// Columns of one unit to the middle array, where neighbours are rows: `place` counts complex numbers.
__device__ inline void to_middle(void* middle, std::size_t place, Point<double> x)
{
    static_cast<double2*>(middle)[place] = make_double2(x.re, x.im);
}
__device__ inline void to_middle(void* middle, std::size_t place, Point<Pair> x)
{
    float2* at = static_cast<float2*>(middle) + place;
    at[0] = make_float2(x.re.a, x.im.a);
    at[NumberOf<Pair>::columns] = make_float2(x.re.b, x.im.b);
}

/// Where the second sweep has its column point j in a group of rows: bits of j are exchanged so that the 16 values of
/// b, neighbours in a warp, are neighbours in memory; the `kept` lowest bits stay, since the first sweep writes them.
__device__ inline unsigned middle_place(unsigned j, int blocks_log, int kept)
{
    const int below = 4 + blocks_log;
    const unsigned low = j & ((1u << below) - 1), b = (j >> below) & 15, a = j >> (below + 4);
    return (low & ((1u << kept) - 1)) | b << kept | (low >> kept) << (kept + 4) | a << (below + 4);
}

template<class T, int G>
struct Sweep {
    using real = typename NumberOf<T>::real;
    using Memory = SweepMemory<T, G>;
    static constexpr int region = Memory::region;

    Memory& memory;
    const unsigned thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
    const unsigned rank = G == 1 ? 0 : rank_in_cluster();
    unsigned phase = 0, tickets_seen = 0;
    unsigned* taken = nullptr;

    __device__ explicit Sweep(Memory& m) : memory(m)
    {
        for (unsigned i = thread; i < 6 * 256; i += sweep_threads) {
            const unsigned power = i / 256 < 3 ? i / 256 + 1 : (i / 256 - 2) * 4;
            const unsigned j = i % 256 / 16 + i % 16 * 16;
            memory.powers[i] = root<real>(power * (j * G + rank), column_points * G);
        }
        if (thread < 256) memory.roots256[thread] = root<real>(thread % 16 * (thread / 16 * G + rank), 256 * G);
        if constexpr (G > 1)
            if (thread < 16) memory.shift[thread] = root<real>(thread * rank, 16 * G);
        if (thread < warps) {
            start_barrier(&memory.loaded[thread], 1);
            if (G > 1) start_barrier(&memory.free[thread], G);
            if (G > 1) start_barrier(&memory.full[thread], 1);
        }
        if (thread == 0) start_barrier(&memory.ticket_came, 1);
        __syncthreads();
        if constexpr (G > 1) sync_cluster();
    }

    /// Each group of columns that this cluster gets: groups are given out in the order of their places, so that those
    /// that are under way at one time are neighbours and share the lines of the cache. load(group) begins to fill
    /// `next` of this warp; compute(x, group, turn) goes on with its points.
    template<class Load, class Compute>
    __device__ void run(const SweepShape& shape, Load load, Compute compute)
    {
        const unsigned clusters = gridDim.x / G;
        unsigned group = blockIdx.x / G, next = group + clusters, turn = 0;
        if (group < shape.groups) load(group);
        for (; group < shape.groups; group = next, turn ^= 1) {
            wait_for(&memory.loaded[warp], turn);
            Point<T> x[16];
#pragma unroll
            for (int i = 0; i < 16; ++i) from_unit(memory.next[warp][32 * i + lane], x[i]);
            have_come<&Point<T>::re>(x);
            __syncwarp();
            if (tickets_seen != 0) next = next_ticket();
            if (next < shape.groups) load(next);
            taken = next < shape.groups ? shape.taken : nullptr;
            ++tickets_seen;
            compute(x, group, turn);
        }
        if constexpr (G > 1) sync_cluster();
    }

    /// Begins the copy of this warp's points.
    __device__ void fetch(const CUtensorMap* array, const int (&at)[5])
    {
        if (lane != 0) return;
        expect_bytes(&memory.loaded[warp], sizeof memory.next[0]);
        fetch_box(memory.next[warp], array, at, &memory.loaded[warp]);
    }

    /// A step of 16 points, three times; the result x[i] has the frequency of `frequency(i)`.
    __device__ void transform(Point<T>* x)
    {
        transform16<real>(x);
        twiddles4096(x);
        exchange_in_warp(x);
        transform16<real>(x);
#pragma unroll
        for (int i = 1; i < 16; ++i) x[i] = x[i] * memory.roots256[warp * 16 + frequency16(i)];
        exchange_between_warps(x);
        transform16<real>(x);
        if constexpr (G > 1) {
#pragma unroll
            for (int i = 1; i < 16; ++i) x[i] = x[i] * memory.shift[frequency16(i)];
            exchange_between_blocks(x);
#pragma unroll
            for (int i = 0; i < 16 / G; ++i)
                if constexpr (G == 2)
                    transform2<8>(x + i);
                else
                    transform4<4>(x + i);
        }
    }

    /// The frequency of x[i] is this and that of the thread.
    __device__ unsigned frequency(int i) const
    {
        if constexpr (G == 1) return 256 * frequency16(i);
        return 256 * (16 / G * rank + i % (16 / G)) + column_points * (i / (16 / G));
    }
    __device__ unsigned thread_frequency() const { return lane / 2 + 16 * warp; }

private:
    __device__ unsigned next_ticket()
    {
        wait_for(&memory.ticket_came, (tickets_seen - 1) % 2);
        return static_cast<unsigned>(memory.tickets[(tickets_seen - 1) % 2]);
    }

    /// The first thread of a cluster takes the number of the group after the next one, and tells all its blocks.
    __device__ void take_ticket()
    {
        if (thread != 0 || taken == nullptr) return;
        const unsigned place = (tickets_seen - 1) % 2;
        expect_bytes(&memory.ticket_came, 8);
        if (rank != 0) return;
        const unsigned long long ticket = 2 * (gridDim.x / G) + atomicAdd(taken, 1u);
        for (unsigned f = 0; f < G; ++f)
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
        const T* own = memory.exchange + warp * region + lane;
#pragma unroll
        for (int i = 0; i < 16; ++i) x[i].*part = own[32 * i];
    }
    __device__ void exchange_between_warps(Point<T>* x)
    {
        exchange_between_warps_part<&Point<T>::re>(x);
        take_ticket();
        exchange_between_warps_part<&Point<T>::im>(x);
        if constexpr (G > 1) have_come<&Point<T>::im>(x);
        __syncwarp();
        if constexpr (G > 1) region_is_free();
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

    /// Tells the same warp of all blocks that it may send into this one's region.
    __device__ void region_is_free()
    {
        if (lane < G) arrive_at(address_at(shared_address(&memory.free[warp]), lane));
    }

    /// Block f gets the 16/G values kc of its part, of all blocks; warps talk to the same warp of the other blocks.
    template<T Point<T>::*part>
    __device__ void exchange_between_blocks_part(Point<T>* x)
    {
        if (lane == 0) expect_bytes(&memory.full[warp], 16 * 32 * sizeof(T));
        wait_for(&memory.free[warp], phase);
        const unsigned own = shared_address(memory.exchange + warp * region + 32 * (16 / G * rank) + lane);
        const unsigned barrier = shared_address(&memory.full[warp]);
#pragma unroll
        for (int f = 0; f < G; ++f) {
            const unsigned there = address_at(own, f), full = address_at(barrier, f);
#pragma unroll
            for (int i = 0; i < 16 / G; ++i) {
                const T value = x[frequency16(f * (16 / G) + i)].*part;
                send(there + 32 * i * sizeof(T), reinterpret_cast<const unsigned long long&>(value), full);
            }
        }
        wait_for(&memory.full[warp], phase);
        const T* region_of_warp = memory.exchange + warp * region + lane;
#pragma unroll
        for (int i = 0; i < 16; ++i) x[i].*part = region_of_warp[32 * i];
        have_come<part>(x);
        __syncwarp();
        phase ^= 1;
    }
    __device__ void exchange_between_blocks(Point<T>* x)
    {
        exchange_between_blocks_part<&Point<T>::re>(x);
        region_is_free();
        exchange_between_blocks_part<&Point<T>::im>(x);
    }
};

}  // namespace bspfft::cuda

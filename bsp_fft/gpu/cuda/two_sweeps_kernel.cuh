// One sweep: every block has 2048 points of four columns (units), 16 points a thread, and transforms them as
// 16 x 8 x 16. While it computes, the copy engine brings the points of its next columns into shared memory.
//
// j = c + 16 b + 128 a -> k = ka + 16 kb + 128 kc; a, then b, then c are transformed in registers:
//   thread (c; b, unit), points a                        --> ka, twiddles of 2048; exchange inside the warp
//   thread (c; ka % 8, unit), points b, both ka / 8      --> kb, twiddles of 128; exchange between the warps
//   thread (ka / 8, kb; ka % 8, unit), points c          --> kc
// C blocks form a cluster and have columns of 2048 C points: block g has the points g + C j, that is j + g/C, a shift
// that all the twiddles have in them, and a last step of C points goes between the blocks. So four columns are read
// and written together: memory serves few wide pieces faster than many narrow ones. Rows are read from the middle
// array, where pairs of points are neighbours: there block g has the pairs g + C j, and the last step is of 2 C points.
//
// The columns and rows of a cube have two axes: 256 points c + 16 a, and 16 points g + 2 b, of two blocks. Only
// twiddles and places are others.
#pragma once

#include "two_sweeps_exchange.cuh"

namespace bspfft::cuda {

template<class T, int C, bool of_rows, Form form>
struct Sweep : SweepExchange<T, C, of_rows, form> {
    using Base = SweepExchange<T, C, of_rows, form>;
    using real = typename Base::real;
    using Memory = typename Base::Memory;
    using Base::together, Base::Q, Base::third, Base::last, Base::rounds, Base::halves, Base::side_by_side;
    using Base::memory, Base::thread, Base::lane, Base::warp, Base::g;

    static constexpr bool is_cube = form == Form::cube;
    static_assert(!is_cube || C == 2);

    unsigned tickets_seen = 0;
    unsigned* taken = nullptr;

    __device__ explicit Sweep(Memory& m) : Base(m)
    {
        for (unsigned i = thread; i < 6 * 128; i += sweep_threads) {
            const unsigned power = i / 128 < 3 ? i / 128 + 1 : (i / 128 - 2) * 4, c = i % 128 / 8, b = i % 8;
            memory.powers[i] =
                is_cube ? root<real>(power * c, 256) : root<real>(power * (low_bits(c) + 16 * C * b), block_points * C);
        }
        if (thread < 128) {
            // the frequencies kc of block g begin with third / C g
            const unsigned c = thread / 8, kb = thread % 8;
            memory.roots128[thread] = is_cube ? root<real>(kb * g + 8 * c * g, 16)
                                              : root<real>(kb * low_bits(c) + 128 * (c / Q) * g, 128 * C);
        }
        if (thread < 16) {
            const unsigned kc = (frequency_at(third, thread / Q) + third / C * g) % third;
            memory.shift[thread] = root<real>((thread % Q + Q * g) * kc, 16 * C);
            memory.turned[thread] = root<real>(thread * g, C);
        }
        if (thread < warps) {
            start_barrier(&memory.free[thread], C > 1 ? C - 1 : 1);
            start_barrier(&memory.full[thread], 1);
            start_barrier(&memory.loaded[thread], 1);
            start_barrier(&memory.emptied[thread], together);
        }
        if (thread == 0) {
            start_barrier(&memory.ticket_came, 1);
            start_barrier(&memory.left, warps);
        }
        __syncthreads();
        if constexpr (C > 1) sync_cluster();
    }

    /// All the groups that this cluster gets. They are given out in the order of their places, so that those under way
    /// at one time are neighbours and share the lines of the cache. load(group) begins to fill this warp's part of
    /// `next`; compute(x, group, next group, turn) goes on with its points.
    template<class Load, class Compute>
    __device__ void run(const SweepShape& shape, Load load, Compute compute)
    {
        const unsigned clusters = gridDim.x / C;
        unsigned group = blockIdx.x / C, next = group + clusters, turn = 0;
        if (group < shape.groups) load(group);
        for (; group < shape.groups; group = next, turn ^= 1) {
            Point<T> x[16];
            take_points(x, turn);
            if (tickets_seen != 0) next = next_ticket();
            if (next < shape.groups) {
                may_be_filled(turn);
                load(next);
            }
            taken = next < shape.groups ? shape.taken : nullptr;
            ++tickets_seen;
            compute(x, group, next, turn);
        }
        if constexpr (C > 1) sync_cluster();
    }

    /// Begins a copy of the points of this warp and those that are copied together with it.
    __device__ void fetch(const CUtensorMap* array, const int (&at)[5])
    {
        if (lane != 0 || warp % together != 0) return;
        std::uint64_t* loaded = &memory.loaded[warp / together];
        expect_bytes(loaded, 512 * together * sizeof(uint4));
        fetch_box(memory.next + 512 * warp, array, at, loaded);
    }

    /// prepare() is called while points are under way; then store(i, value) for i = 0 .. 15.
    template<class Prepare, class Store>
    __device__ void transform(Point<T>* x, unsigned turn, Prepare prepare, Store store)
    {
        transform16<real>(x);
        twiddles2048(x);
        this->template exchange_in_warp_part<&Point<T>::re>(x);
        this->template exchange_in_warp_part<&Point<T>::im>(x);
        if (lane == 0) arrive(&memory.left);
#pragma unroll
        for (int i = 0; i < 2; ++i) transform8<1, real>(x + 8 * i);
#pragma unroll
        for (int i = 0; i < 16; ++i) x[i] = x[i] * memory.roots128[warp * 8 + frequency_at(8, i % 8)];
        wait_for(&memory.left, turn);
        this->template exchange_between_warps_part<&Point<T>::re>(x);
        take_ticket();
        __syncthreads();
        this->template exchange_between_warps_part<&Point<T>::im>(x);
        this->exchange_between_warps_ends(x);
#pragma unroll
        for (int i = 0; i < Q; ++i) transform_points<third, Q, real>(x + i);
        if constexpr (C == 1) {
            prepare();
#pragma unroll
            for (int i = 0; i < 16; ++i) store(i, x[i]);
        } else {
            transform_between_blocks(x, turn, prepare, store);
        }
    }

    /// The frequency of the i-th value is this and that of the thread.
    __device__ unsigned frequency(int i) const
    {
        if constexpr (C == 1) return 128 * frequency16(i);
        return 128 * (third / C * g + (halves ? 0 : i / of_round * side_by_side + i % side_by_side) + third * kd(i));
    }
    __device__ unsigned thread_frequency() const { return lane / units + 8 * warp; }

private:
    /// The lowest bits of the places of points c: those with the same c / Q are neighbours in memory.
    __device__ unsigned low_bits(unsigned c) const { return c % Q + Q * (g + C * (c / Q)); }

    static constexpr int of_round = halves ? 16 : 16 / rounds;
    __device__ static constexpr int kd(int i)
    {
        return halves ? frequency_at(8, i % 8) + i / 8 * 8 : frequency_at(last, i % of_round / side_by_side);
    }

    /// Q C points, of all blocks. While the second round is under way the results of the first are stored. Where they
    /// begin with this block's, the results are turned.
    template<class Prepare, class Store>
    __device__ void transform_between_blocks(Point<T>* x, unsigned turn, Prepare prepare, Store store)
    {
        Point<T> y[16];
        const auto store_all = [&](int begin, int end) {
#pragma unroll
            for (int i = begin; i < end; ++i)
                store(i, Base::with_own || kd(i) % C == 0 ? y[i] : y[i] * memory.turned[kd(i) % C]);
        };
#pragma unroll
        for (int i = 0; i < 16 && !is_cube; ++i) x[i] = x[i] * memory.shift[i];
        this->send_round(x, 0, turn);
        prepare();
        this->receive_round(x, y, 0, turn);
        if constexpr (rounds == 1) {
            transform_round(y);
            store_all(0, 16);
        } else {
            transform_round(y);
            this->send_round(x, 1, turn);
            if constexpr (!halves) store_all(0, 8);
            this->receive_round(x, y + 8, 1, turn);
            transform_round(y + 8);
            if constexpr (halves) combine(y);
            store_all(halves ? 0 : 8, 16);
        }
    }
    __device__ void transform_round(Point<T>* y)
    {
#pragma unroll
        for (int i = 0; i < side_by_side; ++i)
            transform_points<halves ? last / 2 : last, side_by_side, real>(y + i);
    }
    /// Transforms of the even and of the odd ones of 16 points become theirs.
    __device__ static void combine(Point<T>* y)
    {
        constexpr real c1 = real(0.92387953251128675613), s1 = real(0.38268343236508977173);
        constexpr real h = real(0.70710678118654752440);
        constexpr Point<real> roots[8] = {{1, 0},  {c1, -s1},  {h, -h},  {s1, -c1},
                                          {0, -1}, {-s1, -c1}, {-h, -h}, {-c1, -s1}};
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            const int k = frequency_at(8, i);
            const Point<T> even = y[i], odd = k == 0 ? y[8] : k == 4 ? times_minus_i(y[8 + i]) : y[8 + i] * roots[k];
            y[i] = even + odd;
            y[8 + i] = even - odd;
        }
    }

    __device__ void take_points(Point<T>* x, unsigned turn)
    {
        wait_for(&memory.loaded[warp / together], turn);
        constexpr int width = units * together;    // units side by side
        const unsigned b = lane / units, turned = of_rows ? (warp ^ b) % 2 : 0;
        const uint4* own = memory.next + warp / together * (512 * together) + b * width + turned * units + lane % units;
        unsigned bits = 0;
#pragma unroll
        for (int i = 0; i < 16; ++i) {
            const uint4 unit = own[8 * width * i];
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

    /// The first thread of a cluster takes the number of the group after the next one, and tells all its blocks. All
    /// the warps of this block have the one before.
    __device__ void take_ticket()
    {
        if (thread != 0 || taken == nullptr) return;
        expect_bytes(&memory.ticket_came, 8);
        if (g != 0) return;
        const unsigned place = (tickets_seen - 1) % 2;
        const unsigned long long ticket = 2 * (gridDim.x / C) + atomicAdd(taken, 1u);
        for (unsigned f = 0; f < C; ++f)
            send(address_at(shared_address(&memory.tickets[place]), f), ticket,
                 address_at(shared_address(&memory.ticket_came), f));
    }

    /// Powers ka of the root of a column: six are in tables, the others products of two of those.
    __device__ void twiddles2048(Point<T>* x)
    {
        const Point<real>* own = memory.powers + thread / units;
        const Point<real> low[3] = {own[0], own[128], own[256]};
#pragma unroll
        for (int i = 1; i < 16; ++i) {
            const int k = frequency16(i), high = k / 4, rest = k % 4;
            if (high == 0)
                x[i] = x[i] * low[rest - 1];
            else if (rest == 0)
                x[i] = x[i] * own[(high + 2) * 128];
            else
                x[i] = x[i] * (own[(high + 2) * 128] * low[rest - 1]);
        }
    }
};

}  // namespace bspfft::cuda

// The free cut: n = a b with p | a and p | b.
//
// x_j with j = j1 b + j2 is at row j1, column c of the local matrix a x (b/p), where j2 = s + p c. Superstep 0
// transforms the columns and multiplies by w_n^(j2 k1). The value (k1, j2) is sent to process k1 mod p, where it is in
// row r = k1 div p. Superstep 1 transforms the rows, and y_(k1 + a k2) is again cyclic: row k2, column r of a local
// matrix b x (a/p).
//
// In tiles, the landing array is ordered by sender and block of columns, and a packet by block of rows: tiles of
// lanes x lanes numbers, one column after the other. A packet for each block of columns is sent as soon as that block
// is done.
#include <algorithm>

#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/layout/landing.hpp"
#include "bsp_fft/schedule/building.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

namespace {

// A row of a tile is two cache lines: real parts and imaginary parts.
constexpr Index line_bytes = 64;
// A put of this size is much longer than its overhead, and is still in L1.
constexpr Index put_bytes = Index{16} << 10;
// Up to this size the landing array is doubled: transforms alternate between the two, and need not wait until all
// processes have finished the transform before.
constexpr Index small_landing_bytes = Index{256} << 10;
// Short transforms begin with a butterfly of eight, whose only twiddle is sqrt(1/2).
constexpr Index fewest_roundings = 8;

struct Cut {
    Index a, b, p;
    Index bytes_per_complex;

    Index n() const { return a * b; }
    Index columns() const { return b / p; }  ///< of a process before the move
    Index rows() const { return a / p; }     ///< after it
    Index lanes() const
    {
        const Index least = std::min(rows(), columns());
        for (const Index lanes : {2 * line_bytes / bytes_per_complex, Index{4}}) {
            if (least >= lanes) return lanes;
        }
        return 1;
    }

    // The digit of a is the first to be transformed, so that k1 has weight 1 and j2, later k2, has weight a.
    Layout before() const { return {{n()}, {{p, a}}, {{a, 1}, {columns(), a * p}}}; }
    Layout in_tiles() const
    {
        const Index l = lanes();
        return {{n()},
                {{p, 1}},
                {{p, a}, {columns() / l, a * p * l}, {rows() / l, p * l}, {l, a * p}, {l, p}}};
    }
    Layout in_blocks(BlockOrder order) const
    {
        std::vector<Digit> local{{b, a}};
        if (order == BlockOrder::bit_reversed) local = bit_reversed({b, a});
        local.push_back({rows(), p});
        return {{n()}, {{p, 1}}, local};
    }
};

Cut choose_cut(Index n, Index p, const ScheduleOptions& options)
{
    require_powers_of_two(n, p);
    if (!has_free_cut(n, p)) {
        throw Error(Status::invalid_argument,
                    text("p = ", p, " is more than sqrt(n) for n = ", n,
                         "; the fast algorithm needs p^2 <= n, the textbook's does not"));
    }
    Index a = options.cut;
    if (a == 0) a = std::clamp(std::max(Index{1} << log2_exact(n) / 2, fewest_roundings), p, n / p);
    if (!is_power_of_two(a) || a < p || a > n / p) {
        throw Error(Status::invalid_argument,
                    text("the cut ", a, " is not possible; it must be a power of two from p = ", p,
                         " to n/p = ", n / p));
    }
    return {a, n / a, p, 2 * options.bytes_per_real};
}

// Packets are padded by a cache line: at distances of a power of two they would map to the same cache sets.
Landing landing_in_tiles(const Cut& cut, Exchange exchange)
{
    const Index lanes = cut.lanes(), tile = lanes * lanes, row_blocks = cut.rows() / lanes;
    Landing landing;
    landing.lanes = lanes;
    landing.block = row_blocks * tile;
    landing.apart = line_bytes / cut.bytes_per_complex;
    landing.put_length = std::clamp(put_bytes / (tile * cut.bytes_per_complex), Index{1}, row_blocks) * tile;
    const bool small = cut.n() / cut.p * cut.bytes_per_complex <= small_landing_bytes;
    if (small && cut.p > 1 && exchange == Exchange::hpput) landing.arrays = 2;
    return landing;
}

MoveStep move_of(const Cut& cut, const ScheduleOptions& options)
{
    if (options.order == BlockOrder::tiles) return {cut.in_tiles(), landing_in_tiles(cut, options.exchange)};
    const Layout to = cut.in_blocks(options.order);
    return {to, plain_landing(LayoutChange(cut.before(), to))};
}

Superstep columns(const Cut& cut, const ScheduleOptions& options)
{
    std::vector<Step> steps{TransformStep{{cut.a, 1}}, TwiddleStep{{cut.b, cut.a}}};
    // on one process the move is not a superstep
    if (cut.p == 1) steps.emplace_back(move_of(cut, options));
    Superstep step =
        computation(text("columns of length ", cut.a), cut.before(), cut.before(), {cut.a, 1}, std::move(steps));
    step.access = options.order == BlockOrder::tiles ? Access::to_packets : Access::in_place;
    return step;
}

Superstep rows(const Cut& cut, const ScheduleOptions& options)
{
    Superstep step = computation(text("rows of length ", cut.b), move_of(cut, options).to,
                                 Layout::cyclic(cut.n(), cut.p), {cut.b, cut.a}, {TransformStep{{cut.b, cut.a}}});
    step.access = options.order == BlockOrder::tiles ? Access::from_packets : Access::in_place;
    return step;
}

// By hpput the next transform's packets could reach a landing array that is still being read, unless there are two.
bool must_open_with_sync(const MoveStep& move, Exchange exchange)
{
    return exchange == Exchange::hpput && move.landing.arrays == 1;
}

}  // namespace

Schedule free_cut_schedule(Index n, Index p, ScheduleOptions options)
{
    require_resolved(options.exchange);
    if (options.kernel == Kernel::automatic) {
        options.kernel = Kernel::simd;
        options.order = BlockOrder::tiles;
    }
    const Cut cut = choose_cut(n, p, options);
    std::vector<Superstep> supersteps{columns(cut, options)};
    if (p > 1) {
        const MoveStep step = move_of(cut, options);
        supersteps.push_back(move("move, cyclic to cyclic", cut.before(), step));
        supersteps.back().packs_in_cache = options.order == BlockOrder::tiles;
        supersteps.back().sweeps = options.order == BlockOrder::tiles ? 0 : 1;
        if (must_open_with_sync(step, options.exchange)) open_with_sync(supersteps);
    }
    supersteps.push_back(rows(cut, options));
    for (Superstep& step : supersteps) {
        if (!step.computes()) continue;
        step.sweeps = sweeps_of(step, options.order, &step == &supersteps.front());
        step.kernel = options.kernel;
    }
    return {Algorithm::fast, Layout::cyclic(n, p), Layout::cyclic(n, p), options, std::move(supersteps)};
}

}  // namespace bspfft

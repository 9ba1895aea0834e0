// The free cut for kernels that want whole arrays: one axis and powers of two, n = a b.
//
// x_j, with j = j1 b + j2, is at row j1, column c of the local matrix a x (b/p), where j2 = s + p c. Superstep 0
// transforms the columns and multiplies by w_n^(j2 k1). The value (k1, j2) is sent to process k1 mod p, where it is in
// row r = k1 div p. Superstep 1 transforms the rows, and y_(k1 + a k2) is again cyclic: row k2, column r of a local
// matrix b x (a/p).
#include <algorithm>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/layout/landing.hpp"
#include "bsp_fft/schedule/building.hpp"

namespace bspfft {

namespace {

struct Cut {
    Index a, b, p;

    Index n() const { return a * b; }
    Index columns() const { return b / p; }  ///< of a process before the move
    Index rows() const { return a / p; }     ///< after it
    // The digit of a is the first to be transformed, so that k1 has weight 1 and j2, later k2, has weight a.
    Layout before() const { return {{n()}, {{p, a}}, {{a, 1}, {columns(), a * p}}}; }
    Layout in_blocks(BlockOrder order) const
    {
        std::vector<Digit> local{{b, a}};
        if (order == BlockOrder::bit_reversed) local = bit_reversed({b, a});
        local.push_back({rows(), p});
        return {{n()}, {{p, 1}}, local};
    }
};

Cut cut_of(Index n, Index p, const ScheduleOptions& options)
{
    require_powers_of_two(n, p);
    if (p > n / p)
        throw refusal("p = ", p, " is more than sqrt(n) for n = ", n,
                      "; the fast algorithm needs p^2 <= n, the textbook's does not");
    Index a = options.cut.empty() ? 0 : options.cut.front();
    if (a == 0) a = std::clamp(Index{1} << log2_exact(n) / 2, p, n / p);
    if (!is_power_of_two(a) || a < p || a > n / p)
        throw refusal("the cut ", a, " is not possible; it must be a power of two from p = ", p, " to n/p = ", n / p);
    return {a, n / a, p};
}

Compute columns(const Cut& cut)
{
    return computation(text("columns of length ", cut.a), cut.before(), cut.before(), {cut.a, 1},
                       {TransformStep{{cut.a, 1}}, TwiddleStep{{cut.b, cut.a}}});
}

Compute rows(const Cut& cut, const Layout& before)
{
    return computation(text("rows of length ", cut.b), before, Layout::cyclic(cut.n(), cut.p), {cut.b, cut.a},
                       {TransformStep{{cut.b, cut.a}}});
}

}  // namespace

std::vector<Step> free_cut_in_blocks(Index n, Index p, const ScheduleOptions& options)
{
    const Cut cut = cut_of(n, p, options);
    const Layout before = cut.before(), after = cut.in_blocks(options.order);
    Compute first = columns(cut), last = rows(cut, after);
    first.sweeps = sweeps_of(first, options.order, true);
    last.sweeps = sweeps_of(last, options.order, false);
    first.kernel = last.kernel = options.kernel;
    first.sends = true;
    Move between = move("columns to rows", before, {after, plain_landing(before, after)});
    between.sent_by_computation = true;
    between.sweeps = p > 1 ? 1 : 0;
    return {{std::move(first)}, {std::move(between)}, {std::move(last)}};
}

}  // namespace bspfft

#include "bsp_fft/schedule/cut_shape.hpp"

#include <algorithm>

#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

namespace {

// A row of a tile is two cache lines: real parts and imaginary parts.
constexpr Index line_bytes = 64;
constexpr Index put_bytes = Index{16} << 10;
// Short transforms begin with a butterfly of eight, whose only weight is sqrt(1/2).
constexpr Index fewest_roundings = 8;

Index widest_lanes(Index rows, Index columns, Index bytes_per_real)
{
    const Index least = std::min(rows, columns);
    for (const Index lanes : {line_bytes / bytes_per_real, Index{4}}) {
        if (least >= lanes) return lanes;
    }
    return 1;
}

}  // namespace

CutShape choose_cut(Index n, Index p, Index s, Index n1, Index bytes_per_complex)
{
    require_powers_of_two(n, p);
    if (!Schedule::can_be_fast(n, p)) {
        throw Error(Status::invalid_argument,
                    text("p = ", p, " is more than sqrt(n) for n = ", n,
                         "; the fast algorithm needs p^2 <= n, the textbook's does not"));
    }
    if (n1 == 0) n1 = std::clamp(std::max(Index{1} << log2_exact(n) / 2, fewest_roundings), p, n / p);
    if (!is_power_of_two(n1) || n1 < p || n1 > n / p) {
        throw Error(Status::invalid_argument,
                    text("the cut ", n1, " is not possible; it must be a power of two from p = ", p,
                         " to n/p = ", n / p));
    }
    CutShape shape{n1, n / n1, p, s, 1, line_bytes / bytes_per_complex, 1};
    shape.lanes = widest_lanes(shape.rows(), shape.columns(), bytes_per_complex / 2);
    shape.tiles_a_put =
        std::clamp(put_bytes / (shape.tile() * bytes_per_complex), Index{1}, shape.row_blocks());
    return shape;
}

}  // namespace bspfft

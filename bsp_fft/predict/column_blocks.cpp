#include "bsp_fft/predict/column_blocks.hpp"

#include "bsp_fft/schedule/cut_shape.hpp"

namespace bspfft {

ColumnBlocks column_blocks(Index n, Index p)
{
    const CutShape shape = choose_cut(n, p, 0, 0, 16);
    return {shape.n1, shape.lanes};
}

}  // namespace bspfft

#include "bsp_fft/predict/column_blocks.hpp"

#include "bspfft/schedule.hpp"

namespace bspfft {

ColumnBlocks column_blocks(Index n, Index p)
{
    const Schedule schedule = free_cut_schedule(n, p);
    return {schedule.radices().front(), schedule.lanes()};
}

}  // namespace bspfft

// Sweeps over the same blocks of an array, one after the other while each block is in the cache.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/execution/slot.hpp"
#include "bsp_fft/kernel/lanes/tile_kernels.hpp"

namespace bspfft {

template <class Real>
class BlockSweeps {
public:
    struct Sweep {
        std::shared_ptr<PassKernel<Real>> kernel;
        const Slot<Real>& from;
        const Slot<Real>& to;
        Index columns;  ///< of all blocks
        Index blocks;
    };

    void add(const Sweep& sweep)
    {
        blocks_ = sweeps_.empty() ? sweep.blocks : std::min(blocks_, sweep.blocks);
        sweeps_.push_back(sweep);
        done_.push_back(0);
    }

    /// Each sweep goes as far as the one before it has complete blocks. Tiles may begin in one block and end in the
    /// next: the first sweep does all that begin in a block, those after it what is whole.
    void run(Direction direction)
    {
        if (sweeps_.size() == 1) return run_tiles(direction, 0, 0, sweeps_.front().kernel->tiles());
        std::ranges::fill(done_, 0);
        for (Index block = 1; block <= blocks_; ++block) {
            Index complete = block;
            for (std::size_t i = 0; i < sweeps_.size(); ++i) {
                const Index of_block = sweeps_[i].columns / blocks_, ready = complete * of_block;
                const Index width = sweeps_[i].kernel->columns_a_tile();
                const Index end = complete == blocks_ ? sweeps_[i].kernel->tiles()
                                  : i == 0            ? tiles_of(ready, width)
                                                      : ready / width;
                run_tiles(direction, i, done_[i], end);
                done_[i] = end;
                complete = std::min(complete, end * width / of_block);
            }
        }
    }

private:
    void run_tiles(Direction direction, std::size_t i, Index first, Index end) const
    {
        const Sweep& sweep = sweeps_[i];
        sweep.kernel->run(direction, first, end - first, sweep.from.data(), sweep.to.data());
    }

    std::vector<Sweep> sweeps_;
    std::vector<Index> done_;  ///< tiles of each
    Index blocks_ = 0;
};

}  // namespace bspfft

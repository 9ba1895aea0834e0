// Columns are lanes: a tile of neighbouring columns is transformed in the cache, with the columns as the lanes of
// vectors. Two passes fit it: columns of the process's array that become packets of tiles, and rows that are read from
// such packets. Each sweeps memory once. Tables of O(sqrt(n)); nothing is allocated after planning.
#include <algorithm>
#include <complex>

#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/kernel/lane_twiddles.hpp"
#include "bsp_fft/kernel/lanes_simd.hpp"

namespace bspfft {

namespace {

// The rows of a small transform at this distance do not compete for the sets of a cache of 64 KiB.
template <class Real>
bool near(Index rows, Index distance)
{
    return rows * distance * static_cast<Index>(sizeof(Real)) <= Index{64} << 10;
}

// The inverse is the forward transform with real and imaginary parts exchanged before and after.
template <class Real>
ColumnTask<Real> task_of(const ColumnPasses<Real>& passes, Index lanes, Real* cache, Direction direction)
{
    return {passes.length,
            lanes,
            passes.passes.data(),
            static_cast<Index>(passes.passes.size()),
            passes.places,
            cache,
            direction == Direction::inverse};
}

/// Columns from a plain array, with twiddles after them, to packets of tiles.
template <class Real>
class LanesToPackets final : public PassKernel<Real>, public PacketSource<Real> {
public:
    LanesToPackets(const Pass& pass, const Scales& scales, Real* cache)
        : pass_(pass),
          lanes_(pass.move->landing.lanes),
          lane_bits_(log2_exact(lanes_)),
          column_bits_(log2_exact(pass.columns)),
          packet_(pass.move->landing.block),
          partners_(LayoutChange(pass.after, pass.move->to).packets()),
          passes_(pass.rows),
          twiddles_(pass_, passes_, lanes_, scales),
          cache_(cache)
    {}

    Index tiles() const override { return pass_.columns / lanes_; }

    void run(Direction direction, Index first, Index count, Real* in, Real*, PacketSink<Real>* sink) override
    {
        for (Index tile = first; tile < first + count; ++tile) {
            transform(tile, direction, in);
            begins_ = tile * packet_;
            sink->deliver(begins_, packet_, *this);
        }
    }

    void pack(const OutgoingPacket& packet, Index first, Index count, Real* to) const override
    {
        // row k1 = t + p r begins at place k1 columns
        const Index row = (packet.source >> column_bits_) + partners_ * ((first - begins_) >> lane_bits_);
        const Index tile_count = count >> 2 * lane_bits_;
        simd::pack(PackTask<Real>{lanes_, tile_count, passes_.position.data() + row, partners_, cache_, to});
    }

private:
    void transform(Index tile, Direction direction, const Real* in)
    {
        const auto& twiddles = twiddles_.of_tile(tile, direction);
        const Index stride = 2 * pass_.columns;
        const PassTask<Real>& first = passes_.passes.front();
        const UserTile<const Real> columns{in + 2 * tile * lanes_, stride,
                                           near<Real>(first.radix, first.step * stride)};
        simd::columns_in(ColumnsIn<Real>{task_of(passes_, lanes_, cache_, direction), columns,
                                         twiddles.by_prefix.data(), twiddles.by_digit.data()});
    }

    Pass pass_;
    Index lanes_;
    int lane_bits_;
    int column_bits_;
    Index packet_;  ///< elements of a packet that one tile makes
    Index partners_;
    ColumnPasses<Real> passes_;
    LaneTwiddles<Real> twiddles_;
    Real* cache_;  ///< the tile
    Index begins_ = 0;  ///< the first element, of every packet, that is in the cache
};

/// Rows from packets of tiles to a plain array.
template <class Real>
class LanesFromPackets final : public PassKernel<Real> {
public:
    LanesFromPackets(const Pass& pass, Real* cache)
        : pass_(pass),
          lanes_(pass.in.lanes),
          senders_(pass.after.p()),
          passes_(pass.rows),
          cache_(cache)
    {}

    Index tiles() const override { return pass_.columns / lanes_; }

    void run(Direction direction, Index first, Index count, Real* in, Real* out, PacketSink<Real>*) override
    {
        const Index stride = 2 * pass_.columns;
        const bool rows_near = near<Real>(passes_.last_radix(), passes_.last_blocks() * stride);
        const Index column_blocks = pass_.rows / senders_ / lanes_;
        const ColumnTask<Real> task = task_of(passes_, lanes_, cache_, direction);
        for (Index tile = first; tile < first + count; ++tile) {
            simd::rows_out(RowsOut<Real>{task, in + 2 * tile * lanes_ * lanes_, log2_exact(senders_),
                                         log2_exact(lanes_), column_blocks, pass_.in.block + pass_.in.apart,
                                         passes_.prefix.data(),
                                         UserTile<Real>{out + 2 * tile * lanes_, stride, rows_near}});
        }
    }

private:
    Pass pass_;
    Index lanes_;
    Index senders_;
    ColumnPasses<Real> passes_;
    Real* cache_;  ///< the tile
};

bool makes_tiles(const Pass& pass)
{
    return pass.move && pass.move->landing.block > 0 && pass.in_natural_order() && pass.twiddles == Twiddles::after;
}

bool takes_tiles(const Pass& pass)
{
    return pass.landed && pass.in.block > 0 && !pass.move && pass.twiddles == Twiddles::none;
}

std::string objection(const Pass& pass)
{
    if (!is_power_of_two(pass.rows)) return "it has butterflies for powers of two only";
    if (makes_tiles(pass) || takes_tiles(pass)) return "";
    return "it takes columns to packets of tiles, and rows out of them; the algorithm fast has such passes";
}

Index cost(const Pass&) { return 1; }
bool scales_for_free(const Pass& pass) { return makes_tiles(pass); }

Index lanes_of(const Pass& pass) { return makes_tiles(pass) ? pass.move->landing.lanes : pass.in.lanes; }

Index bytes(const Pass& pass)
{
    const Index tables = pass.rows * (2 * pass.bytes_per_real + static_cast<Index>(sizeof(Index)));
    return tables + (makes_tiles(pass) ? LaneTwiddles<double>::bytes(pass, lanes_of(pass)) : 0);
}

Index workspace(const Pass& pass) { return ColumnPasses<double>::cache_reals(pass.rows, lanes_of(pass)); }

template <class Real>
std::unique_ptr<PassKernel<Real>> make(const Pass& pass, const Scales& scales, const PassArrays<Real>& arrays)
{
    if (makes_tiles(pass)) return std::make_unique<LanesToPackets<Real>>(pass, scales, arrays.workspace);
    return std::make_unique<LanesFromPackets<Real>>(pass, arrays.workspace);
}

}  // namespace

extern const KernelEntry lanes_kernel{Kernel::simd, BlockOrder::tiles, objection, cost, scales_for_free,
                                      bytes, workspace, make<double>, make<float>};

}  // namespace bspfft

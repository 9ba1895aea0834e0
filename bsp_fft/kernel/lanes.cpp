// Columns are lanes: a tile of neighbouring columns is transformed in the cache, with the columns as the lanes of
// vectors. Two passes fit it: columns of the process's array that become packets of tiles, and rows that are read from
// such packets. Each sweeps memory once. Tables of O(sqrt(n)); nothing is allocated after planning.
#include <algorithm>
#include <complex>

#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/kernel/lane_transform.hpp"

namespace bspfft {

namespace {

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
          transform_({pass.rows}, lanes_, cache),
          twiddles_(transform_, {pass.order}, tiles(), scales, [this](Index tile, Index* factors) {
              for (Index lane = 0; lane < lanes_; ++lane) factors[lane] = pass_.factor(tile * lanes_ + lane);
          })
    {
        for (Index row = 0; row < pass.rows; ++row) rows_.push_back(2 * pass.columns * row);
        // row k1 = t + p r begins at place k1 columns
        for (Index t = 0; t < partners_; ++t) {
            for (Index row = t; row < pass.rows; row += partners_) positions_.push_back(transform_.position(row));
        }
    }

    Index tiles() const override { return pass_.columns / lanes_; }

    void run(Direction direction, Index first, Index count, Real* in, Real*, PacketSink<Real>* sink) override
    {
        const bool inverse = direction == Direction::inverse;
        for (Index tile = first; tile < first + count; ++tile) {
            transform_.run({in + 2 * tile * lanes_, rows_.data(), nullptr, lanes_, false, inverse},
                           &twiddles_.of_tile(tile, direction));
            begins_ = tile * packet_;
            sink->deliver(begins_, packet_, *this);
        }
    }

    void pack(const OutgoingPacket& packet, Index first, Index count, Real* to) const override
    {
        const Index partner = packet.source >> column_bits_, row = (first - begins_) >> lane_bits_;
        const Index* const positions = positions_.data() + partner * (pass_.rows / partners_) + row;
        transform_.pack(positions, count >> lane_bits_, lanes_, to);
    }

private:
    Pass pass_;
    Index lanes_;
    int lane_bits_;
    int column_bits_;
    Index packet_;  ///< elements of a packet that one tile makes
    Index partners_;
    LaneTransform<Real> transform_;
    LaneTwiddles<Real> twiddles_;
    std::vector<Index> rows_;
    std::vector<Index> positions_;  ///< of the rows for each partner
    Index begins_ = 0;  ///< the first element, of every packet, that is in the cache
};

/// Rows from packets of tiles to a plain array.
template <class Real>
class LanesFromPackets final : public PassKernel<Real> {
public:
    LanesFromPackets(const Pass& pass, Real* cache)
        : pass_(pass), lanes_(pass.in.lanes), transform_({pass.rows}, lanes_, cache)
    {
        const Index senders = pass.after.p(), column_blocks = pass.rows / senders / lanes_;
        const Index packet_stride = pass.in.block + pass.in.apart;
        for (Index row = 0; row < pass.rows; ++row) {
            const Index sender = row % senders, c = row / senders;
            landed_.push_back(2 * ((sender * column_blocks + c / lanes_) * packet_stride + c % lanes_ * lanes_));
            rows_.push_back(2 * pass.columns * row);
        }
    }

    Index tiles() const override { return pass_.columns / lanes_; }

    void run(Direction direction, Index first, Index count, Real* in, Real* out, PacketSink<Real>*) override
    {
        const bool inverse = direction == Direction::inverse;
        for (Index tile = first; tile < first + count; ++tile) {
            transform_.run({in + 2 * tile * lanes_ * lanes_, landed_.data(), nullptr, lanes_, true, false},
                           {out + 2 * tile * lanes_, rows_.data(), nullptr, lanes_, inverse, 1});
        }
    }

private:
    Pass pass_;
    Index lanes_;
    LaneTransform<Real> transform_;
    std::vector<Index> landed_;
    std::vector<Index> rows_;
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
    const Index tables = LaneTransform<double>::bytes({pass.rows}) + pass.rows * static_cast<Index>(2 * sizeof(Index));
    if (!makes_tiles(pass)) return tables;
    const Index lanes = lanes_of(pass);
    return tables + LaneTwiddles<double>::bytes({pass.rows}, lanes, {pass.order}, pass.columns / lanes);
}

Index workspace(const Pass& pass) { return LaneTransform<double>::workspace({pass.rows}, lanes_of(pass)); }

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

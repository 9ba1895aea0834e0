#include "bsp_fft/kernel/short/short_columns.hpp"

#include <algorithm>

#include "bsp_fft/kernel/lanes/plain_tiles.hpp"
#include "bsp_fft/kernel/short/short_transform.hpp"
#include "bsp_fft/kernel/lanes/tile_factors.hpp"
#include "bsp_fft/schedule/short_lengths.hpp"

namespace bspfft {

namespace {

std::vector<Index> places_of(const Pass& pass, const std::vector<Index>& strides)
{
    PlainTiles columns = plain_columns(*pass.tiles, strides, pass.s);
    std::vector<Index> places;
    for (Index c = 0; c < columns.column_count(); ++c) places.push_back(columns.lanes_from(c, 1).first);
    return places;
}

template <class Real>
class ShortColumns final : public PassKernel<Real> {
public:
    ShortColumns(const Pass& pass, const Scales& scales, Real* workspace)
        : inverse_(pass.inverse),
          forward_scale_(static_cast<Real>(scales.forward)),
          inverse_scale_(static_cast<Real>(scales.inverse)),
          from_(places_of(pass, pass.tiles->in_strides)),
          to_(places_of(pass, pass.tiles->out_strides)),
          transform_(pass.rows, workspace)
    {}

    Index tiles() const override { return static_cast<Index>(from_.size()); }

    void run(Direction direction, Index first, Index count, Real* in, Real* out, PacketSink<Real>*) override
    {
        const bool forward = direction == Direction::forward;
        const Real scale = forward ? forward_scale_ : inverse_scale_;
        for (auto c = static_cast<std::size_t>(first); c < static_cast<std::size_t>(first + count); ++c)
            transform_.run(in + from_[c], out + to_[c], forward == inverse_, scale);
    }

private:
    bool inverse_;
    Real forward_scale_;
    Real inverse_scale_;
    std::vector<Index> from_;
    std::vector<Index> to_;
    ShortTransform<Real> transform_;
};

}  // namespace

bool has_short_columns(const Pass& pass)
{
    const TilePass& tiles = *pass.tiles;
    return !tiles.reproducible && !tiles.from && !tiles.to && tiles.in_strides.back() == 1 &&
           tiles.out_strides.back() == 1 &&
           has_short_columns(tiles.axes, pass.bytes_per_real,
                             tiles.shared ? ShortVectors::any : ShortVectors::few);
}

template <class Real>
std::unique_ptr<PassKernel<Real>> make_short_columns(const Pass& pass, const Scales& scales,
                                                     const PassArrays<Real>& arrays)
{
    return std::make_unique<ShortColumns<Real>>(pass, scales, arrays.workspace);
}

template <class Real>
Index short_columns_bytes(const Pass& pass)
{
    return ShortTransform<Real>::bytes(pass.rows);
}

Index short_columns_workspace(const Pass& pass)
{
    return std::max(ShortTransform<float>::workspace(pass.rows), ShortTransform<double>::workspace(pass.rows));
}

template std::unique_ptr<PassKernel<float>> make_short_columns(const Pass&, const Scales&, const PassArrays<float>&);
template std::unique_ptr<PassKernel<double>> make_short_columns(const Pass&, const Scales&, const PassArrays<double>&);
template Index short_columns_bytes<float>(const Pass&);
template Index short_columns_bytes<double>(const Pass&);

}  // namespace bspfft

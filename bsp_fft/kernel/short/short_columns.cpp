#include "bsp_fft/kernel/lanes/tile_kernels.hpp"

#include "bsp_fft/kernel/lanes/plain_tiles.hpp"
#include "bsp_fft/kernel/short/short_transform.hpp"
#include "bsp_fft/kernel/lanes/tile_factors.hpp"
#include "bsp_fft/schedule/short_lengths.hpp"

namespace bspfft {

namespace {

Buffer<Index> places_of(const Pass& pass, const std::vector<Index>& strides, Arena& arena)
{
    const PlainDigits digits = digits_of_columns(*pass.tiles, strides, pass.s);
    const Places columns(digits.columns);
    return arena.table<Index>(columns.count(), [&](Index* places) {
        columns.fill(places);
        for (Index c = 0; c < columns.count(); ++c) places[c] += digits.begin;
    });
}

template <class Real>
class ShortColumns final : public PassKernel<Real> {
public:
    ShortColumns(const Pass& pass, const Scales& scales, Arena& arena)
        : inverse_(pass.inverse),
          forward_scale_(static_cast<Real>(scales.forward)),
          inverse_scale_(static_cast<Real>(scales.inverse)),
          from_(places_of(pass, pass.tiles->in_strides, arena)),
          to_(places_of(pass, pass.tiles->out_strides, arena)),
          transform_(pass.rows, arena)
    {}

    Index tiles() const override { return from_.size(); }

    void run(Direction direction, Index first, Index count, Real* in, Real* out) override
    {
        const bool forward = direction == Direction::forward;
        const Real scale = forward ? forward_scale_ : inverse_scale_;
        for (Index c = first; c < first + count; ++c)
            transform_.run(in + from_[c], out + to_[c], forward == inverse_, scale);
    }

private:
    bool inverse_;
    Real forward_scale_;
    Real inverse_scale_;
    Buffer<Index> from_;
    Buffer<Index> to_;
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
std::unique_ptr<PassKernel<Real>> make_short_columns(const Pass& pass, const Scales& scales, Arena& arena)
{
    return std::make_unique<ShortColumns<Real>>(pass, scales, arena);
}

template std::unique_ptr<PassKernel<float>> make_short_columns(const Pass&, const Scales&, Arena&);
template std::unique_ptr<PassKernel<double>> make_short_columns(const Pass&, const Scales&, Arena&);

}  // namespace bspfft

// Real vectors that are contiguous, of even length, one after the other: neighbours are one complex number, and a short
// transform of half the length is separated by its symmetries, or joined before it.
#include "bsp_fft/kernel/half/half_pairs.hpp"
#include "bsp_fft/kernel/lanes/plain_tiles.hpp"
#include "bsp_fft/kernel/lanes/tile_kernels.hpp"
#include "bsp_fft/kernel/short/short_transform.hpp"

namespace bspfft {

namespace {

template <class Real>
class HalfColumns final : public PassKernel<Real> {
public:
    HalfColumns(const Pass& pass, const Scales& scales, Arena& arena)
        : m_(pass.rows / 2),
          back_(half_axis_of(pass.tiles->axes)->half == AxisCut::Half::columns),
          scales_(scales),
          from_(places(pass, pass.tiles->in_strides, back_, arena)),
          to_(places(pass, pass.tiles->out_strides, !back_, arena)),
          conversion_(m_, back_, arena),
          transform_(m_, arena)
    {}

    Index tiles() const override { return from_.size(); }

    void run(Direction direction, Index first, Index count, Real* in, Real* out) override
    {
        const auto scale = static_cast<Real>(scales_.of(direction));
        for (Index c = first; c < first + count; ++c) {
            const Real* const from = in + from_[c];
            Real* const to = out + to_[c];
            if (back_) conversion_.run(from, to);
            transform_.run(back_ ? to : from, to, back_, scale);
            if (!back_) conversion_.run(to, to);
        }
    }

private:
    static Buffer<Index> places(const Pass& pass, const std::vector<Index>& strides, bool of_spectra, Arena& arena)
    {
        return column_places(of_spectra ? PlainRows::halves : PlainRows::inputs, pass, strides, arena,
                             of_spectra ? 2 : 1);
    }

    Index m_;
    bool back_;
    Scales scales_;
    Buffer<Index> from_;
    Buffer<Index> to_;
    PairConversion<Real> conversion_;
    ShortTransform<Real> transform_;
};

}  // namespace

template <class Real>
std::unique_ptr<PassKernel<Real>> make_half_columns(const Pass& pass, const Scales& scales, Arena& arena)
{
    return std::make_unique<HalfColumns<Real>>(pass, scales, arena);
}

template std::unique_ptr<PassKernel<float>> make_half_columns(const Pass&, const Scales&, Arena&);
template std::unique_ptr<PassKernel<double>> make_half_columns(const Pass&, const Scales&, Arena&);

}  // namespace bspfft

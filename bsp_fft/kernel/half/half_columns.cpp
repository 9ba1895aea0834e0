// Real vectors that are contiguous, of even length, one after the other: neighbours are one complex number, and a short
// transform of half the length is separated by its symmetries, or joined before it.
#include "bsp_fft/base/roots.hpp"
#include "bsp_fft/kernel/lanes/lanes_simd.hpp"
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
          weights_(arena.take<Real>(2 * weights())),
          transform_(m_, arena)
    {
        if (arena.only_counts()) return;
        for (Index k = 0; k < weights(); ++k) {
            const std::complex<double> weight = pair_weight(k, 2 * m_, back_);
            weights_.data()[k] = static_cast<Real>(weight.real());
            weights_.data()[weights() + k] = static_cast<Real>(weight.imag());
        }
    }

    Index tiles() const override { return from_.size(); }

    void run(Direction direction, Index first, Index count, Real* in, Real* out) override
    {
        const auto scale = static_cast<Real>(scales_.of(direction));
        for (Index c = first; c < first + count; ++c) {
            const Real* const from = in + from_[c];
            Real* const to = out + to_[c];
            if (back_) convert(from, to);
            transform_.run(back_ ? to : from, to, back_, scale);
            if (!back_) convert(to, to);
        }
    }

private:
    static Buffer<Index> places(const Pass& pass, const std::vector<Index>& strides, bool of_spectra, Arena& arena)
    {
        return column_places(of_spectra ? PlainRows::halves : PlainRows::inputs, pass, strides, arena,
                             of_spectra ? 2 : 1);
    }

    Index weights() const { return m_ / 2 + 1; }

    void convert(const Real* from, Real* to) const
    {
        const Real* const weights_re = weights_.data();
        const Real* const weights_im = weights_re + weights();
        simd::convert_pairs(HalfPairs<Real>{m_, back_, back_ ? Real{1} : Real{0.5}, weights_re, weights_im, from, to});
    }

    Index m_;
    bool back_;
    Scales scales_;
    Buffer<Index> from_;
    Buffer<Index> to_;
    Buffer<Real> weights_;
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

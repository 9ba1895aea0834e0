// One tile of rows is transformed into one cache buffer, and from there by the inverse into another.
#include "bsp_fft/kernel/lanes/tile_kernels.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "bsp_fft/kernel/lanes/lane_transform.hpp"
#include "bsp_fft/kernel/lanes/tile_places.hpp"
#include "bsp_fft/schedule/program.hpp"

namespace bspfft {

namespace {

using Place = std::array<Index, most_axes + 1>;  // with a batch

// The inverse has the same cut: the rows of the forward transform are its columns.
TilePass inverse_cut(const TilePass& pass)
{
    TilePass inverse = pass;
    inverse.axes = pass.to->axes;
    return inverse;
}

template <class Real>
class BetweenLanes final : public SpectrumKernel<Real>, public TilePacker<Real> {
public:
    using Complex = std::complex<Real>;
    using typename SpectrumKernel<Real>::Factor;
    using SpectrumKernel<Real>::action;

    BetweenLanes(const Pass& pass, const PassArrays<Real>& arrays, Arena& arena)
        : lanes_(pass.tiles->lanes),
          axes_(pass.tiles->axes),
          part_(part_of(axes_, pass.s)),
          landed_(*pass.tiles->from, pass.s, arena),
          offsets_(landed_.no_offsets(arena)),
          forward_(lengths(pass), lanes_, arena),
          inverse_(lengths(pass), lanes_, arena, forward_.cache_reals()),
          twiddles_(inverse_, lengths_of(*pass.tiles, &AxisCut::n), tiles(),
                    twiddle_factors(inverse_cut(*pass.tiles), pass.s), arena, 1, LaneTwiddles<Real>::Order::reversed,
                    pass.tiles->reproducible),
          sink_(arrays.tiles),
          positions_(inverse_cut(*pass.tiles), pass.s, arena),
          results_(arena.table<Index>(forward_.rows(), [&](Index* places) {
              for (Index k = 0; k < forward_.rows(); ++k) places[k] = 2 * lanes_ * forward_.position(k);
          })),
          factors_(arena.take<Real>(tiles() * tile_reals()))
    {
        if (forward_.axes().size() == 1) turn_in_place(pass, arena);
        for (Index& row : positions_.all()) row = inverse_.position(row);
    }

    Index tiles() const override { return landed_.groups(); }

    void tabulate(const Factor& factor) override
    {
        for (Index tile = 0; tile < tiles(); ++tile) {
            for_each_value(tile, [&](Index result, Index lane, const Place& k, bool mirrored) {
                const Complex value = factor(k.data());
                Real* const to = factors_of(tile) + forward_.factor_row(result) * 2 * lanes_ + lane;
                to[0] = value.real();
                to[lanes_] = mirrored ? -value.imag() : value.imag();
            });
        }
    }

    void run(Direction, Index first, Index count, Real* in, Real*) override
    {
        for (Index tile = first; tile < first + count; ++tile) {
            const TileSource<Real> source = landed_.source(in, 0, tile, offsets_);
            width_ = source.width;
            const Real* const factors = action.multiply ? factors_of(tile) : nullptr;
            packs_in_place_ = factors && in_place_;
            if (packs_in_place_) {
                forward_.run_and_back(source, factors, in_place_->passes, in_place_->twiddles.of_tile(tile));
            } else {
                factors ? forward_.run(source, factors) : forward_.run(source);
                if (action.copy) {
                    copy(tile);
                    continue;
                }
                if (action.function) change(tile);
                // times factors, parts have been exchanged already
                const TileSource<Real> spectrum{forward_.cache(), results_.data(), nullptr, lanes_, true, !factors};
                inverse_.run(spectrum, &twiddles_.of_tile(tile));
            }
            sink_->deliver(tile, width_, *this);
        }
    }

    void pack(Index packet, Index first, Index count, Real* to) const override
    {
        if (packs_in_place_) return forward_.pack(in_place_->positions.of(packet) + first, count, width_, to);
        inverse_.pack(positions_.of(packet) + first, count, width_, to);
    }

private:
    /// One axis is transformed back over the same rows, while they are in the first cache buffer.
    struct InPlace {
        BackPasses<Real> passes;
        LaneTwiddles<Real> twiddles;
        PacketRows positions;
    };

    void turn_in_place(const Pass& pass, Arena& arena)
    {
        const TilePass inverse = inverse_cut(*pass.tiles);
        in_place_.emplace(InPlace{BackPasses<Real>(*forward_.passes(), arena),
                                  {forward_, lengths_of(*pass.tiles, &AxisCut::n), tiles(),
                                   twiddle_factors(inverse, pass.s), arena, 1, LaneTwiddles<Real>::Order::natural,
                                   pass.tiles->reproducible},
                                  PacketRows(inverse, pass.s, arena)});
        for (Index& row : in_place_->positions.all()) row = forward_.passes()->natural_place(row);
    }

    static std::vector<Index> lengths(const Pass& pass) { return lengths_of(*pass.tiles, &AxisCut::b); }
    Index tile_reals() const { return forward_.rows() * 2 * lanes_; }
    Real* factors_of(Index tile) const { return factors_.data() + tile * tile_reals(); }

    // Which k a row and a result of it are: k_l = k1_l + a_l k2_l; true if it is the mirror of what is there. A mirror
    // has one axis only.
    bool find_place(Index row, Index result, Place& k) const
    {
        bool mirrored = false;
        for (std::size_t l = axes_.size(); l-- > 0;) {
            const AxisCut& axis = axes_[l];
            const Index r = row % part_.rows[l], k2 = result % axis.b;
            row /= part_.rows[l];
            result /= axis.b;
            Index at = axis.row(part_.coordinates[l], r) + axis.a * k2;
            if (axis.half != AxisCut::Half::none && at > axis.n / 2) {
                at = axis.n - at;
                mirrored = true;
            }
            k[static_cast<std::size_t>(axis.axis)] = at;
        }
        return mirrored;
    }

    template <class Visit>
    void for_each_value(Index tile, Visit visit) const
    {
        Place k{};
        for (Index result = 0; result < forward_.rows(); ++result) {
            for (Index lane = 0; lane < landed_.width(tile); ++lane) {
                const bool mirrored = find_place(tile * lanes_ + lane, result, k);
                visit(result, lane, k, mirrored);
            }
        }
    }

    void change(Index tile) const
    {
        for_each_value(tile, [&](Index result, Index lane, const Place& k, bool mirrored) {
            Real* const at = forward_.row(result) + lane;
            Complex value{at[0], mirrored ? -at[lanes_] : at[lanes_]};
            (*action.function)(k.data(), value);
            at[0] = value.real();
            at[lanes_] = mirrored ? -value.imag() : value.imag();
        });
    }

    void copy(Index tile) const
    {
        for (Index result = 0; result < forward_.rows(); ++result) {
            const Real* const from = forward_.row(result);
            Real* const to = factors_of(tile) + forward_.factor_row(result) * 2 * lanes_;
            std::copy_n(from, 2 * lanes_, to);
            for (Index i = lanes_; action.conjugate && i < 2 * lanes_; ++i) to[i] = -to[i];
        }
    }

    Index lanes_;
    std::vector<AxisCut> axes_;
    CutPart part_;
    LandedRows landed_;
    LandedRows::Offsets offsets_;
    LaneTransform<Real> forward_;
    LaneTransform<Real> inverse_;
    LaneTwiddles<Real> twiddles_;
    TileSink<Real>* sink_;
    PacketRows positions_;   ///< in the second buffer, of each packet's rows
    Buffer<Index> results_;  ///< in the first buffer, of each result
    Buffer<Real> factors_;   ///< of this process's part of the spectrum, in whole tiles
    std::optional<InPlace> in_place_;
    bool packs_in_place_ = false;
    Index width_ = 0;
};

}  // namespace

template <class Real>
std::unique_ptr<SpectrumKernel<Real>> make_between_lanes(const Pass& pass, const PassArrays<Real>& arrays, Arena& arena)
{
    return std::make_unique<BetweenLanes<Real>>(pass, arrays, arena);
}

template std::unique_ptr<SpectrumKernel<float>> make_between_lanes(const Pass&, const PassArrays<float>&, Arena&);
template std::unique_ptr<SpectrumKernel<double>> make_between_lanes(const Pass&, const PassArrays<double>&, Arena&);

}  // namespace bspfft

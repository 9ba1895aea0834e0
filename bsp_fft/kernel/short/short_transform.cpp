#include "bsp_fft/kernel/short/short_transform.hpp"

#include <algorithm>

#include "bsp_fft/base/roots.hpp"
#include "bsp_fft/kernel/lanes/plain_tiles.hpp"
#include "bsp_fft/kernel/lanes/tile_kernels.hpp"
#include "bsp_fft/schedule/cut_choice.hpp"
#include "bsp_fft/schedule/radices.hpp"

namespace bspfft {

namespace {

template <class Real>
constexpr Index line = 64 / static_cast<Index>(sizeof(Real));

// What the next stage combines would be in the same cache sets: a line between its parts, of `groups` groups, which are
// whole vectors.
template <class Real>
Index padding(Index n, Index radix, Index groups)
{
    constexpr Index far_apart = 4096 / static_cast<Index>(sizeof(Real));
    return 2 * n / radix >= far_apart && groups % line<Real> == 0 ? line<Real> : 0;
}

// Reals of all tables, with vectors of a cache line.
template <class Real>
Index twiddle_count(const std::vector<Index>& radices, Index n)
{
    Index count = 0, width = 1;
    for (std::size_t i = 0; i + 1 < radices.size(); ++i) {
        const Index groups = n / width / radices[i];
        count += 2 * (radices[i] - 1) * (i == 0 ? (groups + line<Real> - 1) / line<Real> * line<Real> : groups);
        width *= radices[i];
    }
    return count;
}

}  // namespace

template <class Real>
ShortTransform<Real>::ShortTransform(Index n, Arena& arena) : n_(n)
{
    if (const Index a = square_side(n, sizeof(Real)); a > 0) {
        sweeps_.emplace(n, a, arena);
        return;
    }
    const std::vector<Index> radices = short_radices(n);
    const std::size_t count = radices.size();
    twiddles_ = arena.take<Real>(twiddle_count<Real>(radices, n));
    // up to two arrays between stages
    workspace_ = arena.workspace<Real>(std::min(static_cast<Index>(count) - 1, Index{2}) * array_size(n));
    if (arena.only_counts()) return;
    next_twiddle_ = twiddles_.data();
    const Index lanes = short_lanes(radices.front(), n);
    const ShortCode<Real> both = simd::short_code(ShortKind::both, n, lanes, static_cast<const Real*>(nullptr));
    if (both.run) {
        fill_first(radices.front(), both.lanes);
        stages_.emplace_back(Stage{both.run, {}}).task.twiddles = twiddles_.data();
        workspace_ = nullptr;
        return;
    }
    Index width = 1;
    for (std::size_t i = 0; i < count; ++i) {
        const ShortKind kind = count == 1       ? ShortKind::only
                               : i == 0         ? ShortKind::first
                               : i + 1 == count ? ShortKind::last
                                                : ShortKind::middle;
        add_stage(kind, radices[i], lanes, width);
        width *= radices[i];
    }
    for (std::size_t i = 0; i + 1 < count; ++i) {
        ShortTask<Real>& task = stages_[i].task;
        ShortTask<Real>& next = stages_[i + 1].task;
        task.chunk = task.groups / radices[i + 1];
        task.padding_out = next.padding_in = padding<Real>(n, radices[i + 1], task.chunk);
        if (task.padding_out == 0) task.chunk = task.groups;
    }
}

template <class Real>
void ShortTransform<Real>::add_stage(ShortKind kind, Index radix, Index lanes, Index width)
{
    const ShortCode<Real> code = simd::short_code(kind, radix, lanes, static_cast<const Real*>(nullptr));
    ShortTask<Real> task;
    task.width = width;
    task.groups = n_ / width / radix;
    task.twiddles = next_twiddle_;
    if (kind == ShortKind::first) fill_first(radix, code.lanes);
    if (kind == ShortKind::middle) fill_middle(radix, task.groups);
    stages_.push_back({code.run, task});
}

template <class Real>
void ShortTransform<Real>::fill_first(Index radix, Index lanes)
{
    const Index groups = n_ / radix;
    for (Index g = 0; g < groups; g = next_vector(g, groups, lanes)) {
        for (Index k = 1; k < radix; ++k) {
            for (Index i = 0; i < lanes; ++i, ++next_twiddle_) {
                const std::complex<double> w = root_of_unity((g + i) * k % n_, n_);
                next_twiddle_[0] = static_cast<Real>(w.real());
                next_twiddle_[lanes] = static_cast<Real>(w.imag());
            }
            next_twiddle_ += lanes;
        }
    }
}

template <class Real>
void ShortTransform<Real>::fill_middle(Index radix, Index groups)
{
    for (Index g = 0; g < groups; ++g) {
        for (Index k = 1; k < radix; ++k) {
            const std::complex<double> w = root_of_unity(g * k, radix * groups);
            *next_twiddle_++ = static_cast<Real>(w.real());
            *next_twiddle_++ = static_cast<Real>(w.imag());
        }
    }
}

template <class Real>
void ShortTransform<Real>::run_stages(ShortRun<Real> run, Real* workspace) const
{
    Real* const arrays[] = {workspace, workspace + array_size(n_)};
    Real* const out = run.out;
    for (std::size_t i = 0; i < stages_.size(); ++i) {
        run.out = i + 1 < stages_.size() ? arrays[i % 2] : out;
        stages_[i].run(stages_[i].task, run.in, run.out, run.swap, run.scale);
        run.in = run.out;
    }
}

template class ShortTransform<float>;
template class ShortTransform<double>;

namespace {

/// Contiguous columns, one after the other.
template <class Real>
class ShortColumns final : public PassKernel<Real> {
public:
    ShortColumns(const Pass& pass, const Scales& scales, Arena& arena)
        : inverse_(pass.inverse),
          scales_(scales),
          from_(column_places(PlainRows::inputs, pass, pass.tiles->in_strides, arena)),
          to_(column_places(PlainRows::inputs, pass, pass.tiles->out_strides, arena)),
          transform_(pass.rows, arena)
    {}

    Index tiles() const override { return from_.size(); }

    void run(Direction direction, Index first, Index count, Real* in, Real* out) override
    {
        const auto scale = static_cast<Real>(scales_.of(direction));
        for (Index c = first; c < first + count; ++c)
            transform_.run(in + from_[c], out + to_[c], swaps(inverse_, direction), scale);
    }

private:
    bool inverse_;
    Scales scales_;
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
           has_short_columns(tiles.axes, pass.bytes_per_real);
}

template <class Real>
std::unique_ptr<PassKernel<Real>> make_short_columns(const Pass& pass, const Scales& scales, Arena& arena)
{
    return std::make_unique<ShortColumns<Real>>(pass, scales, arena);
}

template std::unique_ptr<PassKernel<float>> make_short_columns(const Pass&, const Scales&, Arena&);
template std::unique_ptr<PassKernel<double>> make_short_columns(const Pass&, const Scales&, Arena&);

}  // namespace bspfft

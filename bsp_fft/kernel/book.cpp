// The plain radix-2 butterflies of the book: decimation in time  [PSC 3.3, Algorithm 3.3].
//
// Elements are in bit-reversed order, or are permuted into it; then follow the stages of butterflies
//
//     (x_j, x_(j+k/2)) -> (x_j + w x_(j+k/2), x_j - w x_(j+k/2)),
//
// with one table of weights for each stage, read in order. Twiddles before the transform are part of the weights
// [PSC 3.4]; those after it are a separate stage. Written to be read beside the book; every stage sweeps all of the
// data.
#include <algorithm>
#include <complex>
#include <utility>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/roots.hpp"
#include "bsp_fft/kernel/array_twiddles.hpp"
#include "bsp_fft/kernel/kernels.hpp"

namespace bspfft {

namespace book_passes {

template <bool forward, class Complex>
void butterfly_stage(Index n, Index k, const Complex* w, const Complex* in, Complex* out)
{
    const Index half = k / 2;
    for (Index r = 0; r < n; r += k) {
        for (Index j = 0; j < half; ++j) {
            const Complex upper = in[r + j];
            const Complex lower = product(forward ? w[j] : std::conj(w[j]), in[r + j + half]);
            out[r + j] = upper + lower;
            out[r + j + half] = upper - lower;
        }
    }
}

template <class Real>
class Book final : public PassKernel<Real> {
public:
    using Complex = std::complex<Real>;

    Book(const Pass& pass, const Scales& scales, Arena& arena)
        : pass_(pass),
          scales_(scales),
          permutes_(pass.in_natural_order()),
          twiddles_(pass, pass.twiddles == Twiddles::after, arena)
    {
        for (Index k = 2; k <= pass.rows; k *= 2) weights_.push_back(stage_weights(k, arena));
    }

    void run(Direction direction, Index, Index, Real* in, Real* out) override
    {
        auto* const from = reinterpret_cast<Complex*>(in);
        auto* const to = reinterpret_cast<Complex*>(out);
        direction == Direction::forward ? compute<true>(from, to) : compute<false>(from, to);
    }

private:
    // For each pair of local stage k: w_k^j, with twiddles before w_(k order/rows)^(j order/rows + f(c)).
    Buffer<Complex> stage_weights(Index k, Arena& arena) const
    {
        const bool twiddled = pass_.twiddles == Twiddles::before;
        const Index spread = twiddled ? pass_.order / pass_.rows : 1;
        return arena.table<Complex>(k / 2 * pass_.columns, [&](Complex* to) {
            for (Index j = 0; j < k / 2; ++j) {
                for (Index c = 0; c < pass_.columns; ++c) {
                    const Index factor = twiddled ? pass_.factor(c) : 0;
                    *to++ = static_cast<Complex>(root_of_unity(j * spread + factor, k * spread));
                }
            }
        });
    }

    template <bool forward>
    void compute(Complex* in, Complex* out) const
    {
        const auto scale = static_cast<Real>(forward ? scales_.forward : scales_.inverse);
        Real left = scale;
        if (permutes_) {
            permute(scale, in, out);
            in = out;
            left = 1;
        }
        Index k = 2;
        for (const auto& weights : weights_) {
            butterfly_stage<forward>(pass_.size(), k * pass_.columns, weights.data(), in, out);
            in = out;
            k *= 2;
        }
        // transforms of length 1 are only copied
        twiddles_.multiply(forward ? Direction::forward : Direction::inverse, left, in, out);
    }

    void permute(Real scale, const Complex* in, Complex* out) const
    {
        const Index columns = pass_.columns;
        const int bits = log2_exact(pass_.rows);
        for (Index j = 0; j < pass_.rows; ++j) {
            const Index r = reverse_bits(j, bits);
            if (in == out && j > r) continue;
            for (Index c = 0; c < columns; ++c) {
                const Complex lower = scale * in[r * columns + c], upper = scale * in[j * columns + c];
                out[j * columns + c] = lower;
                if (in == out) out[r * columns + c] = upper;
            }
        }
    }

    Pass pass_;
    Scales scales_;
    bool permutes_;
    std::vector<Buffer<Complex>> weights_;
    ArrayTwiddles<Real> twiddles_;
};

std::string objection(const Pass& pass)
{
    if (pass.tiles) return "it transforms whole arrays, not tiles of columns";
    if (!is_power_of_two(pass.rows)) return "it has butterflies for powers of two only";
    if (pass.in_bit_reversed_order()) return "";
    if (pass.in_natural_order())
        return pass.twiddles == Twiddles::before ? "with twiddles before it, elements must be bit-reversed" : "";
    return "it needs the elements of a transform at equal distances";
}

bool scales_for_free(const Pass& pass) { return pass.in_natural_order() || pass.twiddles == Twiddles::after; }

template <class Real>
std::unique_ptr<PassKernel<Real>> make(const Pass& pass, const Scales& scales, const PassArrays<Real>&, Arena& arena)
{
    return std::make_unique<Book<Real>>(pass, scales, arena);
}

}  // namespace book_passes

extern const KernelEntry book_kernel{
    Kernel::radix2, BlockOrder::bit_reversed, book_passes::objection, book_passes::scales_for_free,
    {book_passes::make<double>, book_passes::make<float>}};

}  // namespace bspfft

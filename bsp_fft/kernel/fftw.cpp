// FFTW 3 as a kernel, loaded when it is asked for: the transforms of a pass planned once for each direction, and our
// twiddles before or after them.
#include <complex>
#include <mutex>
#include <optional>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/fftw/fftw.hpp"
#include "bsp_fft/kernel/array_twiddles.hpp"
#include "bsp_fft/kernel/kernels.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

namespace fftw_passes {

// FFTW's planner is not safe for threads; its execute is. Every other call takes this lock.
std::mutex planner;

/// The columns of a pass, planned once for each direction.
template <class Real>
class Columns {
public:
    using Complex = std::complex<Real>;

    Columns(const Pass& pass, Complex* in, Complex* out) : fftw_(fftw().of<Real>())
    {
        const fftw_iodim64 column{pass.rows, pass.columns, pass.columns};
        const fftw_iodim64 columns{pass.columns, 1, 1};
        const std::lock_guard lock(planner);
        for (const int sign : {FFTW_FORWARD, FFTW_BACKWARD}) {
            plans_[sign == FFTW_BACKWARD] = fftw_.plan(1, &column, 1, &columns, raw(in), raw(out), sign,
                                                       FFTW_ESTIMATE | FFTW_PRESERVE_INPUT);
        }
        if (!plans_[0] || !plans_[1]) {
            destroy();
            throw Error(Status::out_of_memory,
                        text("FFTW has no plan for ", pass.columns, " transforms of length ", pass.rows));
        }
    }
    ~Columns()
    {
        const std::lock_guard lock(planner);
        destroy();
    }
    Columns(const Columns&) = delete;
    Columns& operator=(const Columns&) = delete;

    void transform(Direction direction, const Complex* in, Complex* out) const
    {
        fftw_.execute_on(plans_[direction == Direction::inverse], raw(const_cast<Complex*>(in)), raw(out));
    }

private:
    using Api = Fftw3<Real>;

    static typename Api::Complex* raw(Complex* x) { return reinterpret_cast<typename Api::Complex*>(x); }
    void destroy()
    {
        for (auto& plan : plans_) {
            if (plan) fftw_.destroy(plan);
        }
    }

    const Api& fftw_;
    typename Api::Plan plans_[2]{};
};

template <class Real>
class Fftw final : public PassKernel<Real> {
public:
    using Complex = std::complex<Real>;

    // Multiplying by twiddles before the transform also copies the elements to its array.
    Fftw(const Pass& pass, const Scales& scales, Complex* in, Complex* out, Arena& arena)
        : pass_(pass), scales_(scales)
    {
        if (!arena.only_counts()) columns_.emplace(pass, pass.twiddles == Twiddles::before ? out : in, out);
        if (pass.twiddles != Twiddles::none) twiddles_ = ArrayTwiddles<Real>(pass, arena);
    }

    void run(Direction direction, Index, Index, Real* in, Real* out) override
    {
        auto* const from = reinterpret_cast<Complex*>(in);
        auto* const to = reinterpret_cast<Complex*>(out);
        direction == Direction::forward ? compute<true>(from, to) : compute<false>(from, to);
    }

private:
    template <bool forward>
    void compute(Complex* in, Complex* out) const
    {
        const auto direction = forward ? Direction::forward : Direction::inverse;
        const auto scale = static_cast<Real>(scales_.of(direction));
        if (pass_.twiddles == Twiddles::before) {
            twiddles_.template multiply<forward>(scale, in, out);
            return columns_->transform(direction, out, out);
        }
        columns_->transform(direction, in, out);
        if (pass_.twiddles == Twiddles::after) return twiddles_.template multiply<forward>(scale, out, out);
        if (scale == 1) return;
        for (Index j = 0; j < pass_.size(); ++j) out[j] *= scale;
    }

    Pass pass_;
    Scales scales_;
    std::optional<Columns<Real>> columns_;  ///< FFTW counts no bytes
    ArrayTwiddles<Real> twiddles_;
};

std::string objection(const Pass& pass)
{
    if (pass.tiles) return "it transforms whole arrays, not tiles of columns";
    return pass.in_natural_order() ? "" : "it needs the elements of a transform in natural order";
}

// About one sweep for each half of the transform, and one for twiddles.
Index cost(const Pass& pass) { return pass.twiddles == Twiddles::none ? 2 : 3; }
bool scales_for_free(const Pass& pass) { return pass.twiddles != Twiddles::none; }

template <class Real>
std::unique_ptr<PassKernel<Real>> make(const Pass& pass, const Scales& scales, const PassArrays<Real>& arrays,
                                       Arena& arena)
{
    using Complex = std::complex<Real>;
    auto* const from = reinterpret_cast<Complex*>(arrays.in);
    auto* const to = reinterpret_cast<Complex*>(arrays.out);
    return std::make_unique<Fftw<Real>>(pass, scales, from, to, arena);
}

}  // namespace fftw_passes

extern const KernelEntry fftw_kernel{
    Kernel::fftw, BlockOrder::natural, fftw_passes::objection, fftw_passes::cost, fftw_passes::scales_for_free,
    fftw_passes::make<double>, fftw_passes::make<float>, true};

}  // namespace bspfft

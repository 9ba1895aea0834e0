// FFTW 3 as a kernel, loaded when it is asked for: the transforms of a pass planned once for each direction, and our
// twiddles before or after them.
#include <complex>
#include <mutex>
#include <type_traits>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/fftw/fftw.hpp"
#include "bsp_fft/kernel/array_twiddles.hpp"
#include "bsp_fft/kernel/kernels.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

namespace fftw_passes {

// FFTW's planner is not safe for threads; its execute is. Every other call takes this lock.
std::mutex planner;

template <class Real>
class Fftw final : public PassKernel<Real> {
public:
    using Complex = std::complex<Real>;

    // FFTW counts no bytes. Multiplying by twiddles before the transform also copies the elements to its array.
    Fftw(const Pass& pass, const Scales& scales, const PassArrays<Real>& arrays, Arena& arena)
        : pass_(pass), scales_(scales), twiddles_(pass, pass.twiddles != Twiddles::none, arena)
    {
        if (!arena.only_counts()) plan(pass.twiddles == Twiddles::before ? arrays.out : arrays.in, arrays.out);
    }

    void run(Direction direction, Index, Index, Real* in, Real* out) override
    {
        auto* const from = reinterpret_cast<Complex*>(in);
        auto* const to = reinterpret_cast<Complex*>(out);
        const auto scale = static_cast<Real>(scales_.of(direction));
        const auto transform = [&](Complex* x) {
            fftw_->execute_on(plans_[direction == Direction::inverse].get(), raw(x), raw(to));
        };
        if (pass_.twiddles == Twiddles::before) {
            twiddles_.multiply(direction, scale, from, to);
            return transform(to);
        }
        transform(from);
        twiddles_.multiply(direction, scale, to, to);
    }

private:
    using Api = Fftw3<Real>;

    struct Destroy {
        const Api* fftw = nullptr;

        void operator()(typename Api::Plan plan) const
        {
            const std::lock_guard lock(planner);
            fftw->destroy(plan);
        }
    };
    using Plan = std::unique_ptr<std::remove_pointer_t<typename Api::Plan>, Destroy>;

    template <class Number>
    static typename Api::Complex* raw(Number* x)
    {
        return reinterpret_cast<typename Api::Complex*>(x);
    }

    void plan(Real* in, Real* out)
    {
        fftw_ = &fftw().of<Real>();
        const fftw_iodim64 column{pass_.rows, pass_.columns, pass_.columns};
        const fftw_iodim64 columns{pass_.columns, 1, 1};
        for (const int sign : {FFTW_FORWARD, FFTW_BACKWARD}) {
            std::unique_lock lock(planner);
            const auto made = fftw_->plan(1, &column, 1, &columns, raw(in), raw(out), sign,
                                          FFTW_ESTIMATE | FFTW_PRESERVE_INPUT);
            lock.unlock();
            if (!made)
                throw Error(Status::out_of_memory,
                            text("FFTW has no plan for ", pass_.columns, " transforms of length ", pass_.rows));
            plans_[sign == FFTW_BACKWARD] = Plan(made, Destroy{fftw_});
        }
    }

    Pass pass_;
    Scales scales_;
    ArrayTwiddles<Real> twiddles_;
    const Api* fftw_ = nullptr;
    Plan plans_[2];
};

std::string objection(const Pass& pass)
{
    if (pass.tiles) return "it transforms whole arrays, not tiles of columns";
    return pass.in_natural_order() ? "" : "it needs the elements of a transform in natural order";
}

bool scales_for_free(const Pass& pass) { return pass.twiddles != Twiddles::none; }

template <class Real>
std::unique_ptr<PassKernel<Real>> make(const Pass& pass, const Scales& scales, const PassArrays<Real>& arrays,
                                       Arena& arena)
{
    return std::make_unique<Fftw<Real>>(pass, scales, arrays, arena);
}

}  // namespace fftw_passes

extern const KernelEntry fftw_kernel{
    Kernel::fftw, BlockOrder::natural, fftw_passes::objection, fftw_passes::scales_for_free,
    {fftw_passes::make<double>, fftw_passes::make<float>}};

}  // namespace bspfft

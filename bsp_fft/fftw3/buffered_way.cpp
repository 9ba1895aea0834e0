// Through an array of the plan's own, where the elements are one after the other: gathered, transformed in place,
// scattered. So any strides, split arrays and changes of place within one array become problems that the library has.
#include <algorithm>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/fftw3/half_spectrum_step.hpp"
#include "bsp_fft/fftw3/kinds.hpp"
#include "bsp_fft/fftw3/strided_copy.hpp"
#include "bsp_fft/fftw3/way.hpp"

namespace bspfft::fftw3 {

namespace {

enum class Side { in, out };

std::size_t parts_of(const Problem& problem, Side side)
{
    if (problem.data == Data::complex) return 2;
    return problem.data == (side == Side::in ? Data::to_real : Data::to_complex) ? 2 : 1;
}

/// The axes of one side, loops first: in are the strides given, out those of the compact array, both in reals.
std::vector<Axis> axes_of(const Problem& problem, const Problem& compact, Side side)
{
    const auto stride = [side](const Axis& axis) { return side == Side::in ? axis.in : axis.out; };
    const auto parts = static_cast<Index>(parts_of(problem, side));
    const Index given = problem.is_split ? 1 : parts;
    std::vector<Axis> axes;
    for (std::size_t l = problem.axes.size(); l-- > 0;) {
        const Index n = side == Side::in ? problem.length_in(l) : problem.length_out(l);
        axes.push_back({n, given * stride(problem.axes[l]), parts * stride(compact.axes[l])});
    }
    Index whole = compact.loops.empty() ? 0 : stride(compact.loops[0]);
    for (std::size_t l = problem.loops.size(); l-- > 0;) {
        axes.push_back({problem.loops[l].n, given * stride(problem.loops[l]), parts * whole});
        whole *= problem.loops[l].n;
    }
    std::ranges::reverse(axes);
    return axes;
}

std::size_t reals_of(const Problem& compact)
{
    Index reals = compact.data == Data::complex ? 2 : 1;
    for (const Axis& loop : compact.loops) reals = checked_product(reals, loop.n);
    for (std::size_t l = 0; l < compact.axes.size(); ++l) {
        const Index n = compact.axes[l].n;
        const bool is_padded = compact.is_halved() && l + 1 == compact.axes.size();
        reals = checked_product(reals, is_padded ? n / 2 * 2 + 2 : n);
    }
    return static_cast<std::size_t>(checked_product(reals, sizeof(double))) / sizeof(double);
}

bool has_transform(const Problem& compact)
{
    return compact.data == Data::real
               ? !std::ranges::all_of(compact.kinds, is_of_half_spectrum)
               : !compact.axes.empty();
}

template <class Real>
class Buffered final : public Way<Real> {
public:
    explicit Buffered(const Problem& problem) : Buffered(problem, compacted(problem)) {}

private:
    Buffered(const Problem& problem, const Problem& compact)
        : parts_in_(parts_of(problem, Side::in)),
          parts_out_(parts_of(problem, Side::out)),
          gather_(axes_of(problem, compact, Side::in)),
          scatter_(axes_of(problem, compact, Side::out)),
          reals_(reals_of(compact)),
          work_(make_work<Real>(reals_))
    {
        for (Axis& axis : scatter_) std::swap(axis.in, axis.out);
        if (has_transform(compact)) transform_.emplace(request_of(compact), true);
        for (std::size_t l = 0; l < compact.kinds.size(); ++l) {
            if (is_of_half_spectrum(compact.kinds[l])) steps_.emplace_back(shape_of(compact, l));
        }
    }

    static typename HalfSpectrumStep<Real>::Shape shape_of(const Problem& compact, std::size_t axis)
    {
        Index before = compact.loops.empty() ? 1 : compact.loops[0].n;
        for (std::size_t l = 0; l < axis; ++l) before *= compact.axes[l].n;
        return {before,           compact.axes[axis].n, compact.axes[axis].in, compact.kinds[axis],
                compact.precision, compact.threads};
    }

    void execute(const Arrays<Real>& arrays) override
    {
        const std::lock_guard lock(work_is_used_);
        for (std::size_t part = 0; part < parts_in_; ++part) copy(gather_, arrays.in[part], work_.get() + part);
        if (transform_) transform_->execute(work_.get(), work_.get());
        for (auto& step : steps_) step.execute(work_.get());
        for (std::size_t part = 0; part < parts_out_; ++part)
            copy<Real>(scatter_, work_.get() + part, arrays.out[part]);
    }

    double flops() const override
    {
        double sum = transform_ ? transform_->flops() : 0;
        for (const auto& step : steps_) sum += step.flops();
        return sum;
    }
    Index bytes() const override
    {
        Index sum = static_cast<Index>(reals_ * sizeof(Real)) + (transform_ ? transform_->bytes() : 0);
        for (const auto& step : steps_) sum += step.bytes();
        return sum;
    }
    const char* name() const override { return "through a buffer"; }

    std::size_t parts_in_, parts_out_;
    std::vector<Axis> gather_, scatter_;
    std::size_t reals_;
    Work<Real> work_;
    std::optional<Transform> transform_;
    std::deque<HalfSpectrumStep<Real>> steps_;
    std::mutex work_is_used_;
};

}  // namespace

template <class Real>
std::unique_ptr<Way<Real>> make_buffered_way(const Problem& problem)
{
    return std::make_unique<Buffered<Real>>(problem);
}

template std::unique_ptr<Way<double>> make_buffered_way(const Problem&);
template std::unique_ptr<Way<float>> make_buffered_way(const Problem&);

}  // namespace bspfft::fftw3

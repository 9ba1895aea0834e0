// A problem is computed by one transform from array to array; or through an array of the plan's own, where the elements
// are one after the other: gathered, transformed in place, scattered. So any strides, split arrays and changes of place
// within one array become problems that the library has.
#include "bsp_fft/fftw3/plan.hpp"

#include <algorithm>
#include <utility>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/text.hpp"

namespace bspfft::fftw3 {

namespace {

/// Copies between two sets of strides, in reals; the last axis runs fastest.
template <class Real>
void copy(const std::vector<Axis>& axes, const Real* in, Real* out)
{
    const std::size_t outer = axes.empty() ? 0 : axes.size() - 1;
    const Axis row = axes.empty() ? Axis{1, 0, 0} : axes.back();
    std::vector<Index> at(outer);
    for (std::size_t axis = 1; axis > 0;) {
        for (Index j = 0; j < row.n; ++j) out[j * row.out] = in[j * row.in];
        for (axis = outer; axis > 0; --axis) {
            const Axis& a = axes[axis - 1];
            in += a.in;
            out += a.out;
            if (++at[axis - 1] < a.n) break;
            in -= a.n * a.in;
            out -= a.n * a.out;
            at[axis - 1] = 0;
        }
    }
}

/// The axes of one side, loops first: in are the strides given, out those of the compact array, both in reals.
std::vector<Axis> axes_of(const Problem& problem, const Problem& compact, Side side)
{
    const Index parts = problem.reals(side), given = problem.is_split ? 1 : parts;
    std::vector<Axis> axes;
    for (std::size_t l = problem.axes.size(); l-- > 0;)
        axes.push_back({problem.length(l, side), given * problem.axes[l].stride(side),
                        parts * compact.axes[l].stride(side)});
    Index whole = compact.loops.empty() ? 0 : compact.loops[0].stride(side);
    for (std::size_t l = problem.loops.size(); l-- > 0;) {
        axes.push_back({problem.loops[l].n, given * problem.loops[l].stride(side), parts * whole});
        whole *= problem.loops[l].n;
    }
    std::ranges::reverse(axes);
    return axes;
}

std::size_t reals_of(const Problem& compact)
{
    Index reals = compact.reals(Side::in);
    for (const Axis& loop : compact.loops) reals = checked_product(reals, loop.n);
    for (std::size_t l = 0; l < compact.axes.size(); ++l) reals = checked_product(reals, compact.room(l, Side::in));
    return static_cast<std::size_t>(checked_product(reals, sizeof(double))) / sizeof(double);
}

HalfSpectrumShape shape_of(const Problem& compact, std::size_t axis)
{
    Index before = compact.loops.empty() ? 1 : compact.loops[0].n;
    for (std::size_t l = 0; l < axis; ++l) before *= compact.axes[l].n;
    return {before,           compact.axes[axis].n, compact.axes[axis].in, compact.kinds[axis],
            compact.precision, compact.threads};
}

// In seconds, on a slow machine with something else to do.
double longest_planning(const Problem& problem)
{
    double elements = 1;
    for (const auto* const axes : {&problem.axes, &problem.loops}) {
        for (const Axis& axis : *axes) elements *= static_cast<double>(axis.n);
    }
    return 0.02 + 1e-7 * elements;
}

}  // namespace

template <class Real>
Method<Real>::Method(const Problem& given, bool in_place) : name_("nothing to do")
{
    if (is_empty(given)) return;
    const Problem problem = simplified(given);
    const bool from_array_to_array = !problem.is_split && (!in_place || fits_in_place(problem));
    if (from_array_to_array && problem.axes.empty()) {
        name_ = "a copy";
        const Index parts = problem.reals(Side::in);
        parts_in_ = size_of(parts);
        for (const Axis& loop : problem.loops) gather_.push_back({loop.n, loop.in * parts, loop.out * parts});
        return;
    }
    if (from_array_to_array && std::ranges::none_of(problem.kinds, is_of_half_spectrum)) {
        try {
            transform_.emplace(request_of(problem), in_place);
            name_ = "from array to array";
            return;
        } catch (const NotCovered&) {
            // too many loops, or strides that only a copy can follow
        }
    }
    make_buffer(problem, compacted(problem));
}

template <class Real>
void Method<Real>::make_buffer(const Problem& problem, const Problem& compact)
{
    name_ = "through a buffer";
    parts_in_ = size_of(problem.reals(Side::in));
    parts_out_ = size_of(problem.reals(Side::out));
    gather_ = axes_of(problem, compact, Side::in);
    scatter_ = axes_of(problem, compact, Side::out);
    for (Axis& axis : scatter_) std::swap(axis.in, axis.out);
    reals_ = reals_of(compact);
    work_ = make_work<Real>(reals_);
    const bool has_transform = compact.data == Data::real ? !std::ranges::all_of(compact.kinds, is_of_half_spectrum)
                                                          : !compact.axes.empty();
    if (has_transform) transform_.emplace(request_of(compact), true);
    for (std::size_t l = 0; l < compact.kinds.size(); ++l) {
        if (is_of_half_spectrum(compact.kinds[l])) steps_.emplace_back(shape_of(compact, l));
    }
}

template <class Real>
void Method<Real>::execute_by_copies(const Arrays<Real>& arrays)
{
    if (!work_) {
        for (std::size_t part = 0; part < parts_in_; ++part) copy<Real>(gather_, arrays.in[part], arrays.out[part]);
        return;
    }
    const std::lock_guard lock(work_is_used_);
    for (std::size_t part = 0; part < parts_in_; ++part) copy<Real>(gather_, arrays.in[part], work_.get() + part);
    if (transform_) transform_->execute(work_.get(), work_.get());
    for (auto& step : steps_) step.execute(work_.get());
    for (std::size_t part = 0; part < parts_out_; ++part) copy<Real>(scatter_, work_.get() + part, arrays.out[part]);
}

template <class Real>
double Method<Real>::flops() const
{
    double sum = transform_ ? transform_->flops() : 0;
    for (const auto& step : steps_) sum += step.flops();
    return sum;
}

template <class Real>
Index Method<Real>::bytes() const
{
    Index sum = static_cast<Index>(reals_ * sizeof(Real)) + (transform_ ? transform_->bytes() : 0);
    for (const auto& step : steps_) sum += step.bytes();
    return sum;
}

template <class Real>
Plan<Real>::Plan(const Problem& problem, const Arrays<Real>& arrays, double time_limit)
    : problem_(problem), arrays_(arrays), in_place_(arrays.in_place())
{
    if (time_limit < 0 || time_limit >= longest_planning(problem) || !is_surely_covered(problem)) method(in_place_);
}

template <class Real>
Method<Real>& Plan<Real>::make_method(bool in_place)
{
    const std::size_t which = in_place ? 1 : 0;
    const std::lock_guard lock(methods_are_made_);
    if (!methods_[which]) methods_[which] = std::make_unique<Method<Real>>(problem_, in_place);
    ready_[which].store(methods_[which].get(), std::memory_order_release);
    return *methods_[which];
}

template <class Real>
std::string Plan<Real>::description()
{
    const char* const words[] = {"complex", "real to complex", "complex to real", "real to real"};
    std::string lengths, loops;
    for (const Axis& axis : problem_.axes) lengths += text(lengths.empty() ? "" : "x", axis.n);
    for (const Axis& loop : problem_.loops) {
        if (loop.n != 1) loops += text(", ", loop.n, " times");
    }
    const Method<Real>& planned = method(in_place_);
    return text("(bspfft ", words[static_cast<int>(problem_.data)], " ", lengths.empty() ? "copy" : lengths, loops,
                ", threads: ", problem_.threads, ", ", planned.name(), ", holds ", planned.bytes(), " bytes)");
}

template class Method<double>;
template class Method<float>;
template class Plan<double>;
template class Plan<float>;

}  // namespace bspfft::fftw3

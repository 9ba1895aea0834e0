#include "bsp_fft/fftw3/plan.hpp"

#include "bsp_fft/base/text.hpp"

namespace bspfft::fftw3 {

namespace {

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
Plan<Real>::Plan(const Problem& problem, const Arrays<Real>& arrays, double time_limit)
    : problem_(problem), arrays_(arrays), in_place_(arrays.in_place())
{
    if (time_limit < 0 || time_limit >= longest_planning(problem) || !is_surely_covered(problem)) method(in_place_);
}

template <class Real>
Method<Real>& Plan<Real>::method(bool in_place)
{
    const std::size_t which = in_place ? 1 : 0;
    if (Method<Real>* const made = ready_[which].load(std::memory_order_acquire)) return *made;
    const std::lock_guard lock(methods_are_made_);
    if (!methods_[which]) methods_[which] = make_method<Real>(problem_, in_place);
    ready_[which].store(methods_[which].get(), std::memory_order_release);
    return *methods_[which];
}

template <class Real>
void Plan<Real>::execute(const Arrays<Real>& arrays)
{
    method(arrays.in_place()).execute(arrays);
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

template class Plan<double>;
template class Plan<float>;

}  // namespace bspfft::fftw3

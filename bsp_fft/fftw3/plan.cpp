#include "bsp_fft/fftw3/plan.hpp"

#include "bsp_fft/base/text.hpp"

namespace bspfft::fftw3 {

template <class Real>
Plan<Real>::Plan(const Problem& problem, const Arrays<Real>& arrays)
    : problem_(problem),
      arrays_(arrays),
      in_place_(arrays.in_place()),
      way_(make_way<Real>(problem, in_place_))
{}

template <class Real>
void Plan<Real>::execute(const Arrays<Real>& arrays)
{
    if (arrays.in_place() == in_place_) return way_->execute(arrays);
    std::call_once(is_other_way_made_, [this] { other_way_ = make_way<Real>(problem_, !in_place_); });
    other_way_->execute(arrays);
}

template <class Real>
std::string Plan<Real>::description() const
{
    const char* const words[] = {"complex", "real to complex", "complex to real", "real to real"};
    std::string lengths, loops;
    for (const Axis& axis : problem_.axes) lengths += text(lengths.empty() ? "" : "x", axis.n);
    for (const Axis& loop : problem_.loops) {
        if (loop.n != 1) loops += text(", ", loop.n, " times");
    }
    return text("(bspfft ", words[static_cast<int>(problem_.data)], " ", lengths.empty() ? "copy" : lengths, loops,
                ", threads: ", problem_.threads, ", ", way_->name(), ")");
}

template class Plan<double>;
template class Plan<float>;

}  // namespace bspfft::fftw3

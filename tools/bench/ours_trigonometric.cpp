#include <algorithm>

#include "bsp_fft/measure/signal.hpp"
#include "bsp_fft/measure/verification.hpp"
#include "bspfft/trigonometric_plan.hpp"
#include "tools/bench/exact_error.hpp"
#include "tools/bench/on_processes.hpp"
#include "tools/bench/trigonometric_sum.hpp"

namespace bspfft::tools {

namespace {

Trigonometric kind_of(const Task& task)
{
    constexpr Trigonometric cosines[] = {Trigonometric::dct1, Trigonometric::dct2, Trigonometric::dct3,
                                         Trigonometric::dct4};
    constexpr Trigonometric sines[] = {Trigonometric::dst1, Trigonometric::dst2, Trigonometric::dst3,
                                       Trigonometric::dst4};
    return (task.sine ? sines : cosines)[task.type - 1];
}

PlanOptions without_normalisation()
{
    PlanOptions options;
    options.normalisation = Normalisation::none;
    return options;
}

/// A cosine or sine transform.
template <class Real>
class OfTrigonometric {
public:
    explicit OfTrigonometric(const Case& problem)
        : what_(problem.what), plan_(what_.shape, kind_of(what_.task), without_normalisation())
    {}

    std::string name() const { return trigonometric_name(kind_of(what_.task)); }
    Index bytes() const { return plan_.bytes(); }
    void work() { plan_.forward(); }

    double error(Port& port)
    {
        const Layout &from = plan_.layout_in(), &to = plan_.layout_out();
        const Signal signal = Signal::parse("random", what_.n());
        const Index count = from.local_size(port.s());
        for (Index i = 0; i < count; ++i)
            plan_.input()[i] = static_cast<Real>(signal(from.global(port.s(), i)).real());
        std::vector<double> exact, found;  // of each k what this process has
        const std::vector<Index> bins = choose_bins(what_.n(), bins_to_check);
        for (const Index k : bins) {
            TrigonometricSum sum(what_, k);
            for (Index i = 0; i < count; ++i) sum.add(from.global(port.s(), i), plan_.input()[i]);
            exact.push_back(sum.value());
        }
        plan_.forward();
        for (const Index k : bins) found.push_back(to.owner(k) == port.s() ? plan_.output()[to.local(k)] : Real());
        std::fill_n(plan_.input(), count, Real());
        return relative_error(together(port, exact), together(port, found));
    }

private:
    static std::vector<double> together(Port& port, const std::vector<double>& mine)
    {
        std::vector<double> sums(mine.size());
        const std::vector<double> all = gather(port, mine);
        for (std::size_t i = 0; i < all.size(); ++i) sums[i % sums.size()] += all[i];
        return sums;
    }

    Workload what_;
    TrigonometricPlan<Real> plan_;
};

}  // namespace

std::unique_ptr<Contestant> make_trigonometric(const Case& problem)
{
    return on_processes<OfTrigonometric>(problem);
}

}  // namespace bspfft::tools

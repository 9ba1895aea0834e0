// A plan's forward and inverse transforms, against the definition, on arrays of any memory; the port's counts beside
// the schedules'.
#pragma once

#include "bspfft/plan.hpp"
#include "tests/fft/random_problems.hpp"

namespace bspfft {

/// A plan's array that the host can read and write.
template <class Element>
class HostArray {
public:
    HostArray(Element* array, Index size) : array_(array), size_(size) {}

    const Element* read() const { return array_; }
    void write(const Layout& layout, const std::vector<LongComplex>& values) { fill(array_, layout, values); }
    void clear() { std::fill_n(array_, size_, Element{}); }

private:
    Element* array_;
    Index size_;
};

/// How checks see a plan's arrays.
struct OnHost {
    template <class Element>
    HostArray<Element> operator()(Element* array, Index size) const
    {
        return {array, size};
    }
};

inline PlanTraffic since(PlanTraffic now, const PlanTraffic& then)
{
    now.puts -= then.puts;
    now.bytes -= then.bytes;
    now.synchronisations -= then.synchronisations;
    return now;
}

/// From x to y and back.
template <class Plan, class View>
void check_plan(Plan& plan, const Case& now, const std::vector<LongComplex>& x, const std::vector<LongComplex>& y,
                const View& view)
{
    const auto s = static_cast<Index>(bsp_pid());
    auto input = view(plan.input(), plan.layout_in().local_span(s));
    auto output = view(plan.output(), plan.layout_out().local_span(s));
    input.write(plan.layout_in(), x);
    plan.forward();
    const PlanTraffic there = plan.traffic();
    bool counted = counts_agree(there, plan.schedule());
    const Index length = problem_of(now.shape, now.options).transform();
    const auto scale = static_cast<long double>(
        normalisation_factor(now.options.normalisation, Direction::forward, length));
    const bool right = equal(output.read(), plan.layout_out(), y, scale, length);
    EXPECT(right);
    const bool kept = !now.options.keep_input || equal(input.read(), plan.layout_in(), x, 1, 2);
    EXPECT(kept);
    if (now.options.keep_input) input.clear();
    plan.inverse();
    counted = counted && counts_agree(since(plan.traffic(), there), plan.schedule(Direction::inverse));
    EXPECT(counted);
    const bool back = equal(input.read(), plan.layout_in(), x, 1, length * length);
    EXPECT(back);
    if (!counted || !right || !kept || !back) complain(__FILE__, __LINE__, words(now).c_str());
}

template <class Real, class View = OnHost>
void check_complex(const Case& now, const View& view = {})
{
    const Problem problem = problem_of(now.shape, now.options);
    const std::vector<LongComplex> x = random_vector(static_cast<std::size_t>(problem.n()));
    Plan<Real> plan(now.shape, now.options);
    check_plan(plan, now, x, transformed(x, problem), view);
}

inline std::vector<LongComplex> real_vector(Index n)
{
    std::vector<LongComplex> x = random_vector(static_cast<std::size_t>(n));
    for (LongComplex& value : x) value = value.real();
    return x;
}

// The elements of the spectrum that half of it has.
inline std::vector<LongComplex> half_of(const std::vector<LongComplex>& y, const Problem& problem)
{
    const std::size_t axis = problem.half_axis();
    Index inner = 1;
    for (std::size_t l = axis + 1; l < problem.shape.size(); ++l) inner *= problem.shape[l];
    std::vector<LongComplex> half;
    for (std::size_t i = 0; i < y.size(); ++i) {
        if (static_cast<Index>(i) / inner % problem.shape[axis] <= problem.shape[axis] / 2) half.push_back(y[i]);
    }
    return half;
}

template <class Real, class View = OnHost>
void check_real(Case now, const View& view = {})
{
    now.options.data = Data::real;
    const Problem problem = problem_of(now.shape, now.options);
    const std::vector<LongComplex> x = real_vector(problem.n());
    RealPlan<Real> plan(now.shape, now.options);
    check_plan(plan, now, x, half_of(transformed(x, problem), problem), view);
}

}  // namespace bspfft

// Transforms of the kernel cuda against the definition, with arrays on the host and on the device.
#pragma once

#include "bsp_fft/device/device.hpp"
#include "bspfft/real_plan.hpp"
#include "tests/fft/random_problems.hpp"

namespace bspfft {

/// A plan's array as the host sees it.
template <class Element>
class HostView {
public:
    HostView(Element* array, Index size, Memory memory)
        : array_(array), host_(static_cast<std::size_t>(size)), memory_(memory)
    {}

    Element* read()
    {
        if (memory_ == Memory::host) return array_;
        copy(BSPFFT_DEVICE_TO_HOST, host_.data(), array_);
        return host_.data();
    }
    void write(const Layout& layout, const std::vector<LongComplex>& values)
    {
        Element* const to = read();
        fill(to, layout, values);
        if (memory_ == Memory::device) copy(BSPFFT_DEVICE_TO_DEVICE, array_, to);
    }
    void clear()
    {
        std::fill(host_.begin(), host_.end(), Element{});
        if (memory_ == Memory::device) copy(BSPFFT_DEVICE_TO_DEVICE, array_, host_.data());
        if (memory_ == Memory::host) std::copy(host_.begin(), host_.end(), array_);
    }

private:
    void copy(int kind, Element* to, const Element* from) const
    {
        device().copy(kind, to, from, static_cast<Index>(host_.size() * sizeof(Element)), nullptr);
        device().synchronise(nullptr);
    }

    Element* array_;
    std::vector<Element> host_;
    Memory memory_;
};

template <class Real>
void check_on_device(const Case& given, Memory memory)
{
    Case now = given;
    now.options.kernel = Kernel::cuda;
    now.options.memory = memory;
    const Problem problem = problem_of(now.shape, now.options);
    const std::vector<LongComplex> x = random_vector(static_cast<std::size_t>(problem.n()));
    const std::vector<LongComplex> y = transformed(x, problem);
    Plan<Real> plan(now.shape, now.options);
    HostView<std::complex<Real>> input(plan.input(), plan.span(), memory), output(plan.output(), plan.span(), memory);
    input.write(plan.layout_in(), x);
    plan.forward();
    const bool counted = counts_agree(plan.traffic(), plan.schedule());
    EXPECT(counted);
    const Index length = problem.transform();
    const auto scale = static_cast<long double>(
        normalisation_factor(now.options.normalisation, Direction::forward, length));
    const bool right = equal(output.read(), plan.layout_out(), y, scale, length);
    EXPECT(right);
    if (now.options.keep_input) EXPECT(equal(input.read(), plan.layout_in(), x, 1, 2));
    if (now.options.keep_input) input.clear();
    plan.inverse();
    const bool back = equal(input.read(), plan.layout_in(), x, 1, length * length);
    EXPECT(back);
    if (!counted || !right || !back) complain(__FILE__, __LINE__, words(now).c_str());
}

inline std::vector<LongComplex> half_spectrum(const std::vector<LongComplex>& y, const Problem& problem)
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

template <class Real>
void check_real_on_device(const Case& given, Memory memory)
{
    Case now = given;
    now.options.kernel = Kernel::cuda;
    now.options.memory = memory;
    now.options.data = Data::real;
    const Problem problem = problem_of(now.shape, now.options);
    std::vector<LongComplex> x = random_vector(static_cast<std::size_t>(problem.n()));
    for (LongComplex& value : x) value = value.real();
    const std::vector<LongComplex> y = half_spectrum(transformed(x, problem), problem);
    RealPlan<Real> plan(now.shape, now.options);
    const auto s = static_cast<Index>(bsp_pid());
    HostView<Real> input(plan.input(), plan.layout_in().local_span(s), memory);
    HostView<std::complex<Real>> output(plan.output(), plan.layout_out().local_span(s), memory);
    input.write(plan.layout_in(), x);
    plan.forward();
    const bool counted = counts_agree(plan.traffic(), plan.schedule());
    EXPECT(counted);
    const Index length = problem.transform();
    const auto scale = static_cast<long double>(
        normalisation_factor(now.options.normalisation, Direction::forward, length));
    const bool right = equal(output.read(), plan.layout_out(), y, scale, length);
    EXPECT(right);
    if (now.options.keep_input) input.clear();
    plan.inverse();
    const bool back = equal(input.read(), plan.layout_in(), x, 1, length * length);
    EXPECT(back);
    if (!counted || !right || !back) complain(__FILE__, __LINE__, words(now).c_str());
}

}  // namespace bspfft

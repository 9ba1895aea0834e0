// Transforms of the kernel cuda against the definition, with arrays on the host and on the device.
#pragma once

#include "bsp_fft/gpu/device.hpp"
#include "tests/fft/plan_checks.hpp"

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

struct ViewedFromHost {
    Memory memory;
    template <class Element>
    HostView<Element> operator()(Element* array, Index size) const
    {
        return {array, size, memory};
    }
};

inline Case with_memory(Case now, Memory memory)
{
    now.options.kernel = Kernel::cuda;
    now.options.memory = memory;
    return now;
}

template <class Real>
void check_on_device(const Case& now, Memory memory)
{
    check_complex<Real>(with_memory(now, memory), ViewedFromHost{memory});
}

template <class Real>
void check_real_on_device(const Case& now, Memory memory)
{
    check_real<Real>(with_memory(now, memory), ViewedFromHost{memory});
}

}  // namespace bspfft

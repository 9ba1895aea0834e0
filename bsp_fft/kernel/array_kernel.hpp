// The base of kernels that compute a whole array before any packet is sent.
#pragma once

#include <complex>
#include <optional>

#include "bsp_fft/kernel/kernels.hpp"
#include "bsp_fft/layout/array_source.hpp"

namespace bspfft {

template <class Real>
class ArrayKernel : public PassKernel<Real> {
public:
    using Complex = std::complex<Real>;

    explicit ArrayKernel(const Pass& pass) : pass_(pass)
    {
        if (pass.move) change_.emplace(pass.after, pass.move->to);
    }

    /// Results that are sent are computed in place.
    void run(Direction direction, Index, Index, Real* in, Real* out, PacketSink<Real>* sink) final
    {
        auto* const from = reinterpret_cast<Complex*>(in);
        auto* const to = sink ? from : reinterpret_cast<Complex*>(out);
        compute(direction, from, to);
        if (sink) sink->deliver(0, change_->packet_length(), ArraySource<Real>(*change_, to));
    }

protected:
    const Pass& pass() const { return pass_; }

private:
    virtual void compute(Direction direction, Complex* in, Complex* out) const = 0;

    Pass pass_;
    std::optional<LayoutChange> change_;
};

}  // namespace bspfft

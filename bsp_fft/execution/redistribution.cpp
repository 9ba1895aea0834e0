#include "bspfft/redistribution.hpp"

#include <algorithm>
#include <optional>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/bsp/agreement.hpp"
#include "bsp_fft/exchange/packet_exchange.hpp"
#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/layout/array_source.hpp"

namespace bspfft {

// Packets land in a separate array; the first sync of a run ensures that no process still reads it.
template <class Real>
class Redistribution<Real>::Implementation {
public:
    Implementation(const Layout& from, const Layout& to, Exchange exchange)
        : change_(from, to), landing_plan_(plain_landing(change_)), size_(from.local_size())
    {
        if (from.p() != port_.p())
            throw Error(Status::invalid_argument,
                        text("layouts for p = ", from.p(), " in a section of ", port_.p(), " processes"));
        Agreement all(port_);
        all.on([&] {
            landing_ = Buffer<Real>(2 * size_);
            exchange_.emplace(from, to, landing_plan_, resolved(exchange) == Exchange::hpput, false, port_.s());
        });
        port_.push(landing_.data(), landing_.size() * static_cast<Index>(sizeof(Real)));
        port_.sync();
    }
    ~Implementation()
    {
        if (Port::inside_section()) port_.pop(landing_.data());
    }
    Implementation(const Implementation&) = delete;
    Implementation& operator=(const Implementation&) = delete;

    void run(Complex* x)
    {
        port_.sync();
        exchange_->begin(port_, landing_.data(), 0);
        exchange_->deliver(0, change_.packet_length(), ArraySource<Real>(change_, x));
        auto* const to = reinterpret_cast<Real*>(x);
        exchange_->finish(to);
        if (!landing_plan_.spreads) std::copy_n(landing_.data(), 2 * size_, to);
    }

private:
    Port port_;
    LayoutChange change_;
    Landing landing_plan_;
    Index size_;
    Buffer<Real> landing_;
    std::optional<PacketExchange<Real>> exchange_;
};

template <class Real>
Redistribution<Real>::Redistribution(const Layout& from, const Layout& to, Exchange exchange)
    : implementation_(std::make_unique<Implementation>(from, to, exchange))
{}

template <class Real>
Redistribution<Real>::Redistribution(Redistribution&&) noexcept = default;
template <class Real>
Redistribution<Real>& Redistribution<Real>::operator=(Redistribution&&) noexcept = default;
template <class Real>
Redistribution<Real>::~Redistribution() = default;

template <class Real>
void Redistribution<Real>::run(Complex* x)
{
    implementation_->run(x);
}

template class Redistribution<float>;
template class Redistribution<double>;

}  // namespace bspfft

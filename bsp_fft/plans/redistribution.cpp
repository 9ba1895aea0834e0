#include "bspfft/redistribution.hpp"

#include <algorithm>
#include <optional>

#include "bsp_fft/base/refusal.hpp"
#include "bsp_fft/exchange/packet_exchange.hpp"
#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/plans/planning.hpp"

namespace bspfft {

// Packets land in a separate array; the first sync of a run ensures that no process still reads it.
template <class Real, class Element>
class Redistribution<Real, Element>::Implementation {
public:
    static std::unique_ptr<Implementation> make(const Layout& from, const Layout& to, Exchange exchange)
    {
        const Arguments arguments = Arguments("a redistribution")
                                        .add("the bytes of an element", static_cast<Index>(sizeof(Element)))
                                        .add("the exchange", static_cast<Index>(exchange))
                                        .add("the number of elements", from.n())
                                        .add_mark("the first layout", mark_of(from))
                                        .add_mark("the second layout", mark_of(to));
        return planned(arguments, [&](Index) { return std::make_unique<Implementation>(from, to, exchange); });
    }

    Implementation(const Layout& from, const Layout& to, Exchange exchange) : size_(to.local_span(port_.s()))
    {
        require_same_elements(from, to);
        landing_plan_ = plain_landing(from, to);
        if (from.p() != port_.p())
            throw refusal("layouts for p = ", from.p(), " in a section of ", port_.p(), " processes");
        // the array names those of the others, even where nothing lands in it
        landing_ = Buffer<Real>(reals * std::max<Index>(1, landing_length(to, landing_plan_, port_.s())));
        exchange_.emplace(from, to, landing_plan_, resolved(exchange) == Exchange::hpput, false, port_.s(), arena_,
                          reals);
    }
    void build() { Port::require_addressable(landing_bytes()); }
    void join()
    {
        port_.join();
        port_.hold(landing_.data(), landing_bytes());
        port_.sync();
        port_.planned();
    }
    ~Implementation() { port_.leave(); }

    void run(Element* x)
    {
        port_.require("the redistribution");
        port_.sync();
        exchange_->begin(port_, landing_.data(), 0);
        auto* const to = reinterpret_cast<Real*>(x);
        exchange_->send(to);
        exchange_->finish(to);
        if (!landing_plan_.spreads) std::copy_n(landing_.data(), reals * size_, to);
    }

    PlanTraffic traffic() const { return port_.traffic_of_plan(); }

private:
    static constexpr Index reals = sizeof(Element) / sizeof(Real);

    Index landing_bytes() const { return landing_.size() * static_cast<Index>(sizeof(Real)); }

    PlanPort port_;
    Landing landing_plan_;
    Index size_;
    Arena arena_;
    Buffer<Real> landing_;
    std::optional<PacketExchange<Real>> exchange_;
};

template <class Real, class Element>
Redistribution<Real, Element>::Redistribution(const Layout& from, const Layout& to, Exchange exchange)
    : implementation_(Implementation::make(from, to, exchange))
{}

template <class Real, class Element>
Redistribution<Real, Element>::Redistribution(Redistribution&&) noexcept = default;
template <class Real, class Element>
Redistribution<Real, Element>& Redistribution<Real, Element>::operator=(Redistribution&&) noexcept = default;
template <class Real, class Element>
Redistribution<Real, Element>::~Redistribution() = default;

template <class Real, class Element>
void Redistribution<Real, Element>::run(Element* x)
{
    implementation_->run(x);
}

template <class Real, class Element>
PlanTraffic Redistribution<Real, Element>::traffic() const
{
    return implementation_->traffic();
}

template class Redistribution<float>;
template class Redistribution<double>;
template class Redistribution<float, float>;
template class Redistribution<double, double>;

}  // namespace bspfft

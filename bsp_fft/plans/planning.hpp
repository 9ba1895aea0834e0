// How a plan is made on all processes, or on none.
#pragma once

#include <memory>
#include <span>

#include "bsp_fft/bsp/agreement.hpp"
#include "bsp_fft/bsp/home_section.hpp"
#include "bspfft/options.hpp"

namespace bspfft {

/// Makes something without communication on every process; if one fails, all throw. Cost: two supersteps, h = 0.
template <class Make>
auto made_together(Make make) -> decltype(make())
{
    // what was made of a plan is destroyed after the agreement, as the plan itself is where nothing was made
    decltype(make()) made{};
    {
        Port port;
        Agreement all(port);
        all.on([&] { made = make(); });
    }
    return made;
}

/// Core(given...) resolves and checks, build() allocates, both without communication. Then join() registers, which
/// fails on all processes or on none. A plan that was not joined pops nothing. Cost: five supersteps and those of
/// join(), h = 0.
template <class Core, class... Given>
std::unique_ptr<Core> planned(const Arguments& arguments, const Given&... given)
{
    HomeSection::require_any(arguments.given().call);
    Port port;
    Agreement all(port);
    all.compare(arguments);
    const Index here = Port::on_this_machine(port.p());
    std::unique_ptr<Core> core;
    all.on([&] { core = std::make_unique<Core>(here, given...); });
    all.on([&] { core->build(); });
    core->join();
    return core;
}

/// What all processes must give alike to a plan.
Arguments arguments_of(const char* call, std::span<const Index> shape, const PlanOptions& options,
                       Index bytes_per_real);
/// The elements of a layout, as far as a few of them tell.
Index mark_of(const Layout& layout);

}  // namespace bspfft

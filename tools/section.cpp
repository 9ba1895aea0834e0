#include "tools/section.hpp"

#include <algorithm>
#include <exception>

#include "bsp_fft/base/powers.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

namespace {

// A BSPlib's SPMD function takes no arguments.
Index section_processes;
const std::function<void(Port&)>* section_body;
std::exception_ptr section_failure;  // written by process 0, which also reads it

void run_body()
{
    Port port;
    try {
        (*section_body)(port);
    } catch (const Error&) {
        // All processes throw alike, and the section must end on all of them.
        if (port.s() == 0) section_failure = std::current_exception();
    }
}

void section()
{
    bsp_begin(static_cast<decltype(bsp_nprocs())>(section_processes));
    run_body();
    bsp_end();
}

}  // namespace

void run_section(Index p, const std::function<void(Port&)>& body)
{
    section_processes = p;
    section_body = &body;
    section_failure = nullptr;
    bsp_init(section, 0, nullptr);
    section();
    if (section_failure) std::rethrow_exception(section_failure);
}

Index processes_for(Index n, Index wanted, bool oversubscribe)
{
    const auto available = static_cast<Index>(bsp_nprocs());
    if (wanted == 0) {
        require_powers_of_two(n, 1);
        return std::min(power_of_two_below(available), n / 2);
    }
    require_powers_of_two(n, wanted);
    if (wanted > available && !oversubscribe) {
        throw Error(Status::invalid_argument,
                    text("p = ", wanted, " is more than the ", available,
                         " processes that run at once on this machine; take p <= ",
                         power_of_two_below(available), ", or add --oversubscribe"));
    }
    return wanted;
}

}  // namespace bspfft

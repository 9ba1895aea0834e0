#include "tools/files/shared_file.hpp"

#include "bsp_fft/bsp/gather.hpp"
#include "tools/processes/section.hpp"

namespace bspfft::tools {

namespace {

// One process's attempt, and whether those of all succeeded.
template <class Attempt>
bool all_can(Port& port, Attempt attempt)
{
    bool can = true;
    try {
        attempt();
    } catch (const Error&) {
        can = false;
    }
    return sum_over_processes(port, can ? 0 : 1) == 0;
}

}  // namespace

void share_file(StagedFile* made, const std::function<void(const StagedFile::Ticket&)>& join)
{
    Port port;
    StagedFile::Ticket ticket;
    agree_on([&] {
        if (made) ticket = made->ticket();
    });
    broadcast(port, ticket);
    const auto join_it = [&] {
        if (!made) join(ticket);
    };
    if (all_can(port, join_it)) return;
    // Some are on other machines: they need a name.
    agree_on([&] {
        if (!made) return;
        made->make_findable();
        ticket = made->ticket();
    });
    broadcast(port, ticket);
    agree_on(join_it);
}

}  // namespace bspfft::tools

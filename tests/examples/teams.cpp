// Two transforms at the same time, on two threads each.
#include <bsplib_team.h>

#include <bspfft/bspfft.hpp>
#include <cstdio>
#include <thread>

using bspfft::Index;

// Every process of a team calls this, as in a section of its own: bsp_pid() is 0 or 1, and a sync waits for two.
void work(void* length)
{
    const Index s = bsp_pid();
    bspfft::Plan<double> plan(*static_cast<Index*>(length));
    const bspfft::Layout &in = plan.layout_in(), &out = plan.layout_out();
    for (Index i = 0; i < in.local_size(s); ++i) plan.input()[i] = 1;
    plan.forward();
    if (out.owner(0) == s) std::printf("y[0] = %.0f\n", plan.output()[out.local(0)].real());
}

void transform(Index n)
{
    bsplib_team* const team = bsplib_team_create(2);  // this thread, and one that is started
    if (!team) return;
    bsplib_team_run(team, work, &n);  // as often as there is work; between, its threads sleep
    bsplib_team_destroy(team);
}

int main()
{
    std::thread other(transform, 1000);
    transform(2000);
    other.join();
}

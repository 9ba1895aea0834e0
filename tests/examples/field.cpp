// A wave in a 3-D field: each process fills its own part, all of the wave ends up in one place, and comes back.
#include <bsp.h>

#include <bspfft/bspfft.hpp>
#include <cmath>
#include <cstdio>

void spmd()
{
    bsp_begin(2);
    {
        using bspfft::Index;
        const Index s = bsp_pid();
        bspfft::Plan<double> plan({64, 48, 40});
        const bspfft::Layout &in = plan.layout_in(), &out = plan.layout_out();
        for (Index i = 0; i < plan.local_size(); ++i) {
            const Index j = in.global(s, i);  // elements are numbered row by row: j = (j0 48 + j1) 40 + j2
            const Index j0 = j / (48 * 40), j2 = j % 40;
            plan.input()[i] = std::polar(1.0, 2 * M_PI * (3 * j0 / 64.0 + 5 * j2 / 40.0));
        }
        plan.forward();
        const Index k = (3 * 48 + 0) * 40 + 5;
        if (out.owner(k) == s) std::printf("y[3][0][5] = %.0f\n", plan.output()[out.local(k)].real());
        plan.inverse();
        if (in.owner(0) == s) std::printf("x[0][0][0] = %.0f\n", plan.input()[in.local(0)].real());
    }
    bsp_end();
}

int main(int argc, char** argv)
{
    bsp_init(spmd, argc, argv);
    spmd();
}

// A real field of two axes: its spectrum has half of the last axis, as numpy.fft.rfft2 has, and comes back.
#include <bsp.h>

#include <bspfft/bspfft.hpp>
#include <cmath>
#include <cstdio>

using bspfft::Index;

void spmd()
{
    bsp_begin(2);
    {
        const Index s = bsp_pid();
        bspfft::RealPlan<double> plan({30, 101});  // from 30 x 101 reals to 30 x 51 complex numbers
        const bspfft::Layout &in = plan.layout_in(), &out = plan.layout_out();
        for (Index i = 0; i < in.local_size(s); ++i) {
            const Index j = in.global(s, i), j0 = j / 101, j1 = j % 101;
            plan.input()[i] = std::cos(2 * M_PI * (3 * j0 / 30.0 + 7 * j1 / 101.0));
        }
        plan.forward();
        const Index k = 3 * 51 + 7;
        if (out.owner(k) == s) std::printf("y[3][7] = %.0f\n", plan.output()[out.local(k)].real());
        plan.inverse();
        if (in.owner(0) == s) std::printf("x[0][0] = %.0f\n", plan.input()[in.local(0)]);
    }
    bsp_end();
}

int main(int argc, char** argv)
{
    bsp_init(spmd, argc, argv);
    spmd();
}

// A cosine transform: the fifth cosine, at the middles of n intervals, ends up in one place, and comes back.
#include <bsp.h>

#include <bspfft/bspfft.hpp>
#include <cmath>
#include <cstdio>

using bspfft::Index;

void spmd()
{
    bsp_begin(2);
    {
        const Index n = 1000, s = bsp_pid();
        bspfft::TrigonometricPlan<double> plan({n}, bspfft::Trigonometric::dct2);
        const bspfft::Layout &in = plan.layout_in(), &out = plan.layout_out();
        for (Index i = 0; i < in.local_size(s); ++i) {
            const auto j = static_cast<double>(in.global(s, i));
            plan.input()[i] = std::cos(M_PI * (2 * j + 1) * 5 / (2 * n));
        }
        plan.forward();
        if (out.owner(5) == s) std::printf("y[5] = %.0f\n", plan.output()[out.local(5)]);
        plan.inverse();
        if (in.owner(0) == s) std::printf("x[0] = %.0f\n", plan.input()[in.local(0)]);
    }
    bsp_end();
}

int main(int argc, char** argv)
{
    bsp_init(spmd, argc, argv);
    spmd();
}

// The transform of a wave, inside an SPMD section: all of it ends up in one place.
#include <bsp.h>

#include <bspfft/bspfft.hpp>
#include <cmath>
#include <cstdio>

void spmd()
{
    bsp_begin(2);
    {
        using bspfft::Index;
        const Index n = 1024, s = bsp_pid();
        bspfft::Plan<double> plan(n);
        const bspfft::Layout &in = plan.layout_in(), &out = plan.layout_out();
        for (Index i = 0; i < in.local_size(s); ++i) {
            const auto j = static_cast<double>(in.global(s, i));
            plan.input()[i] = std::polar(1.0, 2 * M_PI * 5 * j / n);
        }
        plan.forward();
        for (Index i = 0; i < out.local_size(s); ++i) {
            const auto k = static_cast<long long>(out.global(s, i));
            if (std::abs(plan.output()[i]) > 1e-9) std::printf("y[%lld] = %.0f\n", k, plan.output()[i].real());
        }
    }  // the plan goes before the section ends
    bsp_end();
}

int main(int argc, char** argv)
{
    bsp_init(spmd, argc, argv);
    spmd();
}

// The transform of a wave, inside an SPMD section: all of it ends up in one place.
#include <bsp.h>

#include <bspfft/bspfft.hpp>
#include <cmath>
#include <cstdio>

void spmd()
{
    bsp_begin(2);
    {
        const bspfft::Index n = 1024;
        bspfft::Plan<double> plan(n);  // x_j lives on process j mod p, at place j div p
        for (bspfft::Index i = 0; i < plan.local_size(); ++i) {
            const auto j = static_cast<double>(plan.layout().global(bsp_pid(), i));
            plan.data()[i] = std::polar(1.0, 2 * M_PI * 5 * j / n);
        }
        plan.forward();
        for (bspfft::Index i = 0; i < plan.local_size(); ++i) {
            const auto k = static_cast<long long>(plan.layout().global(bsp_pid(), i));
            if (std::abs(plan.data()[i]) > 1e-9) std::printf("y[%lld] = %.0f\n", k, plan.data()[i].real());
        }
    }  // the plan goes before the section ends
    bsp_end();
}

int main(int argc, char** argv)
{
    bsp_init(spmd, argc, argv);
    spmd();
}

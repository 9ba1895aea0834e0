// An array that lies in blocks, as most files do: it becomes cyclic, is transformed, and comes back.
#include <bsp.h>

#include <bspfft/bspfft.hpp>
#include <cmath>
#include <cstdio>

void spmd()
{
    bsp_begin(2);
    {
        const bspfft::Index n = 1024;
        const auto blocks = bspfft::Layout::block(n, bsp_nprocs());  // x_0, x_1, ... on process 0, and so on
        bspfft::Plan<double> plan(n);
        bspfft::Redistribution<double> to_cyclic(blocks, plan.layout());
        bspfft::Redistribution<double> to_blocks(plan.layout(), blocks);
        for (bspfft::Index i = 0; i < blocks.local_size(); ++i) {
            const auto j = static_cast<double>(blocks.global(bsp_pid(), i));
            plan.data()[i] = std::polar(1.0, 2 * M_PI * 5 * j / n);
        }
        to_cyclic.run(plan.data());
        plan.forward();
        to_blocks.run(plan.data());
        for (bspfft::Index i = 0; i < blocks.local_size(); ++i) {
            const auto k = static_cast<long long>(blocks.global(bsp_pid(), i));
            if (std::abs(plan.data()[i]) > 1e-9) std::printf("y[%lld] = %.0f\n", k, plan.data()[i].real());
        }
    }
    bsp_end();
}

int main(int argc, char** argv)
{
    bsp_init(spmd, argc, argv);
    spmd();
}

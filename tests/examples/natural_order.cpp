// An array that lies in blocks, as most files do: it becomes cyclic, is transformed, and comes back.
#include <bsp.h>

#include <algorithm>
#include <bspfft/bspfft.hpp>
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

void spmd()
{
    bsp_begin(2);
    {
        using bspfft::Index;
        const Index n = 1024, s = bsp_pid();
        const auto blocks = bspfft::Layout::block(n, bsp_nprocs());  // x_0, x_1, ... on process 0, and so on
        // room for this process's part in either layout: parts may be uneven
        std::vector<std::complex<double>> x(std::max(blocks.local_span(s), bspfft::Plan<double>::span({n})));
        bspfft::Plan<double> plan(n, x.data());
        bspfft::Redistribution<double> to_cyclic(blocks, plan.layout_in());
        bspfft::Redistribution<double> to_blocks(plan.layout_out(), blocks);
        for (Index i = 0; i < blocks.local_size(s); ++i) {
            const auto j = static_cast<double>(blocks.global(s, i));
            x[i] = std::polar(1.0, 2 * M_PI * 5 * j / n);
        }
        to_cyclic.run(x.data());
        plan.forward();
        to_blocks.run(x.data());
        for (Index i = 0; i < blocks.local_size(s); ++i) {
            const auto k = static_cast<long long>(blocks.global(s, i));
            if (std::abs(x[i]) > 1e-9) std::printf("y[%lld] = %.0f\n", k, x[i].real());
        }
    }
    bsp_end();
}

int main(int argc, char** argv)
{
    bsp_init(spmd, argc, argv);
    spmd();
}

// Two signals convolved cyclically: y_j = sum over i of h_i x_(j-i). The second is the kernel, and is given first.
#include <bsp.h>

#include <bspfft/bspfft.hpp>
#include <cstdio>

using bspfft::Index;

void spmd()
{
    bsp_begin(2);
    {
        const Index n = 1000, s = bsp_pid();
        bspfft::SpectralOperator<double> convolution({n});
        const bspfft::Layout& layout = convolution.layout();
        double *x = convolution.input(), *y = convolution.output();

        for (Index i = 0; i < layout.local_size(s); ++i) x[i] = layout.global(s, i) < 3 ? 1 : 0;
        convolution.set_kernel();  // the sum of three neighbours, from now on

        for (Index i = 0; i < layout.local_size(s); ++i) x[i] = static_cast<double>(layout.global(s, i));
        convolution.execute();
        for (const Index j : {0, 5}) {
            if (layout.owner(j) == s) std::printf("y[%d] = %.0f\n", static_cast<int>(j), y[layout.local(j)]);
        }
    }
    bsp_end();
}

int main(int argc, char** argv)
{
    bsp_init(spmd, argc, argv);
    spmd();
}

// Spectral interpolation: the modes of a periodic function on a coarse grid are values on a finer one. The modes that
// the fine grid has and the coarse one has not are zeros, which are neither moved nor stored.
#include <bsp.h>

#include <bspfft/bspfft.hpp>
#include <bspfft/plan.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>

using bspfft::Index;

double function(double x, double y) { return std::exp(std::sin(x)) * std::cos(3 * y); }

double at(const bspfft::RealPlan<double>& plan, Index i)
{
    const Index n = plan.shape()[0], j = plan.layout_in().global(bsp_pid(), i);
    const double step = 2 * M_PI / static_cast<double>(n);
    return function(step * static_cast<double>(j / n), step * static_cast<double>(j % n));
}

void spmd()
{
    bsp_begin(2);
    {
        bspfft::PlanOptions options;
        options.normalisation = bspfft::Normalisation::forward;
        bspfft::RealPlan<double> coarse({32, 32}, options);
        options.modes = {32, 32};
        options.output = coarse.layout_out();
        bspfft::RealPlan<double> fine({48, 48}, options);

        const Index mine = coarse.layout_in().local_size(bsp_pid());
        for (Index i = 0; i < mine; ++i) coarse.input()[i] = at(coarse, i);
        coarse.forward();
        std::copy_n(coarse.output(), coarse.layout_out().local_span(bsp_pid()), fine.output());
        fine.inverse();

        double error = 0;
        for (Index i = 0; i < fine.layout_in().local_size(bsp_pid()); ++i)
            error = std::max(error, std::abs(fine.input()[i] - at(fine, i)));
        if (error > 1e-13) std::printf("process %d is wrong by %g\n", bsp_pid(), error);
        if (bsp_pid() == 0) std::printf("32 x 32 values have become 48 x 48\n");
    }
    bsp_end();
}

int main(int argc, char** argv)
{
    bsp_init(spmd, argc, argv);
    spmd();
}

// The derivative of a periodic function, exact to rounding: its spectrum times i k.
#include <bsp.h>

#include <algorithm>
#include <bspfft/bspfft.hpp>
#include <cmath>
#include <complex>
#include <cstdio>

using bspfft::Index;

void spmd()
{
    bsp_begin(2);
    {
        const Index n = 4096, s = bsp_pid();
        bspfft::SpectralOperator<double> derivative({n});
        // of real data there are 0 <= k <= n/2; the wave n/2 is as much one of -n/2, and its derivative at the points 0
        derivative.set_factors([&](const Index* k) {
            return 2 * *k == n ? 0 : std::complex<double>(0, static_cast<double>(*k));
        });
        const bspfft::Layout& layout = derivative.layout();
        const auto x = [&](Index i) { return 2 * M_PI * static_cast<double>(layout.global(s, i)) / n; };
        for (Index i = 0; i < layout.local_size(s); ++i) derivative.input()[i] = std::exp(std::sin(x(i)));
        derivative.execute();
        double error = 0;
        for (Index i = 0; i < layout.local_size(s); ++i) {
            const double known = std::cos(x(i)) * std::exp(std::sin(x(i)));
            error = std::max(error, std::abs(derivative.output()[i] - known));
        }
        std::printf("process %lld: the error is at most %.1e\n", static_cast<long long>(s), error);
    }
    bsp_end();
}

int main(int argc, char** argv)
{
    bsp_init(spmd, argc, argv);
    spmd();
}

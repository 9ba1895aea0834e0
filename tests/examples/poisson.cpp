// Poisson's equation in 2-D and 3-D, with solutions that are known.
#include <bsp.h>

#include <cmath>
#include <cstdio>

#include "poisson.hpp"

using bspfft::Index;

// u at the point with this number: sin(x) cos(2 y) cos(2 z), or in 2-D sin(x) cos(2 y). Then f is -9 u, or -5 u.
double known(const std::vector<Index>& n, Index number)
{
    double u = 1;
    for (std::size_t l = n.size(); l-- > 0; number /= n[l]) {
        const double x = 2 * M_PI * static_cast<double>(number % n[l]) / static_cast<double>(n[l]);
        u *= l == 0 ? std::sin(x) : std::cos(2 * x);
    }
    return u;
}

void solve(const std::vector<Index>& n)
{
    bspfft::SpectralOperator<double> solver = poisson_solver(n);
    const bspfft::Layout& layout = solver.layout();
    const Index s = bsp_pid(), points = layout.local_size(s);
    const double factor = n.size() == 2 ? -5 : -9;
    for (Index i = 0; i < points; ++i) solver.input()[i] = factor * known(n, layout.global(s, i));
    solver.execute();
    double error = 0;
    for (Index i = 0; i < points; ++i)
        error = std::max(error, std::abs(solver.output()[i] - known(n, layout.global(s, i))));
    std::printf("%zu-D, process %lld: the error is at most %.1e\n", n.size(), static_cast<long long>(s), error);
}

void spmd()
{
    bsp_begin(2);
    solve({96, 100});
    solve({32, 30, 40});
    bsp_end();
}

int main(int argc, char** argv)
{
    bsp_init(spmd, argc, argv);
    spmd();
}

// Poisson's equation, u_xx + u_yy (+ u_zz) = f on a periodic box: divided by -|k|^2 where the spectrum is.
#include <bsp.h>

#include <algorithm>
#include <bspfft/bspfft.hpp>
#include <cmath>
#include <cstdio>

using bspfft::Index;

// Along an axis of n points, k from 0 to n-1 stands for the waves 0, 1, ..., and then ..., -2, -1.
double wave_number(Index k, Index n) { return static_cast<double>(k <= n / 2 ? k : k - n); }

// Solves in place; the mean of u is 0.
void solve(bspfft::SpectralOperator<double>& poisson)
{
    const std::vector<Index> n = poisson.shape();
    poisson.set_factors([&](const Index* k) {
        double square = 0;
        for (std::size_t l = 0; l < n.size(); ++l) square += std::pow(wave_number(k[l], n[l]), 2);
        return square > 0 ? -1 / square : 0;
    });
    poisson.execute();
}

// A known solution, at the point with this number: sin(x) cos(2 y) cos(2 z), or in 2-D sin(x) cos(2 y).
double known(const std::vector<Index>& n, Index number)
{
    double u = 1;
    for (std::size_t l = n.size(); l-- > 0; number /= n[l]) {
        const double x = 2 * M_PI * static_cast<double>(number % n[l]) / static_cast<double>(n[l]);
        u *= l == 0 ? std::sin(x) : std::cos(2 * x);
    }
    return u;
}

void check(const std::vector<Index>& n)
{
    bspfft::SpectralOperator<double> poisson(n);
    const bspfft::Layout& layout = poisson.layout();
    const Index s = bsp_pid(), points = layout.local_size(s);
    for (Index i = 0; i < points; ++i)
        poisson.input()[i] = (n.size() == 2 ? -5 : -9) * known(n, layout.global(s, i));
    solve(poisson);
    double error = 0;
    for (Index i = 0; i < points; ++i)
        error = std::max(error, std::abs(poisson.output()[i] - known(n, layout.global(s, i))));
    std::printf("%zu-D, process %lld: the error is at most %.1e\n", n.size(), static_cast<long long>(s), error);
}

void spmd()
{
    bsp_begin(2);
    check({96, 100});
    check({32, 30, 40});
    bsp_end();
}

int main(int argc, char** argv)
{
    bsp_init(spmd, argc, argv);
    spmd();
}

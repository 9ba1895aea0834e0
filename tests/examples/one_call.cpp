// A wave of five periods: all of it ends up in y[5].
#include <bspfft/fft.hpp>
#include <cmath>
#include <cstdio>

int main()
{
    const int n = 1000;
    std::vector<std::complex<double>> x(n);
    for (int j = 0; j < n; ++j) x[j] = std::polar(1.0, 2 * M_PI * 5 * j / n);
    const std::vector<std::complex<double>> y = bspfft::fft(x);
    std::printf("y[5] = %.0f\n", y[5].real());
}

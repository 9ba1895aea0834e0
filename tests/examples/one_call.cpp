// A call, and nothing else: the spectrum of a wave.
#include <bspfft/fft.hpp>
#include <cmath>
#include <cstdio>

int main()
{
    std::vector<double> x(1 << 20);
    for (std::size_t j = 0; j < x.size(); ++j) x[j] = std::cos(2 * M_PI * 5 * static_cast<double>(j) / (1 << 20));
    const std::vector<std::complex<double>> y = bspfft::rfft(x);
    std::printf("y[5] = %.0f\n", y[5].real());
}

/* The same of real numbers, in C: y has the n/2 + 1 complex numbers that say all, real and imaginary parts in turn. */
#include <bspfft/fft.h>
#include <math.h>
#include <stdio.h>

enum { n = 1000 };

int main(void)
{
    static double x[n], y[2 * (n / 2 + 1)];
    for (int j = 0; j < n; ++j) x[j] = cos(2 * 3.14159265358979323846 * 5 * j / n);
    if (bspfft_rfft(n, x, y) != BSPFFT_OK) {
        fprintf(stderr, "%s\n", bspfft_message());
        return 1;
    }
    printf("y[5] = %.0f\n", y[2 * 5]);
    return 0;
}

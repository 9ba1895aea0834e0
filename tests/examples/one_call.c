/* A call, and nothing else: forward and inverse. */
#include <bspfft/fft.h>
#include <stdio.h>

static double x[2 * 4096], y[2 * 4096]; /* real and imaginary parts */

int main(void)
{
    x[2 * 3] = 1;
    if (bspfft_fft(4096, x, y) != BSPFFT_OK || bspfft_ifft(4096, y, x) != BSPFFT_OK) {
        fprintf(stderr, "%s\n", bspfft_message());
        return 1;
    }
    printf("y[0] = %.0f, x[3] = %.0f\n", y[0], x[2 * 3]);
    return 0;
}

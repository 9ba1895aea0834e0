/* An ordinary program for FFTW: the transform of a wave. */
#include <fftw3.h>
#include <math.h>
#include <stdio.h>

int main(void)
{
    const int n = 1024;
    fftw_complex* x = fftw_alloc_complex(n);
    fftw_complex* y = fftw_alloc_complex(n);
    fftw_plan plan = fftw_plan_dft_1d(n, x, y, FFTW_FORWARD, FFTW_MEASURE);
    for (int j = 0; j < n; ++j) {
        x[j][0] = cos(2 * acos(-1.0) * 5 * j / n);
        x[j][1] = sin(2 * acos(-1.0) * 5 * j / n);
    }
    fftw_execute(plan);
    printf("y[5] = %.0f\n", y[5][0]);
    fftw_destroy_plan(plan);
    fftw_free(x);
    fftw_free(y);
    return 0;
}

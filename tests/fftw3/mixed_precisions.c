/* Plans of double and of long double in one program. Linked with FFTW, or with ours, which passes long double on to it.
 * Prints the third of n sums, in both.
 *
 * usage: mixed_precisions */
#include <fftw3.h>
#include <stdio.h>

enum { n = 12 };

int main(void)
{
    fftw_complex *const x = fftw_alloc_complex(n), *const y = fftw_alloc_complex(n);
    fftw_plan plan = fftw_plan_dft_1d(n, x, y, FFTW_FORWARD, FFTW_ESTIMATE);
    fftwl_complex *const u = fftwl_alloc_complex(n), *const v = fftwl_alloc_complex(n);
    fftwl_plan long_plan = fftwl_plan_dft_1d(n, u, v, FFTW_FORWARD, FFTW_ESTIMATE);
    for (int j = 0; j < n; ++j) {
        x[j][0] = j % 4 == 0;
        x[j][1] = 0;
        if (long_plan) u[j][0] = j % 4 == 0, u[j][1] = 0;
    }
    fftw_execute(plan);
    if (long_plan) fftwl_execute(long_plan);
    printf("double %.3f\n", y[3][0]);
    if (long_plan) printf("long double %.3Lf\n", v[3][0]);
    else printf("no plan of long double\n");
    fftwl_destroy_plan(long_plan);
    fftw_destroy_plan(plan);
    fftwl_free(u);
    fftwl_free(v);
    fftw_free(x);
    fftw_free(y);
    return 0;
}

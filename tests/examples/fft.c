/* The same in C. */
#include <bsp.h>
#include <bspfft/bspfft.h>
#include <math.h>
#include <stdio.h>

static void spmd(void)
{
    bsp_begin(2);
    const int64_t n = 1024, p = bsp_nprocs(), s = bsp_pid();
    bspfft_plan* plan;
    if (bspfft_plan_create(&plan, n, NULL, NULL) != BSPFFT_OK) bsp_abort("%s", bspfft_message());
    double* x = bspfft_data(plan); /* real and imaginary parts of x_s, x_(s+p), x_(s+2p), ... */
    for (int64_t i = 0; i < n / p; ++i) {
        const double angle = 2 * 3.14159265358979323846 * 5 * (double)(s + p * i) / (double)n;
        x[2 * i] = cos(angle);
        x[2 * i + 1] = sin(angle);
    }
    bspfft_forward(plan);
    for (int64_t i = 0; i < n / p; ++i) {
        if (fabs(x[2 * i]) > 1e-9) printf("y[%lld] = %.0f\n", (long long)(s + p * i), x[2 * i]);
    }
    bspfft_plan_destroy(plan);
    bsp_end();
}

int main(int argc, char** argv)
{
    bsp_init(spmd, argc, argv);
    spmd();
    return 0;
}

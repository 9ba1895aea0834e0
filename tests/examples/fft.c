/* The same in C. */
#include <bsp.h>
#include <bspfft/bspfft.h>
#include <math.h>
#include <stdio.h>

static void spmd(void)
{
    bsp_begin(2);
    const int64_t n = 1024;
    bspfft_plan* plan;
    if (bspfft_plan_create(&plan, n, NULL, NULL) != BSPFFT_OK) bsp_abort("%s", bspfft_message());
    double *x = bspfft_input(plan), *y = bspfft_output(plan); /* real and imaginary parts */
    for (int64_t i = 0; i < bspfft_input_places(plan); ++i) {
        int64_t j; /* which element is at place i of this process */
        bspfft_input_index(plan, i, &j);
        const double angle = 2 * 3.14159265358979323846 * 5 * (double)j / (double)n;
        x[2 * i] = cos(angle);
        x[2 * i + 1] = sin(angle);
    }
    bspfft_execute(plan, BSPFFT_FORWARD);
    for (int64_t i = 0; i < bspfft_output_places(plan); ++i) {
        int64_t k;
        bspfft_output_index(plan, i, &k);
        if (fabs(y[2 * i]) > 1e-9) printf("y[%lld] = %.0f\n", (long long)k, y[2 * i]);
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

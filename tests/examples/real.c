/* A real wave: half of the spectrum says it all, for half of the work. */
#include <bsp.h>
#include <bspfft/bspfft.h>
#include <math.h>
#include <stdio.h>

static void spmd(void)
{
    bsp_begin(2);
    const int64_t n = 1000;
    const bspfft_shape shape = {.size = sizeof shape, .data = BSPFFT_REAL, .dimensions = 1, .length = {n}};
    bspfft_plan* plan;
    if (bspfft_plan_shape(&plan, &shape, NULL, NULL, NULL) != BSPFFT_OK) bsp_abort("%s", bspfft_message());
    double *x = bspfft_input(plan), *y = bspfft_output(plan); /* reals, and real and imaginary parts */
    for (int64_t i = 0; i < bspfft_input_places(plan); ++i) {
        int64_t j;
        bspfft_input_index(plan, i, &j);
        x[i] = cos(2 * 3.14159265358979323846 * 5 * (double)j / (double)n);
    }
    bspfft_execute(plan, BSPFFT_FORWARD);
    for (int64_t i = 0; i < bspfft_output_places(plan); ++i) {
        int64_t k; /* from 0 to n/2 */
        bspfft_output_index(plan, i, &k);
        if (fabs(y[2 * i]) > 1e-9) printf("y[%lld] = %.0f\n", (long long)k, y[2 * i]);
    }
    bspfft_execute(plan, BSPFFT_INVERSE);
    const int64_t zero = 0;
    int64_t process, place;
    bspfft_input_place(plan, &zero, &process, &place);
    if (process == bsp_pid()) printf("x[0] = %.0f\n", x[place]);
    bspfft_plan_destroy(plan);
    bsp_end();
}

int main(int argc, char** argv)
{
    bsp_init(spmd, argc, argv);
    spmd();
    return 0;
}

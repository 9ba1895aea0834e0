/* The same in C. */
#include <bsp.h>
#include <bspfft/bspfft.h>
#include <math.h>
#include <stdio.h>

static void spmd(void)
{
    bsp_begin(2);
    const bspfft_shape shape = {.size = sizeof shape, .dimensions = 3, .length = {64, 48, 40}};
    bspfft_plan* plan;
    if (bspfft_plan_shape(&plan, &shape, NULL, NULL, NULL) != BSPFFT_OK) bsp_abort("%s", bspfft_message());
    double *x = bspfft_input(plan), *y = bspfft_output(plan); /* real and imaginary parts */
    for (int64_t i = 0; i < bspfft_input_places(plan); ++i) {
        int64_t j[3]; /* which element is at place i of this process */
        bspfft_input_index(plan, i, j);
        const double angle = 2 * 3.14159265358979323846 * (3 * (double)j[0] / 64 + 5 * (double)j[2] / 40);
        x[2 * i] = cos(angle);
        x[2 * i + 1] = sin(angle);
    }
    bspfft_execute(plan, BSPFFT_FORWARD);
    const int64_t k[3] = {3, 0, 5}, zero[3] = {0, 0, 0};
    int64_t process, place;
    bspfft_output_place(plan, k, &process, &place);
    if (process == bsp_pid()) printf("y[3][0][5] = %.0f\n", y[2 * place]);
    bspfft_execute(plan, BSPFFT_INVERSE);
    bspfft_input_place(plan, zero, &process, &place);
    if (process == bsp_pid()) printf("x[0][0][0] = %.0f\n", x[2 * place]);
    bspfft_plan_destroy(plan);
    bsp_end();
}

int main(int argc, char** argv)
{
    bsp_init(spmd, argc, argv);
    spmd();
    return 0;
}

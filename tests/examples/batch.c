/* 300 signals of 1000 points, in one plan: each process has some of them, and nothing moves. */
#include <bsp.h>
#include <bspfft/bspfft.h>
#include <math.h>
#include <stdio.h>

static void spmd(void)
{
    bsp_begin(2);
    const bspfft_shape shape = {.size = sizeof shape, .dimensions = 1, .length = {1000}, .batch = 300};
    bspfft_plan* plan;
    if (bspfft_plan_shape(&plan, &shape, NULL, NULL, NULL) != BSPFFT_OK) bsp_abort("%s", bspfft_message());
    double* x = bspfft_input(plan);
    for (int64_t i = 0; i < bspfft_input_places(plan); ++i) {
        int64_t j[2]; /* point j[1] of signal j[0], which is a wave of frequency j[0] */
        bspfft_input_index(plan, i, j);
        const double angle = 2 * 3.14159265358979323846 * (double)(j[0] * j[1] % 1000) / 1000;
        x[2 * i] = cos(angle);
        x[2 * i + 1] = sin(angle);
    }
    bspfft_execute(plan, BSPFFT_FORWARD);
    const int64_t k[2] = {7, 7};
    int64_t process, place;
    bspfft_output_place(plan, k, &process, &place);
    if (process == bsp_pid())
        printf("y[7][7] = %.0f; words moved: %lld\n", x[2 * place], (long long)bspfft_words(plan));
    bspfft_plan_destroy(plan);
    bsp_end();
}

int main(int argc, char** argv)
{
    bsp_init(spmd, argc, argv);
    spmd();
    return 0;
}

/* What each superstep of a transform cost. */
#include <bsp.h>
#include <bspfft/bspfft.h>
#include <stdio.h>

static void spmd(void)
{
    bsp_begin(2);
    bspfft_plan* plan;
    if (bspfft_plan_create(&plan, 1 << 16, NULL, NULL) != BSPFFT_OK) bsp_abort("%s", bspfft_message());
    bspfft_account(plan, 1); /* with seconds; counts are always there */
    bspfft_execute(plan, BSPFFT_FORWARD);

    bspfft_superstep rows[8];
    rows[0].size = sizeof rows[0]; /* so that later versions of the library can add fields at the end */
    int64_t count;
    bspfft_ledger(plan, -1, rows, 8, &count); /* -1: of each number the largest over all processes */
    for (int64_t i = 0; i < count && bsp_pid() == 0; ++i) {
        printf("%-38s %lld flops, %.1e s; %lld words sent, %.1e s\n", rows[i].name, (long long)rows[i].flops,
               rows[i].compute_seconds, (long long)rows[i].words_sent, rows[i].communicate_seconds);
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

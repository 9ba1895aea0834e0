/* usage: null_plan P: the last of P processes gives NULL for the plan of a transform, and then makes another plan. It
 * destroys none before the others have noticed: they may still put into its arrays. */
#include <bsp.h>

#include <stdlib.h>

#include "bspfft/bspfft.h"

static unsigned processes;

static void section(void)
{
    bsp_begin(processes);
    bspfft_plan* plan = NULL;
    if (bspfft_plan_create(&plan, 1024, NULL, NULL) != BSPFFT_OK) bsp_abort("%s", bspfft_message());
    const int is_last = bsp_pid() + 1 == bsp_nprocs();
    const int status = bspfft_execute(is_last ? NULL : plan, BSPFFT_FORWARD);
    if (status != (is_last ? BSPFFT_INVALID_ARGUMENT : BSPFFT_OK)) bsp_abort("the status is %d", status);
    bspfft_plan* other = NULL;
    bspfft_plan_create(&other, 2048, NULL, NULL);
    bspfft_plan_destroy(other);
    bspfft_plan_destroy(plan);
    bsp_end();
}

int main(int argc, char** argv)
{
    if (argc != 2) return 99;
    processes = (unsigned)atoi(argv[1]);
    bsp_init(section, argc, argv);
    section();
    return 0;
}

/* usage: null_plan P WHAT: the last of P processes gives NULL for the plan of a transform. What it does then: ends its
 * section, goes on with the plan, or makes another one. */
#include <bsp.h>

#include <stdlib.h>
#include <string.h>

#include "bspfft/bspfft.h"

static unsigned processes;
static const char* what;

static void section(void)
{
    bsp_begin(processes);
    bspfft_plan* plan = NULL;
    if (bspfft_plan_create(&plan, 1024, NULL, NULL) != BSPFFT_OK) bsp_abort("%s", bspfft_message());
    const int is_last = bsp_pid() + 1 == bsp_nprocs();
    const int status = bspfft_forward(is_last ? NULL : plan);
    if (status != (is_last ? BSPFFT_INVALID_ARGUMENT : BSPFFT_OK)) bsp_abort("the status is %d", status);
    if (strcmp(what, "goes on") == 0) {
        for (int i = 0; i < 5; ++i) bspfft_inverse(plan);
    } else if (strcmp(what, "plans") == 0) {
        bspfft_plan* other = NULL;
        bspfft_plan_create(&other, 2048, NULL, NULL);
        bspfft_plan_destroy(other);
    }
    bspfft_plan_destroy(plan);
    bsp_end();
}

int main(int argc, char** argv)
{
    if (argc != 3) return 99;
    processes = (unsigned)atoi(argv[1]);
    what = argv[2];
    bsp_init(section, argc, argv);
    section();
    return 0;
}

/* A program of a user's: one call, or a plan in a section. What fails is said, and tried once more, which must work.
 * usage: caller call|section PROCESSES
 * Exit status 0: it worked; 3: there was no memory, and then it worked; 4: something else. */
#include <bsp.h>
#include <bspfft/fft.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 4096 };
static double x[2 * N], y[2 * N];
static int processes;
static int section_status;

static int are_ones(const double* values, int64_t n)
{
    int64_t i;
    for (i = 0; i < n; ++i) {
        if (values[2 * i] < 0.999999 || values[2 * i] > 1.000001) return 0;
    }
    return 1;
}

/* The transform of an impulse, which is ones. */
static int call(void)
{
    int status;
    bspfft_set_threads(processes);
    memset(x, 0, sizeof x);
    x[0] = 1;
    status = bspfft_fft(N, x, y);
    if (status == BSPFFT_OK && !are_ones(y, N)) return BSPFFT_INTERNAL_ERROR;
    return status;
}

static void spmd(void)
{
    bspfft_plan* plan = NULL;
    int status;
    bsp_begin((unsigned)processes);
    status = bspfft_plan_create(&plan, N, NULL, NULL);
    if (status == BSPFFT_OK) {
        double* const part = bspfft_input(plan);
        if (bsp_pid() == 0) part[0] = 1; /* it is cyclic */
        status = bspfft_execute(plan, BSPFFT_FORWARD);
        if (status == BSPFFT_OK && !are_ones(part, bspfft_input_places(plan))) status = BSPFFT_INTERNAL_ERROR;
        bspfft_plan_destroy(plan);
    }
    if (bsp_pid() == 0) section_status = status;
    bsp_end();
}

static int section(void)
{
    bsp_init(spmd, 0, NULL);
    spmd();
    return section_status;
}

int main(int count, char** words)
{
    int (*attempt)(void);
    int status;
    if (count != 3) return 2;
    attempt = strcmp(words[1], "call") ? section : call;
    processes = atoi(words[2]);
    status = attempt();
    if (status == BSPFFT_OK) return 0;
    fprintf(stderr, "caller: %s\n", bspfft_message());
    if (status != BSPFFT_OUT_OF_MEMORY || attempt() != BSPFFT_OK) return 4;
    return 3;
}

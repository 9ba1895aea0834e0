/* For programs that call BSPedupack's bspfft: what to write instead. */
#include <bsp.h>
#include <bspfft/bspfft.h>
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>

static void spmd(void)
{
    bsp_begin(2);
    const bspfft_shape shape = {.size = sizeof shape, .dimensions = 1, .length = {1024}};
    int64_t n = 1024, np; /* before: np = n / p; now any p will do */
    if (bspfft_shape_span(&np, NULL, &shape, NULL) != BSPFFT_OK) bsp_abort("%s", bspfft_message());
    double complex* x = malloc((size_t)np * sizeof *x);

    /* before: bsp_push_reg(x, ...); bsp_sync(); w, rho_np, rho_p allocated; bspfft_init(n, w, rho_np, rho_p);
     */
    bspfft_plan* plan;
    if (bspfft_plan_create(&plan, n, x, NULL) != BSPFFT_OK) bsp_abort("%s", bspfft_message());

    for (int64_t i = 0; i < np; ++i) x[i] = 1;
    bspfft_execute(plan, BSPFFT_FORWARD); /* before: bspfft(x, n, true, w, rho_np, rho_p); */
    if (bsp_pid() == 0) printf("y[0] = %.0f\n", creal(x[0]));
    bspfft_execute(plan, BSPFFT_INVERSE); /* before: bspfft(x, n, false, w, rho_np, rho_p); */
    if (bsp_pid() == 0) printf("x[0] = %.0f\n", creal(x[0]));

    bspfft_plan_destroy(plan); /* before: free(w); free(rho_np); free(rho_p); bsp_pop_reg(x); */
    free(x);
    bsp_end();
}

int main(int argc, char** argv)
{
    bsp_init(spmd, argc, argv);
    spmd();
    return 0;
}

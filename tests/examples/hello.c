#include <bsp.h>
#include <stdio.h>

int main(void)
{
    bsp_begin(bsp_nprocs()); /* every core runs main from here ... */
    unsigned p = bsp_nprocs(), s = bsp_pid(), left = s;
    bsp_push_reg(&left, sizeof left);
    bsp_sync();
    bsp_put((s + 1) % p, &s, &left, 0, sizeof s);
    bsp_sync();
    printf("process %u of %u: my left neighbour is %u\n", s, p, left);
    bsp_end(); /* ... to here */
    return 0;
}

/* A program with BSPlib 1998's types, in C; every call must compile without a conversion warning. main is its
 * SPMD function: there is no bsp_init. Prints "right" if all went well. */
#define BSPLIB_1998
#include <bsp.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char** argv)
{
    bsp_begin(argc > 1 ? 3 : 2);
    int p = bsp_nprocs(), s = bsp_pid();
    int right = (s + 1) % p, left = (s + p - 1) % p;
    int x[2] = {-1, -1}, got = -1, wrong = argv[0] == NULL;
    bsp_push_reg(x, (int)sizeof x);
    int tag_size = (int)sizeof(int);
    bsp_set_tagsize(&tag_size);
    wrong |= tag_size != 0;
    bsp_sync();
    bsp_put(right, &s, x, 0, (int)sizeof(int));
    if (argc > 1 && !strcmp(argv[1], "pid")) bsp_put(-1, &s, x, 0, (int)sizeof(int));
    if (argc > 1 && !strcmp(argv[1], "offset")) bsp_put(right, &s, x, -4, (int)sizeof(int));
    if (argc > 1 && !strcmp(argv[1], "size")) bsp_put(right, &s, x, 0, -4);
    bsp_hpput(right, &s, x, (int)sizeof(int), (int)sizeof(int));
    bsp_send(right, &s, &p, (int)sizeof(int));
    bsp_hpsend(right, &s, &p, (int)sizeof(int));
    bsp_sync();
    wrong |= x[0] != left || x[1] != left;
    bsp_get(right, x, 0, &got, (int)sizeof(int));
    int count = 0, bytes = 0, status = 0, tag = -1, payload = -1;
    bsp_qsize(&count, &bytes);
    wrong |= count != 2 || bytes != 2 * (int)sizeof(int);
    bsp_get_tag(&status, &tag);
    bsp_move(&payload, (int)sizeof(int));
    wrong |= status != (int)sizeof(int) || tag != left || payload != p;
    void *tag_at, *payload_at;
    wrong |= bsp_hpmove(&tag_at, &payload_at) != (int)sizeof(int) || *(int*)payload_at != p;
    wrong |= bsp_hpmove(&tag_at, &payload_at) != -1;
    bsp_get_tag(&status, &tag);
    wrong |= status != -1;
    bsp_sync();
    wrong |= got != s;
    bsp_hpget(right, x, 0, &got, (int)sizeof(int));
    bsp_direct_get(right, x, 0, &got, (int)sizeof(int));
    wrong |= got != s;
    bsp_sync();
    bsp_pop_reg(x);
    if (wrong) bsp_abort("process %d found something wrong", s);
    bsp_end();
    puts("right");
    return 0;
}

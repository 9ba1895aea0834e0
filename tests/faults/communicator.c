/* A program of a user's, on a BSPlib alone: every call that may have to allocate, until it does. It allocates nothing
 * itself, and prints nothing.
 * usage: communicator PROCESSES
 * Exit status 0: it worked; 4: something else came than was sent. */
#include <bsp.h>
#include <stdlib.h>

enum { BLOCKS = 300, NUMBERS = 2000 };

static unsigned processes;
static int wrong; /* of any process: written by those that find something */

/* More registrations than there is room for from the start; then puts and gets of all kinds, more than fit a page. */
static void remote_memory(void)
{
    static int blocks[8][BLOCKS];
    int *mine = blocks[bsp_pid()], source[NUMBERS], target[NUMBERS];
    const unsigned p = bsp_nprocs(), next = (bsp_pid() + 1) % p;
    int i;
    for (i = 0; i < BLOCKS; ++i) bsp_push_reg(mine + i, sizeof(int));
    bsp_push_reg(target, sizeof target);
    bsp_sync();
    for (i = 0; i < BLOCKS; ++i) bsp_put(next, &i, mine + i, 0, sizeof(int));
    bsp_sync();
    for (i = 0; i < BLOCKS; ++i) bsp_get(next, mine + i, 0, source + i, sizeof(int));
    bsp_sync();
    for (i = 0; i < BLOCKS; ++i) wrong |= source[i] != i;
    for (i = 0; i < NUMBERS; ++i) source[i] = i;
    bsp_hpput(next, source, target, 0, sizeof source);
    bsp_sync();
    bsp_put(next, source, target, 0, sizeof source);
    bsp_sync();
    for (i = 0; i < NUMBERS; ++i) wrong |= target[i] != i;
    bsp_hpget(next, target, 0, source, sizeof source);
    for (i = 0; i < BLOCKS; ++i) bsp_pop_reg(mine + i);
    bsp_pop_reg(target);
    bsp_sync();
}

static void messages(void)
{
    const unsigned p = bsp_nprocs();
    bsp_size_t tag_size = sizeof(int), all = 0, length;
    int i, round, number = 0, tag;
    bsp_set_tagsize(&tag_size);
    bsp_sync();
    for (round = 0; round < 2; ++round) {
        bsp_nprocs_t count = 0;
        for (i = 0; i < NUMBERS; ++i) bsp_send((bsp_pid() + (unsigned)i) % p, &i, &i, sizeof i);
        bsp_sync();
        bsp_qsize(&count, &all);
        wrong |= count != NUMBERS;
        for (; count > 0; --count) {
            bsp_get_tag(&length, &tag);
            bsp_move(&number, sizeof number);
            wrong |= number != tag;
        }
    }
}

static void section(void)
{
    bsp_begin(processes);
    remote_memory();
    messages();
    remote_memory();
    bsp_end();
}

int main(int count, char** words)
{
    if (count != 2) return 2;
    processes = (unsigned)atoi(words[1]);
    /* In a section of more processes bsp_begin is the first to look for the cores. */
    if (processes == 1 && bsp_nprocs() < 1) return 4;
    bsp_init(section, count, words);
    section();
    section();
    return wrong ? 4 : 0;
}

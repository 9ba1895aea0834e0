/* usage: bare_frames init|main: a program whose frames no unwinder can read. The processes other than 0 leave their
 * SPMD function in bsp_end; the stack must not grow from section to section. */
#include <bsp.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { sections = 50, most_growth = 4096 };

static int begun, ended;
static uintptr_t first_place;

static void section(void)
{
    const uintptr_t place = (uintptr_t)__builtin_frame_address(0);
    bsp_begin(bsp_nprocs());
    /* The first section of a process may stand elsewhere than those that it is called to. */
    if (++begun == 2) first_place = place;
    if (begun > 2 && place + most_growth < first_place)
        bsp_abort("section %d stands %zu bytes below the second", begun, (size_t)(first_place - place));
    bsp_sync();
    bsp_end();
    ++ended; /* process 0; and bsp_end is no tail call, so that this frame is on the stack */
}

int main(int argc, char** argv)
{
    if (argc > 1 && strcmp(argv[1], "init") == 0) bsp_init(section, argc, argv);
    /* Without bsp_init the other processes run main from here, and leave it in each section. */
    for (int i = 0; i < sections; ++i) section();
    if (ended != sections) return EXIT_FAILURE;
    puts("right");
    return EXIT_SUCCESS;
}

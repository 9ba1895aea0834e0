/* main as an SPMD function: C++ may not call it, so C does. */
#include <stddef.h>

extern int main(int argc, char** argv) __attribute__((weak));

static int program_argc;
static char** program_argv;

/* glibc passes the program's arguments to the constructors of every library. */
__attribute__((constructor)) static void remember_arguments(int argc, char** argv)
{
    program_argc = argc;
    program_argv = argv;
}

int bsplib_has_main(void) { return main != NULL; }

void bsplib_run_main(void) { main(program_argc, program_argv); }

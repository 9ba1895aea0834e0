/* Executes a plan that no library made, and then NULL: what our library says of them.
 *
 * usage: foreign_plan alien|null; exit status 77 where FFTW is loaded, which would be handed the plan */
#include <dlfcn.h>
#include <fftw3.h>
#include <string.h>

int main(int argc, char** argv)
{
    static long words[16];
    const int is_null = argc == 2 && strcmp(argv[1], "null") == 0;
    if (!is_null && dlsym(RTLD_DEFAULT, "fftw_the_planner")) return 77;
    fftw_execute(is_null ? NULL : (fftw_plan)words);
    return 0;
}

/* main as an SPMD function: C++ may not call it, so C does. */
#ifndef BSPLIB_PROGRAM_H
#define BSPLIB_PROGRAM_H

#ifdef __cplusplus
extern "C" {
#endif

/* Whether there is a main to run; a host that loads the library itself, such as an interpreter, may have
 * none. */
int bsplib_has_main(void);

/* Calls main with the program's arguments. */
void bsplib_run_main(void);

#ifdef __cplusplus
}
#endif

#endif

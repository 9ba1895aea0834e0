/* A section that stays: processes that sleep between the pieces of work they are given. An extension of the BSPlib on
 * threads, for libraries that compute in parallel for a caller who knows nothing of BSP. */
#ifndef BSPLIB_TEAM_H
#define BSPLIB_TEAM_H

#include "bsp.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bsplib_team bsplib_team;

/* Starts p - 1 threads; NULL if the system gives none, or p is 0. They sleep until there is work. A process that is
 * made by fork has no such threads: it must leave its parent's teams alone. */
BSPLIB_API bsplib_team* bsplib_team_create(bsp_nprocs_t p);

/* All p processes call work(argument), the calling thread as process 0, and it returns when all have done so. Inside,
 * the primitives are those of a section; registrations, messages and tag sizes stay for the next piece of work. Work
 * must not throw, nor call bsp_begin or bsp_end. One thread at a time may use a team, any thread, one that is inside a
 * section of its own too. */
BSPLIB_API void bsplib_team_run(bsplib_team* team, void (*work)(void* argument), void* argument);

/* Ends the threads. */
BSPLIB_API void bsplib_team_destroy(bsplib_team* team);

/* How many processes run at once on this machine. */
BSPLIB_API bsp_nprocs_t bsplib_cores(void);

#ifdef __cplusplus
}
#endif

#endif

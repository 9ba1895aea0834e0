/* Included before an example, it runs on as many processes as PROCESSES says, whose parts are uneven. */
#include <bsp.h>
#define bsp_begin(p) bsp_begin(PROCESSES)

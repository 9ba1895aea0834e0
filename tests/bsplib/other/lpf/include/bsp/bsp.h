/* Stands in for <bsp.h> of LPF, with the types of MulticoreBSP (LPF_USE_MCBSP_API), where sources are compiled but not
 * linked: the same types, prototypes and macros, as its documentation gives them. bsp_begin jumps to a label in bsp_end
 * where the section is over, so that no variable with a constructor or an initial value can stand between them. */
#ifndef STAND_IN_FOR_LPF_H
#define STAND_IN_FOR_LPF_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned bsp_pid_t;
typedef unsigned bsp_nprocs_t;
typedef size_t bsp_size_t;

#define bsp_begin(processes)                                   \
    do {                                                       \
        if (stand_in_spawn((unsigned)processes)) goto over;    \
    } while (0)
#define bsp_end() \
    stand_in_end(); \
    over:
int stand_in_spawn(unsigned processes);
void stand_in_end(void);

#define bsp_init stand_in_init
#define bsp_abort stand_in_abort
#define bsp_nprocs stand_in_nprocs
#define bsp_pid stand_in_pid
#define bsp_time stand_in_time
#define bsp_sync stand_in_sync
#define bsp_push_reg stand_in_push_reg
#define bsp_pop_reg stand_in_pop_reg
#define bsp_put stand_in_put
#define bsp_hpput stand_in_hpput
#define bsp_get stand_in_get
#define bsp_hpget stand_in_hpget
#define bsp_set_tagsize stand_in_set_tagsize
#define bsp_send stand_in_send
#define bsp_hpsend stand_in_hpsend
#define bsp_qsize stand_in_qsize
#define bsp_get_tag stand_in_get_tag
#define bsp_move stand_in_move
#define bsp_hpmove stand_in_hpmove

void bsp_init(void (*spmd)(void), int argc, char* argv[]);
void bsp_abort(const char* format, ...);
unsigned bsp_nprocs(void);
unsigned bsp_pid(void);
double bsp_time(void);
void bsp_sync(void);

void bsp_push_reg(const void* address, size_t bytes);
void bsp_pop_reg(const void* address);
void bsp_put(unsigned pid, const void* source, void* destination, size_t offset, size_t bytes);
void bsp_hpput(unsigned pid, const void* source, void* destination, size_t offset, size_t bytes);
void bsp_get(unsigned pid, const void* source, size_t offset, void* destination, size_t bytes);
void bsp_hpget(unsigned pid, const void* source, size_t offset, void* destination, size_t bytes);

void bsp_set_tagsize(size_t* bytes);
void bsp_send(unsigned pid, const void* tag, const void* payload, size_t bytes);
void bsp_hpsend(unsigned pid, const void* tag, const void* payload, size_t bytes);
void bsp_qsize(unsigned* messages, size_t* bytes);
void bsp_get_tag(size_t* status, void* tag);
void bsp_move(void* payload, size_t bytes);
size_t bsp_hpmove(void** tag, void** payload);

#ifdef __cplusplus
}
#endif

#endif

/* Stands in for <bsp.h> of MulticoreBSP for C 2.0.3 where sources are compiled but not linked: the same types and
 * prototypes, as its documentation gives them. It is for C alone: there is no extern "C". */
#ifndef STAND_IN_FOR_MCBSP_H
#define STAND_IN_FOR_MCBSP_H

#include <stdarg.h>
#include <stddef.h>

typedef unsigned bsp_pid_t;
typedef unsigned bsp_nprocs_t;
typedef size_t bsp_size_t;

void bsp_init(void (*spmd)(void), int argc, char** argv);
void bsp_begin(bsp_pid_t processes);
void bsp_end(void);
void bsp_abort(const char* message, ...);
void bsp_vabort(const char* message, va_list arguments);
bsp_pid_t bsp_nprocs(void);
bsp_pid_t bsp_pid(void);
double bsp_time(void);
void bsp_sync(void);

void bsp_push_reg(void* address, bsp_size_t bytes);
void bsp_pop_reg(void* address);
void bsp_put(bsp_pid_t pid, const void* source, const void* destination, bsp_size_t offset, bsp_size_t bytes);
void bsp_get(bsp_pid_t pid, const void* source, bsp_size_t offset, void* destination, bsp_size_t bytes);
void bsp_direct_get(bsp_pid_t pid, const void* source, bsp_size_t offset, void* destination, bsp_size_t bytes);
void bsp_hpput(bsp_pid_t pid, const void* source, const void* destination, bsp_size_t offset, bsp_size_t bytes);
void bsp_hpget(bsp_pid_t pid, const void* source, bsp_size_t offset, void* destination, bsp_size_t bytes);

void bsp_set_tagsize(bsp_size_t* bytes);
void bsp_send(bsp_pid_t pid, const void* tag, const void* payload, bsp_size_t bytes);
void bsp_hpsend(bsp_pid_t pid, const void* tag, const void* payload, bsp_size_t bytes);
void bsp_qsize(bsp_nprocs_t* messages, bsp_size_t* bytes);
void bsp_get_tag(bsp_size_t* status, void* tag);
void bsp_move(void* payload, bsp_size_t bytes);
bsp_size_t bsp_hpmove(void** tag, void** payload);

#endif

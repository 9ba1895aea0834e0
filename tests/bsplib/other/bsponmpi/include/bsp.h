/* Stands in for <bsp.h> of BSPonMPI 1.1.1 where sources are compiled but not linked: the same types and prototypes, as
 * its documentation gives them. They are those of BSPlib 1998; with BSPONMPI_MCBSP_COMPAT macros replace most of them
 * by those of MulticoreBSP, but not bsp_nprocs and bsp_hpmove. */
#ifndef STAND_IN_FOR_BSPONMPI_H
#define STAND_IN_FOR_BSPONMPI_H

#include <stdarg.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int bsp_pid_t;
typedef int bsp_nprocs_t;
typedef int bsp_size_t;

void bsp_init(void (*spmd)(void), int argc, char* argv[]);
void bsp_begin(bsp_nprocs_t processes);
void bsp_end(void);
void bsp_abort(const char* format, ...);
void bsp_abort_va(const char* format, va_list arguments);
bsp_pid_t bsp_nprocs(void);
bsp_pid_t bsp_pid(void);
double bsp_time(void);
void bsp_sync(void);

void bsp_push_reg(const void* address, bsp_size_t bytes);
void bsp_pop_reg(const void* address);
void bsp_put(bsp_pid_t pid, const void* source, void* destination, bsp_size_t offset, bsp_size_t bytes);
void bsp_hpput(bsp_pid_t pid, const void* source, void* destination, bsp_size_t offset, bsp_size_t bytes);
void bsp_get(bsp_pid_t pid, const void* source, bsp_size_t offset, void* destination, bsp_size_t bytes);
void bsp_hpget(bsp_pid_t pid, const void* source, bsp_size_t offset, void* destination, bsp_size_t bytes);

void bsp_set_tagsize(bsp_size_t* bytes);
void bsp_send(bsp_pid_t pid, const void* tag, const void* payload, bsp_size_t bytes);
void bsp_qsize(bsp_nprocs_t* messages, bsp_size_t* bytes);
void bsp_get_tag(bsp_size_t* status, void* tag);
void bsp_move(void* payload, bsp_size_t bytes);
bsp_size_t bsp_hpmove(void** tag, void** payload);

typedef unsigned mcbsp_pid_t;
typedef unsigned mcbsp_nprocs_t;
typedef size_t mcbsp_size_t;

void mcbsp_begin(mcbsp_pid_t processes);
mcbsp_pid_t mcbsp_pid(void);
void mcbsp_push_reg(void* address, mcbsp_size_t bytes);
void mcbsp_pop_reg(void* address);
void mcbsp_put(mcbsp_pid_t pid, const void* source, const void* destination, mcbsp_size_t offset, mcbsp_size_t bytes);
void mcbsp_hpput(mcbsp_pid_t pid, const void* source, const void* destination, mcbsp_size_t offset,
                 mcbsp_size_t bytes);
void mcbsp_get(mcbsp_pid_t pid, const void* source, mcbsp_size_t offset, const void* destination, mcbsp_size_t bytes);
void mcbsp_hpget(mcbsp_pid_t pid, const void* source, mcbsp_size_t offset, const void* destination,
                 mcbsp_size_t bytes);
void mcbsp_set_tagsize(mcbsp_size_t* bytes);
void mcbsp_send(mcbsp_pid_t pid, const void* tag, const void* payload, mcbsp_size_t bytes);
void mcbsp_qsize(mcbsp_nprocs_t* messages, mcbsp_size_t* bytes);
void mcbsp_get_tag(mcbsp_size_t* status, void* tag);
void mcbsp_move(void* payload, mcbsp_size_t bytes);

#ifdef BSPONMPI_MCBSP_COMPAT
#define bsp_pid_t mcbsp_pid_t
#define bsp_nprocs_t mcbsp_nprocs_t
#define bsp_size_t mcbsp_size_t
#define bsp_direct_get there_is_no_direct_get
#define bsp_begin mcbsp_begin
#define bsp_pid mcbsp_pid
#define bsp_push_reg mcbsp_push_reg
#define bsp_pop_reg mcbsp_pop_reg
#define bsp_put mcbsp_put
#define bsp_hpput mcbsp_hpput
#define bsp_get mcbsp_get
#define bsp_hpget mcbsp_hpget
#define bsp_set_tagsize mcbsp_set_tagsize
#define bsp_send mcbsp_send
#define bsp_hpsend mcbsp_send
#define bsp_qsize mcbsp_qsize
#define bsp_get_tag mcbsp_get_tag
#define bsp_move mcbsp_move
#endif

#ifdef __cplusplus
}
#endif

#endif

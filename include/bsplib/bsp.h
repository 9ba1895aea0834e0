/* BSPlib: the bulk-synchronous parallel programming library, as embedded in bspfft.
 *
 * The twenty functions of "BSPlib: The BSP programming library" (Hill et al., Parallel Computing 24, 1998)
 * and the extensions that programs use. For C and C++.
 *
 * Types are those of MulticoreBSP for C (unsigned and size_t). A program written with the types of
 * BSPlib 1998 (int throughout) defines BSPLIB_1998 before it includes this header.
 *
 * Errors. Any error (an address that is not registered, bytes past the end of a registration, a
 * process number that does not exist, processes that disagree) ends all processes with one message on
 * standard error that names the function, the process, what was given and what was allowed, and with
 * a non-zero exit status. No function returns an error code.
 *
 * Cost. A superstep costs w + h*g + l: the longest computation, the most bytes that one process
 * sends or receives, and one synchronisation. Only bsp_sync (and bsp_begin and bsp_end) synchronise.
 */
#ifndef BSPLIB_BSP_H
#define BSPLIB_BSP_H

#include <stdarg.h>
#include <stddef.h>

/* This header is the embedded BSPlib's, and not another one's. */
#define BSPLIB_EMBEDDED 1

#if defined(__GNUC__)
#define BSPLIB_API __attribute__((visibility("default")))
#define BSPLIB_NORETURN __attribute__((noreturn))
#define BSPLIB_PRINTF(text, values) __attribute__((format(printf, text, values)))
#else
#define BSPLIB_API
#define BSPLIB_NORETURN
#define BSPLIB_PRINTF(text, values)
#endif

#ifdef __cplusplus
extern "C" {
#endif

#ifdef BSPLIB_1998
typedef int bsp_pid_t;
typedef int bsp_nprocs_t;
typedef int bsp_size_t;
/* The same names as functions of their own, so that files of both dialects can be linked together. */
#define bsp_begin bsplib_1998_begin
#define bsp_nprocs bsplib_1998_nprocs
#define bsp_pid bsplib_1998_pid
#define bsp_push_reg bsplib_1998_push_reg
#define bsp_put bsplib_1998_put
#define bsp_hpput bsplib_1998_hpput
#define bsp_get bsplib_1998_get
#define bsp_hpget bsplib_1998_hpget
#define bsp_direct_get bsplib_1998_direct_get
#define bsp_set_tagsize bsplib_1998_set_tagsize
#define bsp_send bsplib_1998_send
#define bsp_hpsend bsplib_1998_hpsend
#define bsp_qsize bsplib_1998_qsize
#define bsp_get_tag bsplib_1998_get_tag
#define bsp_move bsplib_1998_move
#define bsp_hpmove bsplib_1998_hpmove
#else
typedef unsigned int bsp_pid_t;
typedef unsigned int bsp_nprocs_t;
typedef size_t bsp_size_t;
#endif

/* ---- The SPMD section ------------------------------------------------------------------------ */

/* Names the function that every process runs: one that begins with bsp_begin and ends with
 * bsp_end. First statement of main; not needed when main itself is that function. */
BSPLIB_API void bsp_init(void (*spmd)(void), int argc, char** argv);

/* Starts the section on p >= 1 processes; p may exceed the cores (on MPI it is at most what mpirun has started).
 * Sections may follow one another, each with its own p; they do not nest. */
BSPLIB_API void bsp_begin(bsp_nprocs_t p);

/* Ends the section, on all processes. Process 0 goes on after it; the others end here (their C++ objects are
 * destroyed). Communication since the last bsp_sync is dropped. */
BSPLIB_API void bsp_end(void);

/* Inside a section its number of processes; outside, how many run at once: on threads the cores this program
 * may use, or the environment variable BSPLIB_PROCS; on MPI what mpirun has started. */
BSPLIB_API bsp_nprocs_t bsp_nprocs(void);

/* This process's number, 0 <= s < p. */
BSPLIB_API bsp_pid_t bsp_pid(void);

/* Seconds since the section began. */
BSPLIB_API double bsp_time(void);

/* Ends every process, with this message and a non-zero exit status, from inside a section or outside. */
BSPLIB_API BSPLIB_NORETURN void bsp_abort(const char* format, ...) BSPLIB_PRINTF(1, 2);
BSPLIB_API BSPLIB_NORETURN void bsp_vabort(const char* format, va_list arguments) BSPLIB_PRINTF(1, 0);
BSPLIB_API BSPLIB_NORETURN void bsp_abort_va(const char* format, va_list arguments) BSPLIB_PRINTF(1, 0);

/* Ends the superstep. When it returns: all gets have been read, then all gets written, then all puts written;
 * the messages sent are in their queues, what was left in the queues is gone; registrations and tag size are
 * in force. */
BSPLIB_API void bsp_sync(void);

/* ---- Registration ---------------------------------------------------------------------------- */

/* Associates this process's block of memory with the blocks that the others register in the same call, from
 * the next superstep on. Collective, in the same order everywhere. Sizes may differ. An address may be
 * registered again: its newest registration counts. NULL with 0 bytes is for a process that takes no part. */
BSPLIB_API void bsp_push_reg(const void* address, bsp_size_t bytes);

/* Removes the newest registration of address, from the next superstep on. Collective, in the same order
 * everywhere; pushes and pops take effect as one sequence. */
BSPLIB_API void bsp_pop_reg(const void* address);

/* ---- Remote memory --------------------------------------------------------------------------- */

/* Copies bytes from source to the block that process pid registered together with this process's
 * block at destination (its base address), offset bytes into it. The source may be
 * changed when the call returns; the destination changes at the end of the superstep. */
BSPLIB_API void bsp_put(bsp_pid_t pid, const void* source, const void* destination, bsp_size_t offset,
                        bsp_size_t bytes);

/* Copies bytes from that block to destination. The value is the one at the end of the superstep, before any
 * put. */
BSPLIB_API void bsp_get(bsp_pid_t pid, const void* source, bsp_size_t offset, void* destination,
                        bsp_size_t bytes);

/* The same without buffers: neither side may touch source or destination until the superstep has
 * ended. Where bsplib_completes_at_call() the copy is done when the call returns. */
BSPLIB_API void bsp_hpput(bsp_pid_t pid, const void* source, const void* destination, bsp_size_t offset,
                          bsp_size_t bytes);
BSPLIB_API void bsp_hpget(bsp_pid_t pid, const void* source, bsp_size_t offset, void* destination,
                          bsp_size_t bytes);

/* bsp_hpput to another process, between blocks that are a device's memory, which programs cannot read themselves: only
 * where bsplib_moves_device_memory(). */
BSPLIB_API void bsplib_device_hpput(bsp_pid_t pid, const void* source, const void* destination, bsp_size_t offset,
                                    bsp_size_t bytes);

/* A get that is done when the call returns, with the value of that moment. On MPI the other process answers when
 * it next calls the BSPlib. */
BSPLIB_API void bsp_direct_get(bsp_pid_t pid, const void* source, bsp_size_t offset, void* destination,
                               bsp_size_t bytes);

/* ---- Messages -------------------------------------------------------------------------------- */

/* Sets the tag size of messages sent from the next superstep on; 0 at the start. Collective.
 * On return *bytes is the size that was set before. */
BSPLIB_API void bsp_set_tagsize(bsp_size_t* bytes);

/* Sends a message; tag and payload may be changed when the call returns. It is in the queue of process pid
 * in the next superstep, and only there. */
BSPLIB_API void bsp_send(bsp_pid_t pid, const void* tag, const void* payload, bsp_size_t bytes);
BSPLIB_API void bsp_hpsend(bsp_pid_t pid, const void* tag, const void* payload, bsp_size_t bytes);

/* How many messages are left in the queue, and their payload bytes (NULL if that is not wanted). */
BSPLIB_API void bsp_qsize(bsp_nprocs_t* messages, bsp_size_t* bytes);

/* The first message's payload size, and its tag; (bsp_size_t)-1 if the queue is empty. */
BSPLIB_API void bsp_get_tag(bsp_size_t* status, void* tag);

/* Takes the first message out of the queue and copies at most max_bytes of its payload. */
BSPLIB_API void bsp_move(void* payload, bsp_size_t max_bytes);

/* Takes the first message out of the queue without a copy: *tag and *payload point to it until the next
 * bsp_sync. Returns the payload size; (bsp_size_t)-1 if the queue is empty. */
BSPLIB_API bsp_size_t bsp_hpmove(void** tag, void** payload);

/* ---- What this runtime is ---------------------------------------------------------------------- */

/* 1 where bsp_hpput and bsp_hpget are complete when they return, so that the source of a put may be reused at
 * once. */
BSPLIB_API int bsplib_completes_at_call(void);

/* 0 outside a section; inside, a positive number that this process has in this section only: an object that outlives
 * its section can tell that no registration is left to pop. */
BSPLIB_API int bsplib_inside_section(void);

/* 1 where all processes of a section share one address space. */
BSPLIB_API int bsplib_shares_memory(void);

/* 1 where bsplib_device_hpput may be called: on an MPI that says so (it is "CUDA-aware"), or where the environment
 * variable BSPLIB_DEVICE_MEMORY is "yes". The same on all processes. */
BSPLIB_API int bsplib_moves_device_memory(void);

/* How many processes of this section, this one included, run on this machine. Collective. */
BSPLIB_API unsigned bsplib_processes_here(void);

/* How many bytes the BSPlib itself takes at most for each process of a section of p, without what is sent. */
BSPLIB_API size_t bsplib_bytes_per_process(unsigned p);

/* "threads": processes are threads of one program. "mpi": they are programs that mpirun has started. */
BSPLIB_API const char* bsplib_runtime(void);

#ifdef __cplusplus
}
#endif

#endif

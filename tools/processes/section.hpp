// Runs a program, and pieces of its commands, on BSP processes.
#pragma once

#include <functional>

#include "bsp_fft/bsp/agreement.hpp"
#include "bsp_fft/bsp/gather.hpp"
#include "bsp_fft/bsp/port.hpp"
#include "bspfft/options.hpp"

namespace bspfft::tools {

/// Runs a program, which is all of main; returns its exit status. Where processes are programs, process 0 does
/// before() first.
///
/// Where processes are threads it is run once. Where they are programs of their own it is run by all of them at
/// once, inside one section of the whole program: each reads the same command line and makes the same decisions,
/// and only process 0 prints.
int run_main(int argc, char** argv, int (*program)(int argc, char** argv), void (*before)());

/// Whether all processes run the whole program.
bool all_run_the_program();

/// Where they do, and Port::sections_repeat(): when the program has ended, its first p processes run it again from
/// its start, in a section of their own. Called by process 0, whose global variables keep their values.
void run_again(Index p);

/// Whether this is process 0, which prints, and writes what is not distributed.
bool is_process_0();

/// Runs body on every process of a section; throws an Error that all of them throw. Of any other exception the others
/// do not know: it ends the program.
///
/// Processes may be other programs: each computes what body needs before it calls this.
void run_section(Index p, const std::function<void(Port&)>& body);

/// Throws Error(invalid_argument) if run_section could not have p processes, because others run the program.
void require_section(Index p);

/// Does a piece of work that may fail on one process and not on another, outside run_section: then all throw.
template <class Work>
void agree_on(Work work)
{
    if (!all_run_the_program()) return work();
    Port port;
    Agreement(port).on(work);
}

/// Broadcasts a value of process 0 to all that run the program.
template <class Value>
void share(Value& value)
{
    if (!all_run_the_program()) return;
    Port port;
    broadcast(port, value);
}

/// Seconds of work from a common start until the slowest process is done. Collective.
template <class Work>
double seconds_of(Port& port, Work work)
{
    port.sync();
    const double start = bsp_time();
    work();
    port.sync();
    return largest_over_processes(port, bsp_time() - start);
}

/// How many processes a command gets that asked for `wanted` (0: did not ask) to transform n elements. Without being
/// asked: as many as BSPFFT_THREADS says, or else as run at once, and for a power of two a power of two; at most n/2.
/// Throws Error(invalid_argument) for less than 1, and for more than run at once here, unless oversubscribed.
Index processes_for(Index n, Index wanted, bool oversubscribe);

/// Whether that number was asked for, by the command or by BSPFFT_THREADS.
bool is_asked_for(Index wanted);

/// Whether p processes are more than run at once on this machine; of programs of their own it is not known.
bool are_oversubscribed(Index p);

}  // namespace bspfft::tools

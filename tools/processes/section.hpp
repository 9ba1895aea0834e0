// Runs a program, and pieces of its commands, on BSP processes.
#pragma once

#include <functional>

#include "bsp_fft/bsp/agreement.hpp"
#include "bsp_fft/bsp/gather.hpp"
#include "bsp_fft/bsp/port.hpp"

namespace bspfft::tools {

/// Runs a program, which is all of main; returns its exit status. Where processes are programs, process 0 does
/// before() first.
///
/// Where processes are threads it is run once. Where they are programs of their own it is run by all of them at
/// once, inside one section of the whole program: each reads the same words and comes to the same decisions, and
/// only process 0 is heard.
int run_main(int argc, char** argv, int (*program)(int argc, char** argv), void (*before)());

/// Whether all processes run the whole program.
bool all_run_the_program();

/// Where they do, and Port::sections_repeat(): once this program is through, its first p processes run it again
/// from its start, in a section of their own. Process 0 asks; its global variables stay as they are.
void run_again(Index p);

/// Whether this is the one that prints, and writes files of which there is one.
bool speaks();

/// Runs body on every process of a section; an Error that all of them throw comes out here.
///
/// Everything that the processes need must be known before: they may be other programs.
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

/// What process 0 knows comes to all that run the program.
template <class Value>
void share(Value& value)
{
    if (!all_run_the_program()) return;
    Port port;
    broadcast(port, value);
}

/// How many processes a command gets that asked for `wanted` (0: did not ask) to transform n elements: p =
/// 2^q <= n/2. Throws Error(invalid_argument) for more than run at once on this machine, unless
/// oversubscribed.
Index processes_for(Index n, Index wanted, bool oversubscribe);

}  // namespace bspfft::tools

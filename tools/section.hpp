// Runs a program, and pieces of its commands, on BSP processes.
#pragma once

#include <functional>

#include "bsp_fft/bsp/agreement.hpp"
#include "bsp_fft/bsp/port.hpp"

namespace bspfft {

/// Runs a program, which is all of main; returns its exit status.
///
/// Where processes are threads it is run once. Where they are programs of their own it is run by all of them at
/// once, inside one section of the whole program: each reads the same words and comes to the same decisions, and
/// only process 0 is heard.
int run_main(int argc, char** argv, int (*program)(int argc, char** argv));

/// Whether all processes run the whole program.
bool all_run_the_program();

/// Whether this is the one that prints, and writes files of which there is one.
bool speaks();

/// Runs body on every process of a section; an Error that all of them throw comes out here.
///
/// Everything that the processes need must be known before: they may be other programs.
void run_section(Index p, const std::function<void(Port&)>& body);

/// Does a piece of work that may fail on one process and not on another, outside run_section: then all throw.
template <class Work>
void agree_on(Work work)
{
    if (!all_run_the_program()) return work();
    Port port;
    Agreement(port).on(work);
}

/// How many processes a command gets that asked for `wanted` (0: did not ask) to transform n elements: p =
/// 2^q <= n/2. Throws Error(invalid_argument) for more than run at once on this machine, unless
/// oversubscribed.
Index processes_for(Index n, Index wanted, bool oversubscribe);

}  // namespace bspfft

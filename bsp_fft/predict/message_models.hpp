// The parameters of message models, from a machine and from the move of a schedule.
#pragma once

#include "bsp_fft/papers/message_costs.hpp"
#include "bspfft/machine.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

/// The parameters that these models have on a machine, for packets sent by the schedule's exchange among
/// its processes. Seconds; beta and G are per byte, and LogP's datum is one complex number. In all of them a
/// short message takes alpha; puts cost their receiver nothing, so half of their o is counted there.
struct MessageParameters {
    AlphaBeta alpha_beta;
    LogP logp;
    LogGP loggp;
};
MessageParameters message_parameters(const Machine& machine, const Schedule& schedule);

/// The costs of the first move of a schedule as an all-to-all of its partners, in the alpha-beta model.
struct AllToAllChoice {
    Index partners;
    double bytes;  ///< that a process has, its own part included
    double direct;
    double bruck;  ///< Bruck's exchange, for any number of partners
    BestRadix best;
    double direct_beats_bruck_from;  ///< bytes
};
/// Requires a schedule that moves.
AllToAllChoice all_to_all_of(const AlphaBeta& machine, const Schedule& schedule);

/// A of equation (2) of Czechowski et al. 2012 as this machine has it: words per point that its kernels would
/// move through memory in their time, on the largest array that was probed, in double precision.
double measured_cache_constant(const Machine& machine);

}  // namespace bspfft

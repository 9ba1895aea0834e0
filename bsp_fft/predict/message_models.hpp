// The price of a schedule by models of messages and of memory, beside the BSP ones.
#pragma once

#include <vector>

#include "bsp_fft/machine/machine.hpp"
#include "bsp_fft/papers/alpha_beta.hpp"
#include "bsp_fft/papers/logp.hpp"
#include "bsp_fft/predict/model.hpp"

namespace bspfft {

/// The parameters that these models have on a machine, for packets that travel by this exchange among p
/// processes. Seconds; beta and G are per byte, and LogP's datum is one complex number. In all of them a
/// short message takes alpha; puts cost their receiver nothing, so half of their o is counted there.
struct MessageParameters {
    AlphaBeta alpha_beta;
    LogP logp;
    LogGP loggp;
};
MessageParameters message_parameters(const Machine& machine, const Schedule& schedule, Exchange exchange);

/// Local work as the calibrated model has it, and for every move messages alpha + bytes beta, one after
/// another.
class AlphaBetaModel final : public Model {
public:
    explicit AlphaBetaModel(const Machine& machine) : machine_(machine) {}
    Prediction price(const Schedule& schedule, Exchange exchange) const override;

private:
    const Machine& machine_;
};

/// The same, with a message for every complex number: 2o + L + (h - 1) g.
class LogPModel final : public Model {
public:
    explicit LogPModel(const Machine& machine) : machine_(machine) {}
    Prediction price(const Schedule& schedule, Exchange exchange) const override;

private:
    const Machine& machine_;
};

/// The same, with the messages that the schedule has, of k bytes: 2o + L + (k-1) G + (messages - 1) (g +
/// (k-1) G).
class LogGPModel final : public Model {
public:
    explicit LogGPModel(const Machine& machine) : machine_(machine) {}
    Prediction price(const Schedule& schedule, Exchange exchange) const override;

private:
    const Machine& machine_;
};

/// Local work takes its flops at bspbench's r, or its sweeps through the data at the speed of a copy,
/// whichever is longer; moves take bytes beta  [after Czechowski et al. 2012, 3.1 and 3.2].
class MemoryModel final : public Model {
public:
    explicit MemoryModel(const Machine& machine) : machine_(machine) {}
    Prediction price(const Schedule& schedule, Exchange exchange) const override;

private:
    const Machine& machine_;
};

/// The three of messages, and memory.
std::vector<Prediction> predict_by_messages(const Machine& machine, const Schedule& schedule,
                                            Exchange exchange);

/// Ways to do the first move of a schedule as an all-to-all of its partners, in the alpha-beta model.
struct AllToAllChoice {
    Index partners;
    double bytes;  ///< that a process has, its own part included
    double direct;
    double butterfly;
    BestRadix best;
    double direct_beats_butterfly_from;  ///< bytes
};
/// Requires a schedule that moves.
AllToAllChoice all_to_all_of(const AlphaBeta& machine, const Schedule& schedule);

/// A of equation (2) of Czechowski et al. 2012 as this machine has it: words per point that its kernels would
/// move through memory in their time, on the largest array that was probed.
double measured_cache_constant(const Machine& machine);

}  // namespace bspfft

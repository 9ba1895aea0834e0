// The models together, and what they share: the calibrated price of local work, and the parts that models charge for.
// And the papers' models applied to our algorithm and to a machine file: hidden communication, projections to a device.
#pragma once

#include <optional>

#include "bsp_fft/machine/estimate.hpp"
#include "bsp_fft/papers/collective_costs.hpp"
#include "bsp_fft/papers/domain.hpp"
#include "bsp_fft/papers/hidden_communication.hpp"
#include "bsp_fft/papers/projection.hpp"
#include "bsp_fft/schedule/program.hpp"
#include "bspfft/machine.hpp"

namespace bspfft {

/// The predictions of the three BSP models.
struct Predictions {
    Prediction textbook;
    Prediction counted;
    Prediction calibrated;
};
Predictions predict_all(const Machine& machine, const Schedule& schedule);

/// The predictions of the three models of messages, and of memory.
std::vector<Prediction> predict_by_messages(const Machine& machine, const Schedule& schedule);

/// The parameters that the models of messages have on a machine, for packets sent by the schedule's exchange among
/// its processes. Seconds; beta and G are per byte, and LogP's datum is one complex number. In all of them a
/// short message takes alpha; puts cost their receiver nothing, so half of their o is counted there.
struct MessageParameters {
    AlphaBeta alpha_beta;
    LogP logp;
    LogGP loggp;
};
MessageParameters message_parameters(const Machine& machine, const Schedule& schedule);

/// A machine with p processes as collectives see it: the same parameters for words that arrive in cache, with the
/// BSP model's g as beta and its l as what an empty superstep takes.
CollectiveMachine collective_machine(const Machine& machine, Exchange exchange, Index p);

/// A of equation (2) of Czechowski et al. 2012 as this machine has it: words per point that its kernels would
/// move through memory in their time, on the largest array that was probed, in double precision.
double measured_cache_constant(const Machine& machine);

/// The problem of hiding the communication of the fast algorithm in double precision, for all message schedules.
///
/// Requires n = 2^m, p = 2^q, p^2 <= n; otherwise throws Error(invalid_argument).
HidingProblem hiding_problem(Index n, Index p);

/// The nodes and the network of a system, with this device in each node  [Czechowski et al. 2012]. A is measured, as
/// for the host's kernels: words per point that the device's kernel would move through its memory in its time. Throws
/// Error(file_error) if the file knows no device, or nothing of its kernel.
ProjectedSystem with_device(ProjectedSystem system, const Machine& machine);

/// The model's T_mem, T_PCIe and T_net for this machine and a transform of a cube by the kernel cuda; none for others.
/// T_net is by the beta of puts, 0 on one process; T_PCIe is one copy to the device and back, as we need it, where the
/// model has three, and 0 if the arrays are on the device.
std::optional<ProjectedTimes> projected_here(const Machine& machine, const Schedule& schedule);

/// How many l the textbook model charges: 2t + 1, and 0 for p = 1.
Index textbook_l(const Schedule& schedule);

inline Price price_of(const Estimate& compute, const Estimate& communicate, const Estimate& sync,
                      const Estimate& pcie = {})
{
    const Estimate total = compute + communicate + sync + pcie;
    return {compute.value, communicate.value, sync.value, total.low, total.high, pcie.value};
}

/// Complex numbers that a process has in a step, before or after it; on the process that has the most.
Index part_of(const Step& step);
Index part_bytes(const Schedule& schedule, const Step& step);
/// The largest of all steps.
Index part_bytes(const Schedule& schedule);

/// Whether arrays are on the host between computations, as those on a device are that have mirrors there.
bool works_on_host(const Schedule& schedule);

/// What steps are, as far as their prices differ. `half` is for real data, or half a spectrum.
enum class StepKind {
    to_packets,
    from_packets,
    between_packets,
    in_place,
    in_place_apart,  ///< columns of a tile that are not neighbours: gathered
    half_to_packets,
    half_from_packets,
    half_between_packets,
    half_in_place,
    half_in_place_apart,
    short_vector,
    long_vector,  ///< in two sweeps
    half_vector,  ///< neighbours are one complex number of a short or long vector
    radix2,
    fftw,
    device,
    device_slices,
    products,    ///< Bluestein's, and of an operator that is not fused
    separation,  ///< of real numbers in pairs
    copy,        ///< and transforms of length 1
    fold,
    unfold,
    take_apart,
    put_together,
    move_of_tiles,
    move_of_elements,
    mirror,
};
constexpr auto step_kinds = static_cast<std::size_t>(StepKind::mirror) + 1;
const char* name_of(StepKind kind);
/// None for a sync.
std::optional<StepKind> kind_of(const Schedule& schedule, const Step& step);
/// For vector code.
StepKind vector_kind(const Schedule& schedule, const Compute& step);

/// Reading and writing all of a process's part, where it is computed.
Estimate copy_seconds(const Machine& machine, const Schedule& schedule, const Step& step);

/// Seconds of vector code for each complex number of a computation, accessed like this.
Estimate vector_seconds(const Machine& machine, const Schedule& schedule, const Step& step, Access access);

/// Seconds of a computation, or of the packing of a move, with what it takes longer since others have just put what it
/// reads.
Estimate local_seconds(const Machine& machine, const Schedule& schedule, const Step& step);

/// Copying between host and device: none without a device, nor where arrays are on it.
Estimate pcie_seconds(const Machine& machine, const Schedule& schedule, const Step& step);

}  // namespace bspfft

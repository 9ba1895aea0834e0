// The models together, and what they share: the calibrated price of local work, and the parts that models charge for.
#pragma once

#include "bsp_fft/machine/estimate.hpp"
#include "bsp_fft/papers/domain.hpp"
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
/// One of those four.
Prediction predict_messages(Model model, const Machine& machine, const Schedule& schedule);

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

/// Reading and writing all of a process's part, where it is computed.
Estimate copy_seconds(const Machine& machine, const Schedule& schedule, const Step& step);

/// Seconds of a computation, or of the packing of a move.
Estimate local_seconds(const Machine& machine, const Schedule& schedule, const Step& step);

/// Copying between host and device: none without a device, nor where arrays are on it.
Estimate pcie_seconds(const Machine& machine, const Schedule& schedule, const Step& step);

}  // namespace bspfft

// The execution of a program: one process's arrays, and its steps in order.
#pragma once

#include <complex>
#include <functional>
#include <memory>
#include <vector>

#include "bsp_fft/execution/any_execution.hpp"
#include "bsp_fft/execution/pointwise.hpp"
#include "bsp_fft/execution/slot.hpp"
#include "bsp_fft/kernel/kernels.hpp"
#include "bsp_fft/kernel/lanes/tile_kernels.hpp"
#include "bsp_fft/measure/recorder.hpp"
#include "bsp_fft/schedule/program.hpp"

namespace bspfft {

/// One transform.
struct Call {
    Port& port;
    Direction direction;
    Direction passes;  ///< the direction of its computations: both of Bluestein's convolution are forward
};

/// What a step does in each transform.
using Action = std::function<void(const Call&)>;

/// Executes any schedule whose passes its kernels fit, without allocation, if they allocate nothing (FFTW does).
template <class Real>
class Execution final : public AnyExecution {
public:
    using Complex = std::complex<Real>;

    Execution(const Program& program, const PlanOptions& options, Index s, const PlanArrays& arrays, Arena& arena,
              double scale);

    void use(void* input, void* output) override
    {
        slots_[0].base = static_cast<Real*>(input);
        slots_[1].base = static_cast<Real*>(output);
    }
    void prepare(Port& port) override;
    void execute(Port& port, Recorder& recorder, Direction direction) override;

    /// For a SpectralOperator: the computation that has the spectrum; null if there is none.
    SpectrumKernel<Real>* spectrum() { return spectrum_; }
    /// The transform up to there only, which then copies the spectrum. Collective.
    void execute_to_spectrum(Port& port);

private:
    struct Part {
        Action action;
        std::size_t step;  ///< of the program
        Index superstep;
    };

    Action action_of(std::size_t step);
    Action move_of(const Move& move);
    Action computation_of(const Compute& compute, std::size_t step);
    Action pass_of(const Compute& compute, std::size_t step);
    Action sweeps_from(std::size_t step);
    std::unique_ptr<PassKernel<Real>> kernel_for(std::size_t step, const PassArrays<Real>& arrays);
    const Slot<Real>& slot(const Operand& operand) const;

    PlanOptions options_;
    Index s_;
    Scales scales_;
    std::size_t scaled_ = 0;  ///< the step that scales
    Arena& arena_;
    Index* turn_;
    DeviceWork* device_;
    const Sweep* sweep_;
    Index landing_length_;  ///< elements from one landing array to the next
    Index last_landing_;    ///< the landing array that the last step reads
    std::vector<Slot<Real>> slots_;
    std::unique_ptr<Chirp<Real>> chirp_;
    SpectrumKernel<Real>* spectrum_ = nullptr;
    std::size_t spectrum_step_ = 0;
    std::vector<Part> parts_;
};

}  // namespace bspfft

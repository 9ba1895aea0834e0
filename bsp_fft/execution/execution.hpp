// The execution of a program: one process's arrays, and its steps in order.
#pragma once

#include <complex>
#include <memory>
#include <vector>

#include "bsp_fft/execution/actions.hpp"
#include "bsp_fft/execution/any_execution.hpp"
#include "bsp_fft/kernel/lanes/tile_kernels.hpp"
#include "bsp_fft/layout/general_change.hpp"
#include "bsp_fft/measure/recorder.hpp"
#include "bsp_fft/schedule/program.hpp"

namespace bspfft {

/// Executes any schedule whose passes its kernels fit, without allocation, if they allocate nothing (FFTW does).
template <class Real>
class Execution final : public AnyExecution {
public:
    using Complex = std::complex<Real>;

    Execution(const Program& program, const PlanOptions& options, Index s, const PlanArrays& arrays,
              Arena& arena, double scale);

    void use(void* input, void* output) override
    {
        slots_[0].base = static_cast<Real*>(input);
        slots_[1].base = static_cast<Real*>(output);
    }
    Index registered_bytes() const override;
    void prepare(Port& port) override;
    void execute(Port& port, Recorder& recorder, Direction direction) override;

    /// For a SpectralOperator: the computation that has the spectrum; null if there is none.
    SpectrumKernel<Real>* spectrum() { return spectrum_; }
    /// The transform up to there only, which then copies the spectrum. Collective.
    void execute_to_spectrum(Port& port);

private:
    struct Part {
        std::unique_ptr<Action<Real>> action;
        std::size_t step;  ///< of the program
        Index superstep;
    };

    std::unique_ptr<Action<Real>> action_of(std::size_t step);
    std::unique_ptr<Action<Real>> move_of(const Move& move);
    std::unique_ptr<Action<Real>> computation_of(const Compute& compute, std::size_t step);
    std::unique_ptr<Action<Real>> pass_of(const Compute& compute, std::size_t step);
    const Slot<Real>& slot(const Operand& operand) const;
    void done(Recorder& recorder, const Part& part);

    const Program& program_;
    PlanOptions options_;
    Index s_;
    Scales scales_;
    std::size_t scaled_ = 0;  ///< the step that scales
    Arena& arena_;
    Index* turn_;
    DeviceWork* device_;
    Index landing_length_;  ///< elements from one landing array to the next
    Index last_landing_;    ///< the landing array that the last step reads
    std::vector<Slot<Real>> slots_;
    std::unique_ptr<Chirp<Real>> chirp_;
    SpectrumKernel<Real>* spectrum_ = nullptr;
    std::size_t spectrum_step_ = 0;
    std::vector<Part> parts_;
};

}  // namespace bspfft

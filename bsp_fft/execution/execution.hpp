// The execution of a program: one process's arrays, and its steps in order.
#pragma once

#include <complex>
#include <memory>
#include <vector>

#include "bsp_fft/execution/actions.hpp"
#include "bsp_fft/execution/arrays.hpp"
#include "bsp_fft/kernel/lanes/tile_kernels.hpp"
#include "bsp_fft/layout/general_change.hpp"
#include "bsp_fft/measure/recorder.hpp"
#include "bsp_fft/schedule/program.hpp"

namespace bspfft {

/// Executes any schedule whose passes its kernels fit, without allocation, if they allocate nothing (FFTW does).
template <class Real>
class Execution {
public:
    using Complex = std::complex<Real>;

    /// From input to output, which may be the same, with the scratch memory that needs() asks for. Options are
    /// resolved. The schedule must outlive the execution. Results are multiplied by the scale as well.
    Execution(const Schedule& schedule, const PlanOptions& options, Index s, const PlanArrays<Real>& arrays,
              double scale = 1, Arena::Mode mode = Arena::takes);
    Execution(const Execution&) = delete;
    Execution& operator=(const Execution&) = delete;

    /// For the simd kernel and shared arrays: other ones from now on, the same or two as before.
    void use(Real* input, Real* output)
    {
        slots_[0].base = input;
        slots_[1].base = output;
    }

    /// Registers the output, if packets land in it; usable after the next sync. Landing arrays are the caller's to
    /// register. Collective.
    void push(Port& port);
    /// Whether there is such a registration, the same on all processes, and its bytes.
    bool registers_output() const { return pushed_bytes() > 0; }
    Index pushed_bytes() const;
    void pop(Port& port);
    /// After that sync: makes tables that need communication. Collective. Cost: none, or half a transform's.
    void prepare(Port& port);

    /// Tells the recorder which superstep is done when.
    void execute(Port& port, Recorder& recorder, Direction direction);

    /// For a SpectralOperator: the computation that has the spectrum; null if there is none.
    SpectrumKernel<Real>* spectrum() { return spectrum_; }
    /// The transform up to there only, which then copies the spectrum. Collective.
    void execute_to_spectrum(Port& port);

    static ScratchNeeds needs(const Schedule& schedule, const PlanOptions& options, Index s);
    /// Bytes that it takes on process s besides arrays and scratch memory: a dry run counts them.
    static Index bytes(const Schedule& schedule, const PlanOptions& options, Index s);

private:
    struct Part {
        std::unique_ptr<Action<Real>> action;
        std::size_t step;  ///< of the program
        Index computation;
        Index move;
    };

    std::unique_ptr<Action<Real>> action_of(std::size_t step);
    std::unique_ptr<Action<Real>> pass_of(const Compute& compute, std::size_t step);
    const Slot<Real>& slot(const Operand& operand) const;
    void done(Recorder& recorder, const Part& part);

    const Schedule& schedule_;
    PlanOptions options_;
    Index s_;
    Program program_;
    Scales scales_;
    std::size_t scaled_ = 0;  ///< the step that scales
    Arena arena_;
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

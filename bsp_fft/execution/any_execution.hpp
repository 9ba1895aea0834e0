// What a plan asks of the execution of a schedule, whatever the precision, and of memory before it allocates.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>

#include "bsp_fft/base/arena.hpp"
#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/gpu/work.hpp"
#include "bsp_fft/measure/recorder.hpp"
#include "bsp_fft/schedule/program.hpp"
#include "bspfft/options.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft {

/// Memory that executions need besides input and output, in elements; several share it. Where one execution ends, the
/// next may have begun: what is the first landing array of one must not be in the second of the other.
struct ScratchNeeds {
    Index arrays = 0;  ///< that packets land in
    Index apart = 0;   ///< from one of them to the next
    Index padded = 0;

    Index landing() const { return arrays * apart; }
    /// Process s's part of it.
    void raise_to(const Program& program, Index s);
};

/// Throws Error(out_of_memory), with a shape that would fit, if the processes of this machine, with this many bytes
/// each, would not. The BSPlib's own memory is counted as well.
void require_memory(const Schedule& schedule, Index bytes, Index processes_here);

/// What a BSPlib, or FFTW, may hold on process s besides the plan while a transform of this schedule runs: copies of
/// what is put, and buffers as large as the array.
Index bytes_beside(const Schedule& schedule, Index s);

/// Carries out the sweep of a program that is before the transform, or the one after it.
using Sweep = std::function<void(bool after)>;

/// The arrays of a plan, which its executions in both directions share.
struct PlanArrays {
    void* input = nullptr;
    void* output = nullptr;
    void* landing = nullptr;
    void* padded = nullptr;
    Index* turn = nullptr;  ///< the landing array that was used last: executions that share them take turns
    Index apart = 0;        ///< elements from one landing array to the next, if that is more than this execution needs
    DeviceWork* device = nullptr;  ///< for the kernel cuda
    const Sweep* sweep = nullptr;  ///< for a program with sweeps
};

/// One process's execution of a schedule.
class AnyExecution {
public:
    explicit AnyExecution(const Program& program) : program_(program) {}
    virtual ~AnyExecution() = default;

    /// Tells the recorder which superstep is done when.
    virtual void execute(Port& port, Recorder& recorder, Direction direction) = 0;

    /// Other arrays from now on, the same or two as before. Not for the kernels fftw and cuda, which were made for
    /// theirs, nor where the output is registered.
    virtual void use(void* input, void* output) = 0;

    /// Bytes of the output that packets land in, the same on all processes; the caller registers them, and the landing
    /// arrays too.
    Index registered_bytes() const
    {
        return program_.array(ArrayId::output).registered * 2 * program_.options.bytes_per_real;
    }
    /// After the sync that makes registrations usable: makes tables that need communication. Collective. Cost: none, or
    /// half a transform's.
    virtual void prepare(Port& port) = 0;

protected:
    const Program& program_;
};

/// From input to output, which may be the same, with the memory of ScratchNeeds. Options are resolved. The program and
/// the arena must outlive the execution; the arena has what it takes besides. Results are multiplied by the scale too.
/// In a dry run, with an arena that only counts, arrays may be null.
std::unique_ptr<AnyExecution> make_execution(const Program& program, const PlanOptions& options, Index s,
                                             const PlanArrays& arrays, Arena& arena, double scale = 1);

}  // namespace bspfft

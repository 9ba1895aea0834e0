// One process's part of a plan: the section, the arrays, what is registered, the executions and their ledgers.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/execution/any_execution.hpp"
#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/gpu/device_arrays.hpp"
#include "bsp_fft/plans/planning.hpp"

namespace bspfft {

/// What a runner is made of.
struct RunnerRequest {
    enum class Arrays {
        own,      ///< they share memory unless options.keep_input or the schedule has to have two
        callers,  ///< in and out, for the plan's life
        shared,   ///< seen by all processes, and given to each execution
    };

    std::vector<Index> shape;
    PlanOptions options;  ///< resolved
    Index bytes_per_real;
    Schedule forward;
    /// Where the inverse is not the forward schedule with another direction.
    std::optional<Schedule> inverse = {};
    bool has_inverse = true;
    Arrays arrays = Arrays::own;
    void* in = nullptr;
    void* out = nullptr;
    double scale = 1;      ///< of all results
    Sweep sweep = {};      ///< where the schedules have some
    Index more_bytes = 0;  ///< that a derived class holds
};

/// The request of a plan of this kind of data, with arrays of its own. Options are requested ones.
RunnerRequest plan_request(Data data, std::span<const Index> shape, const PlanOptions& requested, Index bytes_per_real);

/// Carries out the schedules of any plan. It knows the number type as bytes; executions know the rest.
class Runner : public PlanBody {
public:
    /// To be made by planned().
    Runner(Index processes_here, RunnerRequest request);
    virtual void build();
    void join();
    ~Runner() override;

    /// One transform of the runner's schedules.
    void execute(Direction direction) override;
    void execute_on(Direction direction, const void* from, void* to) override;
    /// On shared arrays. Processes begin together, and the next execution begins when all are done.
    void execute_shared(Direction direction, void* in, void* out)
    {
        side(direction).execution->use(in, out);
        Runner::execute(direction);
    }

    void account(bool on) override;
    Ledger ledger(Index transform) const override;
    const Schedule& schedule(Direction direction, Index transform) const override;

    void* input() const override { return in_; }
    void* output() const override { return out_; }
    Index element_bytes(bool output) const override
    {
        return (output || request_.options.data == Data::complex ? 2 : 1) * request_.bytes_per_real;
    }
    const std::vector<Index>& shape() const override { return request_.shape; }
    const PlanOptions& options() const override { return request_.options; }
    /// Reals of the arrays.
    const ArraySpans& spans() const { return spans_; }
    Index bytes() const override { return bytes_; }
    PlanTraffic traffic() const override { return port_.traffic_of_plan(); }

protected:
    /// The schedule of a direction, or of both.
    struct Side {
        Side(Port& port, Schedule given, Index bytes_per_real)
            : schedule(std::move(given)), recorder(port, schedule, bytes_per_real)
        {}

        Schedule schedule;
        Recorder recorder;
        std::unique_ptr<AnyExecution> execution = {};
    };

    Side& side(Direction direction) { return direction == Direction::inverse && inverse_ ? *inverse_ : forward_; }
    PlanPort& port() { return port_; }

private:
    struct Block {
        void* address = nullptr;
        Index bytes = 0;
    };

    Index bytes_of(Index reals) const { return checked_product(reals, request_.bytes_per_real); }
    bool owns_arrays() const { return request_.arrays == RunnerRequest::Arrays::own; }
    Index in_bytes() const { return bytes_of(in_ == out_ ? spans_.shared : spans_.input); }
    Index out_bytes() const { return bytes_of(in_ == out_ ? spans_.shared : spans_.output); }
    bool has_two_executions() const;
    /// Whether arrays need no more room than the elements of their layouts.
    bool needs_layouts_only() const;
    void make_own_arrays();
    /// Where the kernel cuda has arrays instead of the plan's own, and scratch memory.
    void place_on_device();
    void require_equal_transforms() const;

    PlanPort port_;
    RunnerRequest request_;
    Arena arena_;                ///< of the executions
    Index workspace_bytes_ = 0;  ///< of the arena
    Buffer<std::byte> own_in_, own_out_, landing_, padded_;
    std::unique_ptr<DeviceArrays> device_;  ///< for the kernel cuda
    Side forward_;
    std::optional<Side> inverse_;
    const Side* last_ = &forward_;  ///< that ran
    void* in_;
    void* out_;
    void* mirror_in_ = nullptr;  ///< on the host, of arrays on a device
    void* mirror_out_ = nullptr;
    PlanArrays arrays_;     ///< of executions: the plan's, or what the kernel cuda has instead
    Block pushed_landing_;  ///< that the others put packets into
    RegisteredArrays registered_;
    Index turn_ = 0;
    Index executed_[2] = {};  ///< forward and inverse
    ArraySpans spans_;
    ScratchNeeds scratch_;
    bool has_two_arrays_ = false;
    Index bytes_ = 0;
};

/// A transform of arrays in natural order that all processes see, without a copy of them, for execute_shared. It is the
/// free cut over all of them: columns are read from the input where they are, packets move once, rows are written to
/// the output where they belong; or of several axes sweeps from the input to the output. Forward and inverse transforms
/// of real data have different problems; for complex data the direction says which it is. Results are multiplied by the
/// scale. Collective; throws as Plan does.
std::unique_ptr<Runner> make_shared_plan(const Problem& problem, const SharedArrays& arrays, double scale,
                                         bool reproducible, Index bytes_per_real);

/// Its schedule over p processes.
Schedule shared_schedule(const Problem& problem, const SharedArrays& arrays, Index p, bool reproducible,
                         Index bytes_per_real);

/// Whether there is one over p processes; otherwise a plan with arrays of its own can do it.
bool has_shared_plan(const Problem& problem, Index p, bool reproducible, Index bytes_per_real);

}  // namespace bspfft

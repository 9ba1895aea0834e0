// A plan of complex or real data: the schedules forward and inverse, their execution and the arrays.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/bsp/home_section.hpp"
#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/execution/execution.hpp"
#include "bsp_fft/gpu/device_arrays.hpp"
#include "bsp_fft/plans/plan_body.hpp"
#include "bsp_fft/plans/registered_arrays.hpp"

namespace bspfft {

/// Arrays are of reals here; the plans know what their elements are.
template <class Real>
class PlanCore final : public PlanBody {
public:
    /// The caller's arrays, or none: the plan's own, which share memory unless options.keep_input or the schedule has
    /// to have two.
    struct Arrays {
        Real* in = nullptr;
        Real* out = nullptr;
        bool are_own = true;
    };

    /// To be made by planned(). The options are requested ones, of this kind of data.
    PlanCore(Index processes_here, std::span<const Index> shape, const Arrays& arrays, const PlanOptions& requested,
             Data data);
    void build();
    void join();
    ~PlanCore() override;

    void execute(Direction direction) override;
    void account(bool on) override;
    Ledger ledger(Index transform) const override;

    void* input() const override { return in_; }
    void* output() const override { return out_; }
    const std::vector<Index>& shape() const override { return shape_; }
    const Schedule& schedule(Direction direction, Index transform) const override
    {
        require_first(transform);
        return direction == Direction::inverse && inverse_schedule_ ? *inverse_schedule_ : schedule_;
    }
    const PlanOptions& options() const override { return options_; }
    /// Complex numbers of an array.
    Index span() const { return span_.shared / 2; }
    Index bytes() const override { return bytes_; }
    PlanTraffic traffic() const override;

private:
    static constexpr auto bytes_per_real = static_cast<Index>(sizeof(Real));

    ScratchNeeds needs() const;
    Index bytes_of_all() const;
    bool has_two_arrays() const { return options_.keep_input || needs_two_arrays(schedule_); }
    void own_arrays();
    void require_equal_transforms() const;
    /// The landing array that the others put packets into; on threads a device's are written to without.
    std::span<Real> pushed_landing();
    /// Of the kernel cuda: what Execution has instead of the plan's arrays, and scratch memory.
    void place_on_device(PlanArrays<Real>& arrays, const ScratchNeeds& scratch);
    Index host_bytes() const;
    bool registers_arrays() const { return forward_->registers_output() || (inverse_ && inverse_->registers_output()); }

    Port port_;
    HomeSection home_;
    bool owns_arrays_;
    std::vector<Index> shape_;
    PlanOptions options_;
    Schedule schedule_;
    Recorder recorder_;
    /// The inverse, where it is another: between other layouts, or between other arrays.
    std::optional<Schedule> inverse_schedule_;
    std::optional<Recorder> inverse_recorder_;
    Real* in_;
    Real* out_;
    Buffer<Real> own_in_, own_out_;
    Buffer<Real> landing_, padded_, workspace_;
    std::unique_ptr<DeviceArrays<Real>> device_;  ///< of the kernel cuda
    Real* mirror_in_ = nullptr;  ///< of arrays on a device
    Real* mirror_out_ = nullptr;
    std::span<Real> device_landing_;
    std::optional<Execution<Real>> forward_, inverse_;
    RegisteredArrays registered_;
    Index turn_ = 0;
    bool ran_inverse_ = false;
    Index executed_[2] = {};  ///< transforms, forward and inverse
    ArraySpans span_;
    Index bytes_ = 0;
    Traffic planning_;
};

extern template class PlanCore<float>;
extern template class PlanCore<double>;

}  // namespace bspfft

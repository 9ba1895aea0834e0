// The plan inside a stage, which is made when the arrays are known.
#pragma once

#include <optional>

#include "bsp_fft/execution/trigonometric_stage.hpp"

namespace bspfft {

/// InnerPlan is a Plan or a RealPlan.
template <class Real, class InnerPlan>
class PlannedStage : public TrigonometricStage<Real> {
public:
    const Schedule& schedule() const override { return inner_.schedule; }
    void account(bool on) override { plan_->account(on); }
    Ledger ledger() const override { return plan_->ledger(); }
    PlanTraffic traffic() const override { return plan_->traffic(); }

protected:
    PlannedStage(const StageProblem& problem, InnerTransform inner, Layout first, Layout second)
        : TrigonometricStage<Real>(problem, std::move(first), std::move(second)), inner_(std::move(inner))
    {}

    const InnerTransform& inner_transform() const { return inner_; }
    template <class... Arrays>
    void make_plan(Arrays... arrays)
    {
        plan_.emplace(inner_.shape, arrays..., inner_.options);
    }
    InnerPlan& plan() { return *plan_; }
    const InnerPlan& plan() const { return *plan_; }

    /// The i-th rows of all lines of an array with so many rows each, and the same of a complex one.
    template <class Element>
    Element* line(Element* array, Index rows, Index number) const
    {
        return array + number * rows * this->inner();
    }

private:
    InnerTransform inner_;
    std::optional<InnerPlan> plan_;
};

}  // namespace bspfft

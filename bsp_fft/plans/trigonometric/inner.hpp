// The plan inside a stage, which is made when the arrays are known.
#pragma once

#include <optional>
#include <type_traits>

#include "bsp_fft/plans/planning.hpp"
#include "bsp_fft/plans/trigonometric/stage.hpp"

namespace bspfft {

/// InnerPlan is a Plan or a RealPlan.
template <class Real, class InnerPlan>
class PlannedStage : public TrigonometricStage<Real> {
public:
    const Schedule& schedule(bool to_second) const override
    {
        // a complex transform is forward in both
        const bool inverse = std::is_same_v<InnerPlan, RealPlan<Real>> && !to_second;
        return inverse ? plan_->schedule(Direction::inverse) : inner_.schedule;
    }
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
        std::vector<Index> shape = made_together([&] { return inner_.shape; });
        plan_.emplace(std::move(shape), arrays..., inner_.options);
    }
    InnerPlan& plan() { return *plan_; }
    const InnerPlan& plan() const { return *plan_; }

    /// The line with this number of an array whose lines have `rows` rows each.
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

// The results of a run, for people and for programs.
#pragma once

#include <optional>
#include <string>

#include "bsp_fft/base/memory.hpp"
#include "bsp_fft/report/cost_report.hpp"
#include "tools/bench/samples.hpp"
#include "tools/commands/directed_plan.hpp"
#include "tools/commands/run_source.hpp"
#include "bsp_fft/measure/verification.hpp"

namespace bspfft::tools {

/// A ledger beside predictions, where there is a machine file for them; otherwise a mark says why there is none.
CostReport beside_predictions(const Schedule& schedule, const Ledger& ledger, double seconds,
                              const std::string& machine);

/// Filled by process 0 during the run; printed after it.
class RunReport {
public:
    RunReport(const RunRequest& request, const RunSource& source) : request_(request), source_(source) {}

    Samples seconds;  ///< of each repeat
    std::optional<ErrorEstimate> error;
    std::optional<Ledger> ledger;  ///< with seconds
    double tolerance = 0;
    PageUse pages;  ///< of the large arrays, of all processes that share this one's memory
    bool oversubscribed = false;
    std::string remembered;  ///< where grid and cut come from, in words; empty: the planner

    template <class Real>
    void describe(const DirectedPlan<Real>& plan)
    {
        schedule_ = plan.schedule();
        problem_ = plan.problem();
        if (source_.transform.trigonometric) kind_ = trigonometric_name(*source_.transform.trigonometric);
        moves_between_ = plan.plan().moves_between();
        for (Index i = 0; i < plan.plan().transforms(); ++i) inside_.push_back(plan.schedule(i));
        options_ = plan.options();
        synchronisations_ = plan.synchronisations();
        bytes_ = plan.plan().bytes();
    }

    bool failed() const { return error && !(error->l2 <= tolerance); }

    /// As the request wants it: a summary, or JSON.
    void print() const;

private:
    void print_summary() const;
    void print_transforms_inside() const;
    void print_json() const;
    std::vector<std::string> reasons() const;
    std::string pages_in_words() const;

    const RunRequest& request_;
    const RunSource& source_;
    bspfft::Problem problem_;
    std::optional<Schedule> schedule_;
    /// Only for cosine and sine transforms: the kind, the moves besides those of the transforms inside, and the
    /// schedules of these.
    std::string kind_;
    Index moves_between_ = 0;
    std::vector<Schedule> inside_;
    PlanOptions options_;
    Index synchronisations_ = 0;
    Index bytes_ = 0;
};

}  // namespace bspfft::tools

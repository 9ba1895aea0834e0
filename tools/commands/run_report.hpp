// The results of a run, for people and for programs.
#pragma once

#include <optional>
#include <string>

#include "bsp_fft/base/memory.hpp"
#include "bsp_fft/measure/verification.hpp"
#include "tools/commands/choice.hpp"
#include "tools/commands/data_report.hpp"
#include "tools/commands/directed_plan.hpp"
#include "tools/commands/run_source.hpp"

namespace bspfft::tools {

class RunReport final : public DataReport {
public:
    RunReport(const RunRequest& request, const RunSource& source)
        : DataReport(request), request_(request), source_(source)
    {}

    std::optional<ErrorEstimate> error;
    double tolerance = 0;
    PageUse pages;  ///< of the large arrays, of all processes that share this one's memory
    bool oversubscribed = false;
    std::string remembered;  ///< where grid and cut come from, in words; empty: the planner

    template <class Real>
    void describe(const DirectedPlan<Real>& plan)
    {
        schedule_ = source_.transform.is_fourier() ? plan.schedule()
                                                   : composed_schedule(request_.direction(), source_.transform,
                                                                       plan.from().p(), sizeof(Real));
        moves_between_ = plan.plan().moves_between();
        options_ = plan.options();
        bytes_ = plan.plan().bytes();
    }

    bool failed() const { return error && !(error->l2 <= tolerance); }

protected:
    void print_summary() const override;
    Json json() const override;

private:
    std::vector<std::string> reasons() const;
    std::string pages_in_words() const;

    const RunRequest& request_;
    const RunSource& source_;
    Index moves_between_ = 0;
};

}  // namespace bspfft::tools

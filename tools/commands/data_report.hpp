// What the commands that transform files do and report alike.
#pragma once

#include <optional>
#include <string>

#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/report/cost_report.hpp"
#include "tools/bench/samples.hpp"
#include "tools/commands/data_request.hpp"
#include "tools/processes/section.hpp"
#include "tools/terminal/progress.hpp"

namespace bspfft::tools {

/// Filled by process 0 during the run; printed after it.
class DataReport {
public:
    virtual ~DataReport() = default;

    Samples seconds;               ///< of each repeat
    std::optional<Ledger> ledger;  ///< with seconds

    /// As the request wants it: a summary, or JSON.
    void print() const;

protected:
    explicit DataReport(const DataRequest& request) : request_(request) {}

    virtual void print_summary() const = 0;
    virtual Json json() const = 0;
    /// The transforms of one repeat, of which the ledger has one.
    virtual double transforms() const { return 1; }

    /// The cost of a process, the supersteps, and the sentences under them; then those of the ledger beside
    /// predictions.
    void print_costs(const std::vector<std::string>& reasons = {}) const;
    std::string seconds_in_words() const;

    std::optional<Schedule> schedule_;
    PlanOptions options_;  ///< resolved
    Index bytes_ = 0;

private:
    CostReport beside_predictions() const;
    void add_costs(Json& document) const;

    const DataRequest& request_;
};

/// One process's part of such a command.
class DataProcess {
protected:
    DataProcess(Port& port, const DataRequest& request, Progress& progress, DataReport& report)
        : port_(port), given_(request), progress_(progress), times_(report)
    {}

    void step(const char* name)
    {
        if (port_.s() == 0) progress_.step(name);
    }
    /// The repeats of a plan, each of which load() fills.
    void time(const char* name, auto& plan, auto load)
    {
        for (int i = 0; i < given_.repeat; ++i) {
            step(name);
            load();
            const double seconds = seconds_of(port_, [&] { plan.execute(); });
            if (port_.s() == 0) times_.seconds.push_back(seconds);
        }
    }
    void account(auto& plan)
    {
        const Ledger ledger = median_ledger(plan, given_.repeat);
        if (port_.s() == 0) times_.ledger = ledger;
    }

    Port& port_;

private:
    const DataRequest& given_;
    Progress& progress_;
    DataReport& times_;
};

}  // namespace bspfft::tools

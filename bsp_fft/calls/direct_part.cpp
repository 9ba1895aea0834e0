// On the caller's arrays, without a copy of them: all axes at once, or one axis after the other.
#include <algorithm>
#include <vector>

#include "bsp_fft/calls/steps.hpp"
#include "bsp_fft/execution/choices.hpp"
#include "bsp_fft/plans/runner.hpp"
#include "bsp_fft/schedule/vector_prices.hpp"

namespace bspfft::calls {

namespace {

constexpr Index line_bytes = 64;

struct PlannedStep : Step {
    explicit PlannedStep(Step step) : Step(std::move(step)) {}

    Problem problem = request.problem();
    SharedArrays strides = request.strides();
    std::unique_ptr<Runner> plan = {};
};

class DirectPart final : public Part {
public:
    DirectPart(const Request& request, bool by_axes) : direction_(request.direction)
    {
        if (by_axes) {
            for (Step& step : steps_by_axes(request)) steps_.emplace_back(std::move(step));
        } else {
            steps_.emplace_back(Step{request, Place::input, Place::output});
        }
    }

    /// Collective, after all were made.
    void make_plans()
    {
        for (PlannedStep& step : steps_) {
            const Request& one = step.request;
            step.plan = make_shared_plan(step.problem, step.strides, one.scale, one.reproducible, one.bytes_per_real());
        }
    }

    void execute(const void* in, void* out) override
    {
        // the input is only read, unless it is the output
        const auto at = [&](Place place) { return place == Place::input ? const_cast<void*>(in) : out; };
        for (const PlannedStep& step : steps_) step.plan->execute_shared(direction_, at(step.from), at(step.to));
    }
    void account(bool on) override
    {
        for (const PlannedStep& step : steps_) step.plan->account(on);
    }
    Ledger ledger() const override
    {
        Ledger all = steps_.front().plan->ledger(0);
        for (std::size_t i = 1; i < steps_.size(); ++i) {
            const Ledger one = steps_[i].plan->ledger(0);
            all.seconds += one.seconds;
            all.supersteps.insert(all.supersteps.end(), one.supersteps.begin(), one.supersteps.end());
        }
        return all;
    }
    c::Counts counts() const override
    {
        c::Counts sum;
        for (const PlannedStep& step : steps_) {
            const Schedule& schedule = step.plan->schedule(Direction::forward, 0);
            sum.processes = schedule.p();
            sum.flops += schedule.flops();
            sum.words += schedule.words();
            sum.synchronisations += schedule.synchronisations();
            sum.bytes += step.plan->bytes();
        }
        return sum;
    }

private:
    Direction direction_;
    std::vector<PlannedStep> steps_;
};

std::unique_ptr<Part> made(const Request& request, bool by_axes)
{
    auto part = made_together([&] { return std::make_unique<DirectPart>(request, by_axes); });
    part->make_plans();
    return part;
}

}  // namespace

bool can_go_by_axes(const Request& request, Index p)
{
    const std::vector<Index> axes = request.transformed();
    const Index bytes_per_real = request.bytes_per_real(), elements = request.elements();
    if (p > 1 || request.reproducible || axes.size() < 2) return false;
    // every axis must have enough columns to fill the lanes of tiles
    return std::all_of(axes.begin(), axes.end(), [&](Index l) {
        const Index length = request.axes[static_cast<std::size_t>(l)].length;
        return length > 1 && elements / length >= line_bytes / bytes_per_real;
    });
}

double direct_price(const Request& request, Index p, bool by_axes)
{
    const auto of = [&](const Request& one) {
        const Schedule schedule =
            shared_schedule(one.problem(), one.strides(), p, one.reproducible, one.bytes_per_real());
        return built_in_price(schedule, vector_bytes());
    };
    if (!by_axes) return of(request);
    double sum = 0;
    for (const Step& step : steps_by_axes(request)) sum += of(step.request);
    return sum;
}

std::unique_ptr<Part> make_direct_part(const Request& request) { return made(request, false); }
std::unique_ptr<Part> make_part_by_axes(const Request& request) { return made(request, true); }

}  // namespace bspfft::calls

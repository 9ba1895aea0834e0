// What a program and its schedule say of themselves: counts, and supersteps.
#include "bsp_fft/schedule/program.hpp"

#include <algorithm>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/schedule/device.hpp"

namespace bspfft {

namespace {

const Digit& digit_of(const Compute& compute)
{
    if (const auto* const transform = compute.find<TransformStep>()) return transform->digit;
    throw refusal("the computation \"", compute.name, "\" transforms nothing");
}

void add_name(std::string& names, const std::string& name)
{
    if (!names.empty()) names += ", ";
    names += name;
}

void add(Superstep& superstep, const Compute& compute)
{
    Superstep::Computation& all = superstep.computation;
    add_name(all.name, compute.name);
    all.flops += compute.flops;
    if (compute.find<TransformStep>()) all.radices.push_back(compute.radix);
    all.slices = std::max(all.slices, compute.slices);
    superstep.sweeps += compute.sweeps;
    superstep.working_set = std::max(superstep.working_set, compute.working_set);
}

void add(Superstep& superstep, const Move& move)
{
    if (!move.redistributes()) return;
    Superstep::Communication& all = superstep.communication;
    add_name(all.name, move.name);
    all.words_sent += move.words_sent;
    all.words_received += move.words_received;
    all.messages += move.messages;
    all.partners = std::max(all.partners, move.partners);
    superstep.sweeps += move.sweeps;
    superstep.working_set = std::max(superstep.working_set, move.working_set);
}

bool is_empty(const Superstep& superstep)
{
    return superstep.computation.name.empty() && superstep.communication.name.empty();
}

// A sync ends a superstep that does something; one that opens the program, or follows a sync, belongs to the next.
void number_supersteps(Program& program)
{
    Superstep now;
    const auto synchronise = [&] {
        ++now.synchronisations;
        if (is_empty(now)) return;
        program.supersteps.push_back(std::move(now));
        now = {};
        now.number = program.supersteps.size();
    };
    for (Step& step : program.steps) {
        step.superstep = program.supersteps.size();
        if (step.compute()) add(now, *step.compute());
        if (step.move()) add(now, *step.move());
        if (step.is_sync() || (step.move() && step.move()->synchronises)) synchronise();
    }
    if (!is_empty(now)) program.supersteps.push_back(std::move(now));
}

std::string nearest_powers(Index n)
{
    const Index below = power_of_two_below(n);
    return text("the nearest are ", below, " and ", 2 * below);
}

struct Totals {
    Index flops = 0, words = 0, sweeps = 0, synchronisations = 0;
};

Totals totals_of(const std::vector<Superstep>& supersteps)
{
    Totals sum;
    for (const Superstep& step : supersteps) {
        sum.flops += step.computation.flops;
        sum.words += step.communication.h();
        sum.sweeps += step.sweeps;
        sum.synchronisations += step.synchronisations;
    }
    return sum;
}

template <class Kind>
std::vector<const Kind*> all_of_kind(const std::vector<Step>& steps)
{
    std::vector<const Kind*> all;
    for (const Step& step : steps) {
        if (const auto* const found = std::get_if<Kind>(&step.is)) all.push_back(found);
    }
    return all;
}

}  // namespace

const char* SweepStep::name() const
{
    constexpr const char* names[] = {"copy", "fold", "unfold", "take apart", "put together"};
    return names[static_cast<std::size_t>(pattern)];
}

bool Compute::needs_two_arrays() const { return access == Access::in_place && half_axis_of(cut); }

Index Compute::first_stage() const { return 2 * digit_of(*this).weight; }

Index Compute::last_stage() const { return digit_of(*this).weight * digit_of(*this).radix; }

Index Array::reals(Index s) const
{
    Index most = 2 * landing_length;
    for (const Content& content : contents)
        most = std::max(most, content.reals_per_element * content.layout.local_span(s));
    return most;
}

bool Program::needs_two_arrays() const
{
    return std::ranges::any_of(computations(), &Compute::needs_two_arrays);
}

const std::vector<AxisCut>& Program::cut() const
{
    static const std::vector<AxisCut> none;
    for (const Compute* compute : computations()) {
        if (!compute->cut.empty()) return compute->cut;
    }
    return none;
}

bool Program::is_whole() const
{
    const auto is_cut = [](const AxisCut& axis) { return axis.transformed && axis.b > 1; };
    return std::ranges::all_of(computations(), [&](const Compute* compute) {
        return compute->access == Access::in_place && std::ranges::none_of(compute->cut, is_cut);
    });
}

std::vector<const Compute*> Program::computations() const { return all_of_kind<Compute>(steps); }
std::vector<const Move*> Program::moves() const { return all_of_kind<Move>(steps); }

std::string device_kind(const Compute& step)
{
    constexpr Index most_axes = 3;
    const bool in_place = step.access == Access::in_place;
    Index axes = 0, outer = 1, inner = 1;
    for (const AxisCut& axis : step.cut) {
        const Index part = step.access == Access::from_packets ? axis.b : axis.a;
        const Index length = !axis.transformed ? 1 : in_place ? axis.n : part;
        if (length > 1) {
            ++axes;
            outer *= inner;
            inner = 1;
        } else {
            inner *= axis.n;
        }
    }
    if (in_place && axes > 0 && inner > 1) return outer > most_device_calls ? "cuda gathered" : "cuda strided";
    return axes > 1 ? text("cuda ", std::min(axes, most_axes), " axes") : "cuda";
}

bool is_all_on_device(const Program& program)
{
    return std::all_of(program.steps.begin(), program.steps.end(), [](const Step& step) {
        if (step.move()) return step.move()->tiles() != nullptr;
        const Compute* const compute = step.compute();
        return !compute || compute->find<SweepStep>() ||
               (compute->find<TransformStep>() && !compute->find<MultiplyStep>());
    });
}

Schedule scheduled(Algorithm algorithm, const Problem& problem, const Layout& input, const Layout& output,
                   const ScheduleOptions& options, std::vector<Step> steps)
{
    auto program = std::make_shared<Program>(Program{algorithm, problem, input, output, options, std::move(steps)});
    name_arrays(*program);
    number_supersteps(*program);
    return Schedule(std::move(program));
}

Schedule with_sweeps(const Schedule& inside, Compute before, Compute after)
{
    auto program = std::make_shared<Program>(inside.program());
    before.to = {ArrayId::input};
    after.from = after.to = {ArrayId::output};
    const auto first = program->steps.begin() + (program->opens_with_sync() ? 1 : 0);
    if (!before.name.empty()) program->steps.insert(first, Step{std::move(before)});
    if (!after.name.empty()) program->steps.push_back({std::move(after)});
    program->supersteps.clear();
    number_supersteps(*program);
    return Schedule(std::move(program));
}

Schedule joined(const Problem& problem, const Layout& input, const Layout& output, const std::vector<Schedule>& all)
{
    auto program = std::make_shared<Program>(all.front().program());
    program->problem = problem;
    program->input = input;
    program->output = output;
    for (std::size_t i = 1; i < all.size(); ++i) {
        const std::vector<Step>& more = all[i].program().steps;
        program->steps.insert(program->steps.end(), more.begin(), more.end());
    }
    program->supersteps.clear();
    number_supersteps(*program);
    return Schedule(std::move(program));
}

void require_powers_of_two(Index n, Index p)
{
    if (n < 2) throw refusal("n = ", n, " is too short; the smallest length is 2");
    require_countable({n});
    if (!is_power_of_two(n)) throw refusal("n = ", n, " is not a power of two; ", nearest_powers(n));
    if (p < 1) throw refusal("p = ", p, " processes; at least 1 is needed");
    if (!is_power_of_two(p)) throw refusal("p = ", p, " is not a power of two; ", nearest_powers(p));
    if (p > n / 2)
        throw refusal("p = ", p, " is more than n/2 = ", n / 2,
                      ", and every process needs two elements; take p <= ", n / 2);
}

std::string Superstep::name() const
{
    const std::string &computes = computation.name, &moves = communication.name;
    return computes.empty() || moves.empty() ? computes + moves : computes + "; " + moves;
}

Schedule::Schedule(std::shared_ptr<const Program> program) : program_(std::move(program)) {}
Schedule::Schedule(const Schedule&) = default;
Schedule::Schedule(Schedule&&) noexcept = default;
Schedule& Schedule::operator=(const Schedule&) = default;
Schedule& Schedule::operator=(Schedule&&) noexcept = default;
Schedule::~Schedule() = default;

const Problem& Schedule::problem() const { return program_->problem; }
const std::vector<Index>& Schedule::shape() const { return program_->problem.shape; }
Index Schedule::n() const { return program_->problem.n(); }
Index Schedule::p() const { return program_->p(); }
const Layout& Schedule::input() const { return program_->input; }
const Layout& Schedule::output() const { return program_->output; }
const std::vector<Superstep>& Schedule::supersteps() const { return program_->supersteps; }
Algorithm Schedule::algorithm() const { return program_->algorithm; }
Kernel Schedule::kernel() const { return program_->options.kernel; }
Memory Schedule::memory() const { return program_->options.memory; }
Exchange Schedule::exchange() const { return program_->options.exchange; }
Index Schedule::bytes_per_real() const { return program_->options.bytes_per_real; }
bool Schedule::reproducible() const { return program_->options.reproducible; }
bool Schedule::opens_with_sync() const { return program_->opens_with_sync(); }

std::vector<Index> Schedule::radices() const
{
    std::vector<Index> radices;
    for (const Superstep& step : supersteps())
        radices.insert(radices.end(), step.computation.radices.begin(), step.computation.radices.end());
    return radices;
}

Index Schedule::lanes() const
{
    for (const Compute* compute : program_->computations()) {
        if (compute->find<TransformStep>()) return compute->lanes;
    }
    return 1;
}

Index Schedule::redistributions() const
{
    Index count = 0;
    for (const Move* move : program_->moves()) count += move->redistributes() ? 1 : 0;
    return count;
}

Index Schedule::flops() const { return totals_of(supersteps()).flops; }
Index Schedule::words() const { return totals_of(supersteps()).words; }
Index Schedule::sweeps() const { return totals_of(supersteps()).sweeps; }
Index Schedule::synchronisations() const { return totals_of(supersteps()).synchronisations; }

}  // namespace bspfft

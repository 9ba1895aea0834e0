// What a program says of itself: counts, and its supersteps.
#include "bsp_fft/schedule/program.hpp"

#include <algorithm>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/layout/grid_cut.hpp"
#include "bsp_fft/schedule/move_counts.hpp"
#include "bsp_fft/schedule/tile_counts.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

namespace {

const Digit& digit_of(const Compute& compute)
{
    if (const auto* const transform = compute.find<TransformStep>()) return transform->digit;
    throw Error(Status::invalid_argument, text("the computation \"", compute.name, "\" transforms nothing"));
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

}  // namespace

bool Compute::needs_two_arrays() const { return access == Access::in_place && half_axis_of(cut); }

Index Compute::first_stage() const { return 2 * digit_of(*this).weight; }

Index Compute::last_stage() const { return digit_of(*this).weight * digit_of(*this).radix; }

MoveCounts Move::counts(Index s) const
{
    if (tiles()) return tile_counts(*tiles(), s);
    if (plain()) return move_counts(before, plain()->to, plain()->landing, s, plain()->words_per_element);
    const Index partner = mirror()->partner(s);
    if (partner == s) return {0, 0, 0};
    return {words_per_complex * before.local_size(s), words_per_complex * before.local_size(partner), 1};
}

Index Array::reals(Index s) const
{
    Index most = 2 * landing_length;
    for (const Content& content : contents)
        most = std::max(most, content.reals_per_element * content.layout.local_span(s));
    return most;
}

bool Program::needs_two_arrays() const
{
    const std::vector<const Compute*> all = computations();
    return std::any_of(all.begin(), all.end(), [](const Compute* compute) { return compute->needs_two_arrays(); });
}

Index Program::landing_size() const
{
    const Array& landing = array(ArrayId::landing);
    return landing.copies * landing.landing_length;
}

const std::vector<AxisCut>& Program::cut() const
{
    static const std::vector<AxisCut> none;
    for (const Compute* compute : computations()) {
        if (!compute->cut.empty()) return compute->cut;
    }
    return none;
}

std::vector<const Compute*> Program::computations() const
{
    std::vector<const Compute*> all;
    for (const Step& step : steps) {
        if (step.compute()) all.push_back(step.compute());
    }
    return all;
}

std::vector<const Move*> Program::moves() const
{
    std::vector<const Move*> all;
    for (const Step& step : steps) {
        if (step.move()) all.push_back(step.move());
    }
    return all;
}

Schedule scheduled(Algorithm algorithm, const Problem& problem, const Layout& input, const Layout& output,
                   const ScheduleOptions& options, std::vector<Step> steps)
{
    auto program = std::make_shared<Program>(Program{algorithm, problem, input, output, options, std::move(steps)});
    name_arrays(*program);
    number_supersteps(*program);
    return Schedule(std::move(program));
}

}  // namespace bspfft

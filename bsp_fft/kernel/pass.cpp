#include "bsp_fft/kernel/pass.hpp"

#include <algorithm>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/layout/layout_change.hpp"

namespace bspfft {

namespace {

bool lies_in(const Digit& within, Index weight)
{
    return within.weight <= weight && weight < within.weight * within.radix;
}

// Cuts a layout at the ends of the digit, so that each of its digits lies inside or outside.
std::vector<Digit> cut_at(const std::vector<Digit>& digits, const Digit& at)
{
    std::vector<Digit> result;
    for (const Digit& digit : digits) {
        std::vector<Index> weights{digit.weight};
        for (const Index end : {at.weight, at.weight * at.radix}) {
            if (digit.weight < end && end < digit.weight * digit.radix) weights.push_back(end);
        }
        weights.push_back(digit.weight * digit.radix);
        for (std::size_t i = weights.size() - 1; i-- > 0;)
            result.push_back({weights[i + 1] / weights[i], weights[i]});
    }
    return result;
}

Layout cut_at(const Layout& layout, const Digit& at)
{
    return {layout.shape(), cut_at(layout.process_digits(), at), cut_at(layout.local_digits(), at)};
}

// What a step of the element with this weight adds to the value of a digit.
Index value_in(const Digit& digit, Index weight) { return lies_in(digit, weight) ? weight / digit.weight : 0; }

Index sum_of(const std::vector<PassDigit>& digits, Index number, Index PassDigit::* step)
{
    Index sum = 0;
    for (const PassDigit& digit : digits) sum += number / digit.weight % digit.radix * (digit.*step);
    return sum;
}

/// The steps of a computation that are not moves.
struct Local {
    Digit transformed{1, 1};
    Digit twiddled{1, 1};
    Twiddles twiddles = Twiddles::none;
};

Local local_steps(const Superstep& superstep)
{
    Local local;
    bool transformed = false;
    for (const Step& step : superstep.steps) {
        if (const auto* transform = std::get_if<TransformStep>(&step)) {
            local.transformed = transform->digit;
            transformed = true;
        } else if (const auto* twiddle = std::get_if<TwiddleStep>(&step)) {
            local.twiddled = twiddle->digit;
            local.twiddles = transformed ? Twiddles::after : Twiddles::before;
        }
    }
    return local;
}

// The digit whose values the columns have in the twiddles: before the transform they are the lower part of k, after it
// they are the digit that is to be transformed next.
Digit column_factor(const Local& local)
{
    return local.twiddles == Twiddles::before ? Digit{local.transformed.weight, 1} : local.twiddled;
}

// In the order of the cut.
std::vector<Index> in_order_of(const std::vector<AxisCut>& axes, const std::vector<Index>& by_axis)
{
    std::vector<Index> strides;
    for (const AxisCut& axis : axes) strides.push_back(by_axis[static_cast<std::size_t>(axis.axis)]);
    return strides;
}

void add_tiles(Pass& pass, const Schedule& schedule, const Compute& compute, const Move* sent)
{
    const Superstep& step = compute.what;
    const std::optional<SharedArrays>& shared = schedule.shared();
    TilePass tiles{step.cut, step.lanes, compute.landed, {},
                   in_order_of(step.cut, shared ? shared->in : step.before.axis_strides(pass.s)),
                   in_order_of(step.cut, shared ? shared->out : step.after.axis_strides(pass.s)),
                   schedule.reproducible(), shared.has_value()};
    if (sent) tiles.to = std::get<TilePackets>(sent->packets);
    pass.rows = step.radix;
    pass.tiles = std::move(tiles);
}

void add_digits(Pass& pass, const Superstep& superstep, const Local& local)
{
    const Digit& row = local.transformed;
    const Digit factor = column_factor(local);
    const Layout before = cut_at(cut_at(superstep.before, row), factor);
    const Layout after = cut_at(cut_at(superstep.after, row), factor);
    for (const LocalDigit& digit : local_digits_of(before, after)) {
        if (lies_in(row, digit.weight)) {
            pass.row_digits.push_back({digit.radix, digit.weight / row.weight, digit.from, digit.to});
        } else {
            pass.column_digits.push_back({digit.radix, pass.columns, digit.from, digit.to});
            if (local.twiddles != Twiddles::none)
                pass.column_digits.back().twiddle = value_in(factor, digit.weight);
            pass.columns *= digit.radix;
        }
    }
    std::sort(pass.row_digits.begin(), pass.row_digits.end(),
              [](const PassDigit& a, const PassDigit& b) { return a.weight < b.weight; });
    if (local.twiddles == Twiddles::none) return;
    pass.order = local.twiddled.radix * local.twiddled.weight;
    pass.first = before.global(pass.s, 0) / factor.weight % factor.radix;
}

}  // namespace

Index Pass::in_place(Index row, Index column) const
{
    return sum_of(row_digits, row, &PassDigit::in) + sum_of(column_digits, column, &PassDigit::in);
}

Index Pass::out_place(Index row, Index column) const
{
    return sum_of(row_digits, row, &PassDigit::out) + sum_of(column_digits, column, &PassDigit::out);
}

Index Pass::factor(Index column) const { return first + sum_of(column_digits, column, &PassDigit::twiddle); }

bool Pass::in_natural_order() const
{
    const auto matrix = [&](const PassDigit& digit, Index distance) {
        return digit.in == digit.weight * distance && digit.out == digit.weight * distance;
    };
    return std::all_of(row_digits.begin(), row_digits.end(), [&](const PassDigit& d) { return matrix(d, columns); }) &&
           std::all_of(column_digits.begin(), column_digits.end(), [&](const PassDigit& d) { return matrix(d, 1); });
}

bool Pass::in_bit_reversed_order() const
{
    const auto reversed = [&](const PassDigit& digit) {
        return digit.radix == 2 && digit.in == rows / 2 / digit.weight * columns &&
               digit.out == digit.weight * columns;
    };
    return std::all_of(row_digits.begin(), row_digits.end(), reversed) &&
           std::all_of(column_digits.begin(), column_digits.end(),
                       [](const PassDigit& d) { return d.in == d.weight && d.out == d.weight; });
}

Pass pass_of(const Schedule& schedule, const Program& program, std::size_t i, Index s)
{
    const auto& compute = std::get<Compute>(program.steps[i].is);
    const Superstep& step = compute.what;
    const Local local = local_steps(step);
    Pass pass{local.transformed.radix, 1, {}, {}, local.twiddles, 1, 0, step.after, program.steps[i].superstep > 0,
              step.inverse, {}, schedule.bytes_per_real(), s, step.slices, {}};
    const Move* const sent = compute.sends ? &std::get<Move>(program.steps[i + 1].is) : nullptr;
    if (step.cut.empty()) {
        if (sent) pass.move = std::get<MoveStep>(sent->packets);
        add_digits(pass, step, local);
    } else {
        add_tiles(pass, schedule, compute, sent);
    }
    return pass;
}

std::vector<Pass> passes_of(const Schedule& schedule, Index s)
{
    const Program program = program_of(schedule);
    std::vector<Pass> passes;
    for (std::size_t i = 0; i < program.steps.size(); ++i) {
        if (std::holds_alternative<Compute>(program.steps[i].is)) passes.push_back(pass_of(schedule, program, i, s));
    }
    return passes;
}

}  // namespace bspfft

#include "bsp_fft/kernel/kernels.hpp"

#include <algorithm>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/layout/layout_change.hpp"
#include "bspfft/error.hpp"

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

/// The steps of a computation that are not moves.
struct Local {
    Digit transformed{1, 1};
    Digit twiddled{1, 1};
    Twiddles twiddles = Twiddles::none;
};

Local local_steps(const Compute& compute)
{
    Local local;
    bool transformed = false;
    for (const LocalStep& step : compute.steps) {
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

// In the order of the cut.
std::vector<Index> in_order_of(const std::vector<AxisCut>& axes, const std::vector<Index>& by_axis)
{
    std::vector<Index> strides;
    for (const AxisCut& axis : axes) strides.push_back(by_axis[static_cast<std::size_t>(axis.axis)]);
    return strides;
}

void add_tiles(Pass& pass, const ScheduleOptions& options, const Compute& step, const Move* sent)
{
    const std::optional<SharedArrays>& shared = options.shared;
    const auto strides = [&](const Operand& operand, const Layout& layout) {
        if (shared && operand.array == ArrayId::input) return shared->in;
        return shared && operand.array == ArrayId::output ? shared->out : layout.axis_strides(pass.s);
    };
    TilePass tiles{step.cut, step.lanes, step.landed, {},
                   in_order_of(step.cut, strides(step.from, step.before)),
                   in_order_of(step.cut, strides(step.to, step.after)),
                   options.reproducible, shared.has_value()};
    if (sent) tiles.to = *sent->tiles();
    pass.rows = step.radix;
    pass.tiles = std::move(tiles);
}

void add_digits(Pass& pass, const Compute& compute, const Local& local)
{
    const Digit& row = local.transformed;
    // whose values the columns have in the twiddles: before the transform the lower part of k, after it the digit that
    // is to be transformed next
    const Digit factor = local.twiddles == Twiddles::before ? Digit{row.weight, 1} : local.twiddled;
    const Layout before = cut_at(cut_at(compute.before, row), factor);
    const Layout after = cut_at(cut_at(compute.after, row), factor);
    for (const ChangedDigit& digit : local_digits_of(before, after)) {
        if (lies_in(row, digit.weight)) {
            pass.row_digits.push_back({digit.radix, digit.weight / row.weight, digit.from, digit.to});
        } else {
            const bool twiddled = local.twiddles != Twiddles::none && lies_in(factor, digit.weight);
            pass.column_digits.push_back({digit.radix, pass.columns, digit.from, digit.to,
                                          twiddled ? digit.weight / factor.weight : 0});
            pass.columns *= digit.radix;
        }
    }
    std::ranges::sort(pass.row_digits, {}, &PassDigit::weight);
    if (local.twiddles == Twiddles::none) return;
    pass.order = local.twiddled.radix * local.twiddled.weight;
    pass.first = before.global(pass.s, 0) / factor.weight % factor.radix;
}

}  // namespace

Index Pass::factor(Index column) const
{
    Index sum = first;
    for (const PassDigit& digit : column_digits) sum += column / digit.weight % digit.radix * digit.twiddle;
    return sum;
}

bool Pass::in_natural_order() const
{
    const auto natural = [](Index distance) {
        return [=](const PassDigit& d) { return d.in == d.weight * distance && d.out == d.weight * distance; };
    };
    return std::ranges::all_of(row_digits, natural(columns)) && std::ranges::all_of(column_digits, natural(1));
}

bool Pass::in_bit_reversed_order() const
{
    const auto reversed = [&](const PassDigit& digit) {
        return digit.radix == 2 && digit.in == rows / 2 / digit.weight * columns &&
               digit.out == digit.weight * columns;
    };
    return std::ranges::all_of(row_digits, reversed) &&
           std::ranges::all_of(column_digits, [](const PassDigit& d) { return d.in == d.weight && d.out == d.weight; });
}

Pass pass_of(const Program& program, std::size_t i, Index s)
{
    const Compute& step = *program.steps[i].compute();
    const Local local = local_steps(step);
    Pass pass{local.transformed.radix, 1, {}, {}, local.twiddles, 1, 0, step.inverse, program.options.bytes_per_real,
              step.after.p(), s, step.slices, {}};
    if (step.cut.empty()) {
        add_digits(pass, step, local);
    } else {
        add_tiles(pass, program.options, step, step.sends ? program.steps[i + 1].move() : nullptr);
    }
    return pass;
}

std::vector<Pass> passes_of(const Schedule& schedule, Index s)
{
    const Program& program = schedule.program();
    std::vector<Pass> passes;
    for (std::size_t i = 0; i < program.steps.size(); ++i) {
        const Compute* const compute = program.steps[i].compute();
        if (compute && compute->find<TransformStep>()) passes.push_back(pass_of(program, i, s));
    }
    return passes;
}

extern const KernelEntry lanes_kernel, book_kernel, cuda_kernel, fftw_kernel;

const std::vector<const KernelEntry*>& kernels()
{
    static const std::vector<const KernelEntry*> all{&lanes_kernel, &book_kernel, &cuda_kernel, &fftw_kernel};
    return all;
}

const KernelEntry& kernel_entry(Kernel kernel)
{
    for (const KernelEntry* entry : kernels()) {
        if (entry->kernel == kernel) return *entry;
    }
    throw Error(Status::internal_error, "the kernel automatic must be resolved before it is used");
}

std::string objection_to(const KernelEntry& kernel, const Schedule& schedule)
{
    for (const Pass& pass : passes_of(schedule, 0)) {
        const std::string objection = kernel.objection(pass);
        if (!objection.empty())
            return text("the kernel ", kernel_name(kernel.kernel), " cannot do transforms of length ", pass.rows, ": ",
                        objection);
    }
    return "";
}

}  // namespace bspfft

// Arrays of any number of axes: the layouts before and after each superstep, and the traffic of its moves.
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/layout/axis_parts.hpp"
#include "tools/commands/explain.hpp"

namespace bspfft::tools {

namespace {

using Traffic = std::vector<std::vector<Index>>;

std::string distance_to_multiple(const std::string& j, Index n)
{
    return text("min(", j, " mod ", n, ", -", j, " mod ", n, ")");
}

std::string zig_zag_rule(const std::string& j, Index p) { return text(distance_to_multiple(j, 2 * p), " mod ", p); }

// The coordinate of the process that has j_l, "j0 mod 2".
std::string coordinate_rule(const AxisParts& axis, std::size_t l)
{
    const std::string j = text("j", l);
    switch (axis.kind().kind) {
    case AxisLayout::Kind::block:
        return text(j, " div ", axis.chunk());
    case AxisLayout::Kind::cyclic:
        return text(j, " mod ", axis.parts());
    case AxisLayout::Kind::residue_cyclic:
        return text(j, " mod ", axis.chunk(), " mod ", axis.parts());
    case AxisLayout::Kind::group_cyclic:
        return text(j, " div ", axis.chunk(), " times ", axis.cycle(), " + ", j, " mod ", axis.cycle());
    case AxisLayout::Kind::zig_zag:
        if (axis.kind().parameter == 0) return zig_zag_rule(j, axis.parts());
        return text(zig_zag_rule("f", axis.parts()), ", f = ", distance_to_multiple(j, axis.chunk()));
    case AxisLayout::Kind::zig_zag_from_one:
        if (axis.kind().parameter == 0) return zig_zag_rule(text("(", j, " + 1)"), axis.parts());
        return text(zig_zag_rule("f", axis.parts()), ", f = ",
                    distance_to_multiple(text("(", j, " + 1)"), axis.chunk()));
    case AxisLayout::Kind::folded:
        return text("place of ", j, " among 0 2 4 .. 5 3 1, mod ", axis.parts());
    }
    return {};
}

// "2 (j0 mod 2) + (j1 mod 2)"
std::string process_rule(const Layout& layout)
{
    std::string number;
    Index weight = layout.p();
    for (std::size_t l = 0; l < layout.axes().size(); ++l) {
        const AxisParts& axis = layout.axes()[l];
        weight /= axis.parts();
        if (axis.parts() == layout.p()) return layout.p() == 1 ? "0" : coordinate_rule(axis, l);
        if (axis.parts() == 1) continue;
        const std::string factor = weight > 1 ? text(weight, " ") : "";
        number += text(number.empty() ? "" : " + ", factor, "(", coordinate_rule(axis, l), ")");
    }
    return number;
}

std::string owner_rule(const Layout& layout)
{
    // of digits there is one in use here
    if (!layout.is_product())
        return text("element j is on P((j div ", layout.process_digits().front().weight, ") mod ", layout.p(), ")");
    std::string index;
    for (std::size_t l = 0; l < layout.axes().size(); ++l) index += text(index.empty() ? "j" : ", j", l);
    return text("element (", index, ") is on P(", process_rule(layout), ")");
}

ExplainedState state_of(const std::string& what, const Layout& layout)
{
    return {text(what, ", ", layout.description()), owner_rule(layout), owners_of(layout), layout.shape()};
}

// How many (k1, j2) an axis has, or elements where it is not transformed.
Index values_of(const AxisCut& axis) { return axis.transformed ? axis.all_rows() * axis.all_columns() : axis.n; }

Index row_owner(const AxisCut& axis, Index k1)
{
    return axis.half == AxisCut::Half::rows ? ZigZag{axis.p}.owner(k1) : k1 % axis.p;
}

// The move of a free cut, value by value: (k1, j2) of every axis, numbered as k1 + a j2.
Traffic traffic_of_cut(const std::vector<AxisCut>& axes, Index p)
{
    Index n = 1;
    for (const AxisCut& axis : axes) n *= values_of(axis);
    Traffic traffic(static_cast<std::size_t>(p), std::vector<Index>(static_cast<std::size_t>(p)));
    for (Index value = 0; value < n; ++value) {
        Index rest = value, from = 0, to = 0;
        for (const AxisCut& axis : axes) {
            const Index at = rest % values_of(axis), k1 = at % axis.all_rows(), j2 = at / axis.all_rows();
            const Index stays = axis.in_blocks ? at / ((axis.n + axis.p - 1) / axis.p) : at % axis.p;
            from += axis.process_weight * (axis.transformed ? axis.dealt_columns().owner(j2) : stays);
            to += axis.process_weight * (axis.transformed ? row_owner(axis, k1) : stays);
            rest /= values_of(axis);
        }
        ++traffic[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
    }
    return traffic;
}

// Whole parts: what process s has of k goes to the one that has -k.
Traffic traffic_of_mirror(const MirrorStep& mirror, const Layout& layout)
{
    Traffic traffic(static_cast<std::size_t>(mirror.p), std::vector<Index>(static_cast<std::size_t>(mirror.p)));
    for (Index s = 0; s < mirror.p; ++s)
        traffic[static_cast<std::size_t>(s)][static_cast<std::size_t>(mirror.partner(s))] = layout.local_size(s);
    return traffic;
}

// What half a spectrum spares a computation of a free cut, or asks of it.
std::string half_rule(const Compute& step, bool twiddles)
{
    for (const AxisCut& axis : step.cut) {
        if (axis.half == AxisCut::Half::rows)
            return twiddles ? text("; x is real, so that k1 = 0 .. a/2 of axis ", axis.axis, " are enough")
                            : "; what is beyond n/2 becomes the conjugate of y at -k, which is here";
        if (axis.half == AxisCut::Half::columns)
            return twiddles ? text("; j2 = 0 .. b/2 of axis ", axis.axis, " are enough, the others are conjugates")
                            : "; x is real";
    }
    return "";
}

// The steps of real numbers in pairs, z_j = x_2j + i x_(2j+1), whose spectrum is Z.
const char* pairs_rule(const SeparateStep& step)
{
    return step.back ? "2 Z_k = (y_k + conj y_(m-k)) + i w_n^-k (y_k - conj y_(m-k)), m = n/2"
                     : "y_k = (Z_k + conj Z_(m-k))/2 - i/2 w_n^k (Z_k - conj Z_(m-k)), m = n/2, and Z_m is Z_0";
}

const char* products_rule(MultiplyStep::By by)
{
    return by == MultiplyStep::By::spectrum ? "every element times that of the chirp's spectrum"
                                            : "element j times w_(2n)^(j^2)";
}

ExplainedStep explained_local(const Step& step, const Schedule& schedule)
{
    const Compute& compute = *step.compute();
    const auto told = [&](const std::string& rule) {
        return ExplainedStep{ExplainedStep::Kind::compute, name_in_superstep(step), rule, {}, {}, 0};
    };
    if (const auto* const separate = compute.find<SeparateStep>()) return told(pairs_rule(*separate));
    if (const auto* const multiply = compute.find<MultiplyStep>()) return told(products_rule(multiply->by));
    if (schedule.algorithm() == Algorithm::textbook)
        return explained_computation(step, "butterflies at home, of the complex numbers z_j = x_2j + i x_(2j+1)");
    const bool twiddles = compute.find<TwiddleStep>();
    const std::string rule =
        twiddles ? "over j1 of every axis, j = j1 b + j2; then times the product of w_n^(j2 k1) over the axes"
                 : "local: every process has all elements of its transforms";
    const bool has_stages = schedule.algorithm() == Algorithm::fast && schedule.shape().size() == 1 &&
                            schedule.problem().data == Data::complex;
    return has_stages ? explained_computation(step, rule) : told(rule + half_rule(compute, twiddles));
}

ExplainedStep explained(const Step& step, const Schedule& schedule)
{
    if (step.compute()) return explained_local(step, schedule);
    const Move& move = *step.move();
    const Index p = schedule.p();
    if (move.mirror())
        return explained_move(step, text("a copy of the whole part of P(s) goes to P(-s mod ", p, "), which has m - k"),
                              traffic_of_mirror(*move.mirror(), move.before));
    if (move.tiles())
        return explained_move(step, "the value (k1, j2) goes to the owner of k1, on every axis at once",
                              traffic_of_cut(move.tiles()->axes, p));
    return explained_move(step, "every element goes to its new owner",
                          traffic_between(owners_of(move.before), owners_of(move.after), p),
                          move.plain()->words_per_element);
}

bool is_explained(const Step& step) { return step.compute() || (step.move() && step.move()->redistributes()); }

}  // namespace

Explanation explain_axes(const Schedule& schedule)
{
    Explanation result{schedule, {}, {}};
    const bool to_reals = schedule.problem().data == Data::half_spectrum;
    const std::string first = to_reals ? "y" : "x", last = to_reals ? "x" : "y";
    result.states.push_back(state_of(first, schedule.input()));
    for (const Step& step : schedule.program().steps) {
        if (!is_explained(step)) continue;
        result.steps.push_back(explained(step, schedule));
        const Move* const move = step.move();
        // inside Bluestein's algorithm the array is longer
        const bool same = !move || move->mirror() || (move->after.n() != schedule.input().n() &&
                                                      move->after.n() != schedule.output().n());
        result.states.push_back(same ? result.states.back()
                                     : state_of(move->tiles() ? "what becomes " + last : "values", move->after));
    }
    result.states.back() = state_of(last, schedule.output());
    return result;
}

}  // namespace bspfft::tools

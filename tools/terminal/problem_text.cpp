#include "tools/terminal/problem_text.hpp"

#include <algorithm>
#include <cmath>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/report/readable.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

bool has_one_axis(const Problem& problem) { return problem.shape.size() == 1; }

}  // namespace

// Those of a schedule are in the order of memory. Axes that are transformed as a whole are not cut.
std::vector<AxisCut> cut_by_axis(const Schedule& schedule)
{
    std::vector<AxisCut> cut = schedule.program().cut();
    const auto is_whole = [](const AxisCut& axis) { return axis.b == 1; };
    if (schedule.algorithm() != Algorithm::fast || std::ranges::all_of(cut, is_whole)) return {};
    std::sort(cut.begin(), cut.end(), [](const AxisCut& a, const AxisCut& b) { return a.axis < b.axis; });
    return cut;
}

std::string size_in_words(const Problem& problem)
{
    const std::string n = text("n = ", with_power(problem.n()), problem.data == Data::complex ? "" : " real numbers");
    if (has_one_axis(problem)) return n;
    std::string words = text("shape ", shape_text(problem.shape), ", ", n);
    const std::vector<Index> axes = transformed_axes(problem);
    if (axes.size() == problem.shape.size()) return words;
    words += axes.size() == 1 ? ", transformed along axis" : ", transformed along axes";
    for (std::size_t i = 0; i < axes.size(); ++i)
        words += text(i == 0 ? " " : i + 1 == axes.size() ? " and " : ", ", axes[i]);
    return words;
}

std::string short_size(const Problem& problem)
{
    const Index n = problem.n();
    if (!has_one_axis(problem)) return shape_text(problem.shape);
    return is_power_of_two(n) ? text("2^", log2_exact(n)) : text(n);
}

std::string grid_in_words(const Schedule& schedule)
{
    if (has_one_axis(schedule.problem())) return "";
    return schedule.input().is_product() ? "grid " + shape_text(schedule.input().grid()) : "";
}

std::string cut_in_words(const Schedule& schedule)
{
    std::string words;
    for (const AxisCut& axis : cut_by_axis(schedule)) {
        if (axis.transformed) words += text(words.empty() ? "cut " : ", ", axis.a, " x ", axis.b);
    }
    return words;
}

std::string cost_in_words(const Schedule& schedule)
{
    return text(readable_count(schedule.flops()), " flops, h = ", readable_count(schedule.words()), " words, ",
                counted(schedule.synchronisations(), "synchronisation"));
}

std::string moves_in_words(const Schedule& schedule)
{
    const Index moves = schedule.redistributions();
    return moves == 0 ? "the data never moves" : "the data moves " + times(moves);
}

Json size_json(const Problem& problem, const Json& more)
{
    Json json{{"n", problem.n()}, {"shape", problem.shape}, {"axes", transformed_axes(problem)}};
    json["real"] = problem.data != Data::complex;
    for (const auto& [key, value] : more.items()) json[key] = value;
    return json;
}

Json cut_json(const Schedule& schedule)
{
    const std::vector<AxisCut> cut = cut_by_axis(schedule);
    if (cut.empty()) return 0;
    if (cut.size() == 1) return cut.front().a;
    Json list = Json::array();
    for (const AxisCut& axis : cut) list.push_back(axis.transformed ? axis.a : 0);
    return list;
}

double transform_rate(const Problem& problem, double seconds)
{
    const double flops_each = problem.data == Data::complex ? 5 : 2.5;
    return flops_each * static_cast<double>(problem.n()) * std::log2(static_cast<double>(problem.transform())) /
           seconds / 1e9;
}

}  // namespace bspfft::tools

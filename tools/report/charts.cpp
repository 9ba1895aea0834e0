#include "tools/report/charts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/report/readable.hpp"
#include "tools/pictures/gnuplot.hpp"

namespace bspfft::tools {

namespace {

struct Unit {
    const char* name;
    double seconds;
};

Unit unit_for(double longest)
{
    for (const Unit unit : {Unit{"s", 1}, Unit{"ms", 1e-3}, Unit{"us", 1e-6}}) {
        if (longest >= unit.seconds) return unit;
    }
    return {"ns", 1e-9};
}

/// Above the first row, for the names of marks.
double room_for_names(const SpanChart& chart)
{
    return chart.marks.empty() ? 0 : std::max(1.0, 0.08 * static_cast<double>(chart.rows.size()));
}

/// More rows than can be read are not all named.
std::string row_names(const SpanChart& chart)
{
    const std::vector<std::string>& rows = chart.rows;
    const std::size_t step = 1 + rows.size() / 25;
    std::string ticks;
    for (std::size_t row = 0; row < rows.size(); row += step)
        ticks += text(ticks.empty() ? "" : ", ", gnuplot_label(rows[row]), " ", row);
    return text("set ytics (", ticks, ") scale 0\nset yrange [", static_cast<double>(rows.size()) - 0.4, ":",
                -0.6 - room_for_names(chart), "]\n");
}

/// Solid lines where parts of the chart end. A part has its name above it, where the name has room.
std::string marks(const SpanChart& chart, double end, double unit)
{
    constexpr double width_of_letter = 0.02;  // of the chart
    double begin = 0;
    std::string script;
    for (const SpanChart::Mark& mark : chart.marks) {
        const double x = mark.at / unit;
        if (mark.at < end)
            script += text("set arrow from ", x, ", graph 0 to ", x, ", graph 1 nohead lc rgb \"gray\"\n");
        if (mark.at - begin > width_of_letter * static_cast<double>(mark.name.size()) * end)
            script += text("set label ", gnuplot_label(mark.name), " at ", (begin + mark.at) / 2 / unit, ", ",
                           -0.4 - room_for_names(chart) / 2, " center\n");
        begin = mark.at;
    }
    return script;
}

}  // namespace

std::string script_of(const SpanChart& chart)
{
    double end = 0;
    for (const SpanChart::Span& span : chart.spans) end = std::max(end, span.to);
    if (!(end > 0)) throw std::domain_error("nothing took any time");
    const Unit unit = unit_for(end);
    std::string data, plots;
    for (std::size_t kind = 0; kind < chart.kinds.size(); ++kind) {
        std::string rectangles;
        for (const SpanChart::Span& span : chart.spans) {
            if (span.kind == kind && span.to > span.from)
                rectangles += text(span.from / unit.seconds, " ", span.to / unit.seconds, " ", span.row, "\n");
        }
        if (rectangles.empty()) continue;
        data += text("$kind", kind, " << END\n", rectangles, "END\n");
        plots += text(plots.empty() ? "plot " : ", \\\n  ", "$kind", kind,
                      " using 1:3:1:2:($3-0.38):($3+0.38) with boxxyerror fs solid noborder lc rgb \"",
                      chart.kinds[kind].colour, "\" title \"", chart.kinds[kind].name, "\" noenhanced");
    }
    return text(data, marks(chart, end, unit.seconds), row_names(chart), "set xrange [0:", 1.02 * end / unit.seconds,
                "]\nset xlabel \"", unit.name,
                "\"\nset key above left Left reverse samplen 1 width 1 maxcols 3\nset grid x\n", plots, "\n");
}

namespace {

// At most eight, so that a phone can show them.
std::string horizontal(const CurveChart& chart)
{
    double least = std::numeric_limits<double>::max(), most = 0;
    for (const CurveChart::Curve& curve : chart.curves) {
        for (const CurveChart::Point& point : curve.points) {
            least = std::min(least, point.x);
            most = std::max(most, point.x);
        }
    }
    const auto first = std::lround(std::floor(std::log2(least)));
    const auto last = std::lround(std::ceil(std::log2(most)));
    std::string ticks;
    for (long m = first; m <= last; m += 1 + (last - first) / 8)
        ticks += text(ticks.empty() ? "" : ", ", "\"2^{", m, "}\" ", std::exp2(m));
    return text("set logscale x 2\nset xtics (", ticks, ")\nset xrange [", 0.7 * least, ":", 1.4 * most,
                "]\nset xlabel \"", chart.x_label, "\"\n");
}

/// Circles, squares, triangles, diamonds, triangles upside down; open for one process.
int point_of(const CurveChart::Curve& curve)
{
    constexpr int filled[] = {7, 5, 9, 13, 11};
    return filled[curve.kind % std::size(filled)] - (curve.p == 1 ? 1 : 0);
}

}  // namespace

std::string script_of(const CurveChart& chart)
{
    std::string data, plots;
    for (std::size_t i = 0; i < chart.curves.size(); ++i) {
        const CurveChart::Curve& curve = chart.curves[i];
        data += text("$curve", i, " << END\n");
        for (const CurveChart::Point& point : curve.points)
            data += text(point.x, " ", point.y, " ", point.low, " ", point.high, "\n");
        data += "END\n";
        plots += text(i == 0 ? "plot " : ", \\\n  ", "$curve", i,
                      curve.intervals ? " using 1:2:3:4 with yerrorlines" : " using 1:2 with linespoints",
                      " lw 2 ps 0.7 lc rgb \"", colour::of_processes(curve.p), "\" dt ", dash_of(curve.source), " pt ",
                      point_of(curve), " title ", gnuplot_label(curve.name), " noenhanced");
    }
    std::string level;
    if (chart.level != 0)
        level = text("set arrow from graph 0, first ", chart.level, " to graph 1, first ", chart.level,
                     " nohead lc rgb \"gray\"\n");
    return text(data, level, horizontal(chart), "set ylabel \"", chart.y_label, "\"\n",
                chart.logarithmic ? "set logscale y\nset format y \"%g\"\n" : "set yrange [0:*]\n",
                "set key above left Left reverse samplen 3\nset grid\n", plots, "\n");
}

namespace {

constexpr std::size_t most_labelled = 8;  // more numbers than that would not be read

/// From nearly white to deep orange, with a share of 0 to 1.
int shade(double share)
{
    const auto between = [&](double none, double all) { return static_cast<int>(none + share * (all - none)); };
    return between(250, 190) << 16 | between(238, 70) << 8 | between(226, 0);
}

}  // namespace

std::string heat_map_script(const std::vector<std::vector<double>>& matrix)
{
    const std::size_t p = matrix.size();
    double most = 1;
    for (const auto& line : matrix) most = std::max(most, *std::max_element(line.begin(), line.end()));
    std::string cells, labels;
    for (std::size_t s = 0; s < p; ++s) {
        for (std::size_t t = 0; t < p; ++t) {
            const double share = matrix[s][t] / most;
            cells += text(t, " ", s, " ", shade(share), "\n");
            if (p > most_labelled) continue;
            // not "black", which a dark page turns into white
            labels += text("set label \"", readable_bytes(matrix[s][t]), "\" at ", t, ",", s, " center front tc rgb \"",
                           share > 0.6 ? "#ffffff" : "#202020", "\"\n");
        }
    }
    const double end = static_cast<double>(p) - 0.5;
    const std::size_t step = 1 + p / 16;
    return text("$cells << END\n", cells, "END\n", labels, "set xrange [-0.5:", end, "]\nset yrange [", end,
                ":-0.5]\nset xtics ", step, " scale 0\nset ytics ", step,
                " scale 0\nset xlabel \"to process\"\nset ylabel \"from process\"\nset size square\nunset "
                "key\nplot $cells using 1:2:($1-0.49):($1+0.49):($2-0.49):($2+0.49):3 with boxxyerror fs "
                "solid noborder lc rgb variable\n");
}

}  // namespace bspfft::tools

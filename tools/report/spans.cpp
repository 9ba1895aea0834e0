#include <algorithm>
#include <stdexcept>

#include "bsp_fft/base/text.hpp"
#include "tools/pictures/gnuplot.hpp"
#include "tools/report/charts.hpp"

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
            script += text("set label ", gnuplot_label(mark.name), " at ", (begin + mark.at) / 2 / unit,
                           ", ", -0.4 - room_for_names(chart) / 2, " center\n");
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
                rectangles +=
                    text(span.from / unit.seconds, " ", span.to / unit.seconds, " ", span.row, "\n");
        }
        if (rectangles.empty()) continue;
        data += text("$kind", kind, " << END\n", rectangles, "END\n");
        plots += text(plots.empty() ? "plot " : ", \\\n  ", "$kind", kind,
                      " using 1:3:1:2:($3-0.38):($3+0.38) with boxxyerror fs solid noborder lc rgb \"",
                      chart.kinds[kind].colour, "\" title \"", chart.kinds[kind].name, "\" noenhanced");
    }
    return text(data, marks(chart, end, unit.seconds), row_names(chart), "set xrange [0:",
                1.02 * end / unit.seconds, "]\nset xlabel \"", unit.name,
                "\"\nset key above left Left reverse samplen 1 width 1 maxcols 3\nset grid x\n", plots, "\n");
}

}  // namespace bspfft::tools

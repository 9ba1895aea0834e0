#include <algorithm>
#include <cmath>
#include <limits>

#include "bsp_fft/base/text.hpp"
#include "tools/pictures/gnuplot.hpp"
#include "tools/report/charts.hpp"

namespace bspfft::tools {

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

}  // namespace bspfft::tools

#include "tools/bench/plot.hpp"

#include <algorithm>
#include <set>

#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/base/text.hpp"

namespace bspfft::tools {

namespace {

constexpr int panel_width = 900;
constexpr int panel_height = 460;

// Distinct for the colour-blind, and readable on white and on black  [Okabe and Ito 2008].
const std::vector<std::pair<std::string, const char*>> colours{{contestant::fast, "#d55e00"},
                                                               {contestant::textbook, "#009e73"},
                                                               {contestant::fftw, "#0072b2"},
                                                               {contestant::fftw_mpi, "#cc79a7"},
                                                               {contestant::floor, "#808080"}};

/// One line of a panel.
struct Curve {
    std::string name;
    Index p;
    const char* colour;
    std::string points;  ///< "n rate" on each line
};

std::vector<Curve> lines_of(const std::vector<Row>& rows, Precision precision)
{
    std::vector<Curve> lines;
    std::set<Index> ps;
    for (const Row& row : rows) ps.insert(row.problem.p);
    for (const auto& [name, colour] : colours) {
        for (auto p = ps.rbegin(); p != ps.rend(); ++p) {
            Curve line{name, *p, colour, ""};
            for (const Row& row : rows) {
                if (row.name == name && row.problem.p == *p && row.problem.precision == precision)
                    line.points += text(row.problem.n, " ", row.rate(), "\n");
            }
            if (!line.points.empty()) lines.push_back(line);
        }
    }
    return lines;
}

// Ticks where there are points, and a little room at both ends.
std::string horizontal(const std::vector<Row>& rows)
{
    std::set<Index> lengths;
    for (const Row& row : rows) lengths.insert(row.problem.n);
    std::string ticks;
    for (const Index n : lengths) ticks += text(ticks.empty() ? "" : ", ", "\"2^{", log2_exact(n), "}\" ", n);
    return text("set logscale x 2\nset xtics (", ticks, ")\nset xrange [",
                0.7 * static_cast<double>(*lengths.begin()), ":",
                1.4 * static_cast<double>(*lengths.rbegin()), "]\nset xlabel \"n\"\n");
}

std::string vertical(const std::vector<Row>& rows)
{
    const auto [least, most] = std::minmax_element(
        rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.rate() < b.rate(); });
    return text("set logscale y\nset ytics (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)\n",
                "set yrange [", 0.8 * least->rate(), ":", 1.25 * most->rate(),
                "]\nset ylabel \"Gflop/s, counted as 5 n log_2 n\"\n");
}

// One process is dashed with open points, all of them are solid with filled ones.
std::string style(const Curve& line)
{
    return text("with linespoints lw 2 ps 0.7 lc rgb \"", line.colour, "\" ",
                line.p == 1 ? "dt 2 pt 6" : "dt 1 pt 7");
}

std::string panel(const std::vector<Curve>& lines, const std::string& title)
{
    std::string data, plots;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        data += text("$line", i, " << END\n", lines[i].points, "END\n");
        plots += text(i == 0 ? "plot " : ", \\\n  ", "$line", i, " using 1:2 ", style(lines[i]), " title \"",
                      lines[i].name, ", p = ", lines[i].p, "\"");
    }
    return text(data, "set title \"", title, "\" noenhanced\n", plots, "\n");
}

}  // namespace

std::string plot_script(const std::vector<Row>& rows, const std::string& title)
{
    std::string panels;
    int count = 0;
    for (const Precision precision : {Precision::double_, Precision::single_}) {
        const std::vector<Curve> lines = lines_of(rows, precision);
        if (lines.empty()) continue;
        panels += panel(lines, text(name_of(precisions, precision), "; ", title));
        ++count;
    }
    return text("set terminal svg size ", panel_width, ",", count * panel_height,
                " dynamic font \"sans-serif,13\" background \"white\"\n",
                "set grid\nset key outside right top Left reverse\n", horizontal(rows), vertical(rows),
                "set multiplot layout ", count, ",1\n", panels, "unset multiplot\n");
}

std::string for_light_and_dark(std::string svg)
{
    constexpr const char* style = "<style>@media (prefers-color-scheme: dark) {\n"
                                  "  #gnuplot_canvas > rect { fill: #0d1117; }\n"
                                  "  [fill=\"black\"] { fill: #e6edf3; }\n"
                                  "  [stroke=\"black\"] { stroke: #e6edf3; }\n"
                                  "  [color=\"black\"] { color: #e6edf3; }\n"
                                  "}</style>\n";
    const std::size_t at = svg.find("<g id=\"gnuplot_canvas\">");
    if (at != std::string::npos) svg.insert(at, style);
    return svg;
}

}  // namespace bspfft::tools

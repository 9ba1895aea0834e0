#include "tools/bench/print_rows.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/text.hpp"
#include "tools/pictures/looks.hpp"

namespace bspfft::tools {

namespace {

constexpr int panel_width = 900;
constexpr int panel_height = 460;

// The floor does not compete: it is grey.
const std::vector<std::pair<std::string, const char*>> colours{
    {contestant::fast, colour::vermillion}, {contestant::complex, colour::sky}, {contestant::separate, colour::olive},
    {contestant::textbook, colour::green},  {contestant::fftw, colour::blue},   {contestant::fftw_mpi, colour::purple},
    {contestant::heffte, colour::orange},   {contestant::floor, "#808080"}};

/// One line of a panel.
struct Curve {
    std::string name;
    Index p;
    const char* colour;
    std::string points;  ///< "place rate" on each line
};

/// Where transforms stand on the horizontal axis: lengths of vectors where they are, other shapes one after the other.
class Horizontal {
public:
    explicit Horizontal(const std::vector<Row>& rows)
    {
        for (const Row& row : rows) {
            const Workload& what = row.problem.what;
            if (std::find(all_.begin(), all_.end(), what) == all_.end()) all_.push_back(what);
            vectors_ = vectors_ && what.is_one_vector();
        }
    }

    Index place(const Workload& what) const
    {
        return vectors_ ? what.n() : std::find(all_.begin(), all_.end(), what) - all_.begin() + 1;
    }

    // Ticks where there are points, and a little room at both ends.
    std::string script() const
    {
        std::map<Index, std::string> names;
        for (const Workload& what : all_) names[place(what)] = name(what);
        std::string ticks;
        for (const auto& [at, words] : names) {
            if (has_tick(at)) ticks += text(ticks.empty() ? "" : ", ", "\"", words, "\" ", at);
        }
        const auto first = static_cast<double>(names.begin()->first);
        const auto last = static_cast<double>(names.rbegin()->first);
        return text(vectors_ ? "set logscale x 2\n" : "unset logscale x\n", "set xtics (", ticks, ")\nset xrange [",
                    vectors_ ? 0.7 * first : first - 0.5, ":", vectors_ ? 1.4 * last : last + 0.5, "]\nset xlabel \"",
                    vectors_ ? "n" : "shape", "\"\n");
    }

private:
    static std::string name(const Workload& what)
    {
        const std::string words = what.name();
        const std::size_t caret = words.find('^');
        if (caret == std::string::npos) return words;
        return text(words.substr(0, caret), "^{", words.substr(caret + 1), "}");
    }

    // Other lengths often stand too near to each other, unless there are no others.
    bool has_tick(Index at) const
    {
        const auto has_name = [](const Workload& what) { return is_power_of_two(what.n()); };
        return !vectors_ || is_power_of_two(at) || std::none_of(all_.begin(), all_.end(), has_name);
    }

    std::vector<Workload> all_;
    bool vectors_ = true;
};

std::vector<Curve> lines_of(const std::vector<Row>& rows, Precision precision, const Horizontal& horizontal)
{
    std::vector<Curve> lines;
    std::set<Index> ps;
    for (const Row& row : rows) ps.insert(row.problem.p);
    for (const auto& [name, colour] : colours) {
        for (auto p = ps.rbegin(); p != ps.rend(); ++p) {
            std::map<Index, double> points;
            for (const Row& row : rows) {
                if (row.name == name && row.problem.p == *p && row.problem.precision == precision)
                    points[horizontal.place(row.problem.what)] = row.rate();
            }
            Curve line{name, *p, colour, ""};
            for (const auto& [at, rate] : points) line.points += text(at, " ", rate, "\n");
            if (!points.empty()) lines.push_back(line);
        }
    }
    return lines;
}

// 1, 2 and 5 times powers of ten; over three decades they would collide.
std::string vertical_ticks(double least, double most)
{
    std::string ticks;
    for (int decade = -6; decade <= 6; ++decade) {
        for (const char* digit : {"1", "2", "5"}) {
            if (*digit == '1' || most < 1000 * least) ticks += text(ticks.empty() ? "" : ", ", digit, "e", decade);
        }
    }
    return text("set ytics (", ticks, ")\nset format y \"%g\"\n");
}

std::string vertical(const std::vector<Row>& rows)
{
    const auto [least, most] =
        std::minmax_element(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.rate() < b.rate(); });
    return text("set logscale y\n", vertical_ticks(least->rate(), most->rate()), "set yrange [", 0.8 * least->rate(),
                ":", 1.25 * most->rate(), "]\nset ylabel \"Gflop/s, counted as ",
                5 * rows.front().problem.what.task.flops_ratio(), " n log_2 n\"\n");
}

// One process is thin with open points.
std::string style(const Curve& line)
{
    return text("with linespoints ps 0.7 lc rgb \"", line.colour, "\" dt ", dash_of(Source::measured),
                line.p == 1 ? " lw 1.3 pt 6" : " lw 2.5 pt 7");
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
    const Horizontal horizontal(rows);
    std::string panels;
    int count = 0;
    for (const Precision precision : {Precision::double_, Precision::single_}) {
        const std::vector<Curve> lines = lines_of(rows, precision, horizontal);
        if (lines.empty()) continue;
        panels += panel(lines, text(name_of(precisions, precision), "; ", title));
        ++count;
    }
    return text("set terminal svg size ", panel_width, ",", count * panel_height,
                " dynamic font \"sans-serif,13\" background \"white\"\n",
                "set grid\nset key outside right top Left reverse\n", horizontal.script(), vertical(rows),
                "set multiplot layout ", count, ",1\n", panels, "unset multiplot\n");
}

}  // namespace bspfft::tools

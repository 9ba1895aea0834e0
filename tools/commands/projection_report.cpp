#include "tools/commands/project.hpp"

#include <cmath>
#include <cstdio>

#include "tools/pictures/gnuplot.hpp"
#include "tools/pictures/looks.hpp"
#include "tools/terminal/refusal.hpp"
#include "tools/terminal/table.hpp"

namespace bspfft::tools {

namespace {

constexpr double first_side = 4096;  // of the problem that Figure 6 scales
constexpr double charted_years = 10;

// By the names that scenarios use for published figures.
double quantity(const std::string& name, double n, const std::vector<ProjectedBar>& bars)
{
    const ProjectedBar &system = bars.at(0), &same_peak = bars.at(1), &same_time = bars.at(2), &overlapped = bars.at(3);
    const double rate = flops_3d(n) / system.times.in_sequence();
    if (name == "network_seconds") return system.times.network;
    if (name == "memory_seconds") return system.times.memory;
    if (name == "network_over_memory") return system.times.network / system.times.memory;
    if (name == "flops_per_second") return rate;
    if (name == "fraction_of_peak") return rate / system.system.peak;
    if (name == "same_peak_network_ratio") return same_peak.times.network / system.times.network;
    if (name == "same_peak_processor_ratio") return same_peak.system.processors / system.system.processors;
    if (name == "same_peak_speed_up") return system.times.in_sequence() / same_peak.times.in_sequence();
    if (name == "same_time_processors") return same_time.system.processors;
    if (name == "same_time_peak") return same_time.system.peak;
    if (name == "overlapped_processors") return overlapped.system.processors;
    if (name == "overlapped_processor_ratio") return overlapped.system.processors / system.system.processors;
    refuse("a scenario has a published \"", printable(name), "\", which is no quantity of a projection");
}

}  // namespace

std::vector<ProjectedBar> bars_of(double n, const ProjectedNetwork& network, const std::string& name,
                                  const ProjectedSystem& system, const std::string& other_name,
                                  const ProjectedSystem& other)
{
    const ProjectedTimes times = project(n, system, network);
    const ProjectedSystem same_peak = other.with_processors(other.processors * (system.peak / other.peak));
    const ProjectedSystem same_time = match(n, other, network, Overlap::none, times.in_sequence());
    const ProjectedSystem overlapped = match(n, other, network, Overlap::full, times.overlapped());
    return {
        {name, "as given", system, times},
        {"CPU-1", other_name + ", same peak", same_peak, project(n, same_peak, network)},
        {"CPU-2", other_name + ", same time without overlap", same_time, project(n, same_time, network)},
        {"CPU-3", other_name + ", same time with full overlap", overlapped, project(n, overlapped, network)},
    };
}

bool ReproducedValue::reproduced() const
{
    const auto near = [&](double value) { return std::abs(value - published.value) <= published.within; };
    return near(recomputed) || (unrounded && near(*unrounded));
}

std::vector<ReproducedValue> reproduce(const std::vector<PublishedValue>& published, double n,
                                       const std::vector<ProjectedBar>& bars,
                                       const std::vector<ProjectedBar>& unrounded)
{
    std::vector<ReproducedValue> values;
    for (const PublishedValue& each : published) {
        values.push_back({each, quantity(each.quantity, n, bars), {}});
        if (!unrounded.empty()) values.back().unrounded = quantity(each.quantity, n, unrounded);
    }
    return values;
}

TrendChart trend_of(const Scenario& scenario)
{
    const std::pair<const char*, ProjectedNetwork> networks[] = {
        {"3-D torus, ideally mapped", ProjectedNetwork::ideal_torus()},
        {"5-D torus, bisection", ProjectedNetwork::torus(5)},
        {"4-D torus, bisection", ProjectedNetwork::torus(4)},
        {"3-D torus, bisection", ProjectedNetwork::torus(3)},
    };
    TrendChart chart;
    for (double year = 0; year <= charted_years; ++year) chart.years.push_back(scenario.year + year);
    for (const auto& [name, network] : networks) {
        TrendLine& line = chart.lines.emplace_back();
        line.network = name;
        for (double year = 0; year <= charted_years; ++year) {
            const ProjectedSystem system = grown(scenario.system, *scenario.growth, year);
            const double n = first_side * std::cbrt(system.processors / scenario.system.processors);
            const ProjectedTimes times = project(n, system, network);
            line.ratios.push_back(times.memory / times.network);
        }
    }
    return chart;
}

void print_trend(const TrendChart& chart, bool wide)
{
    std::printf("\nT_mem / T_net, for problems that grow as P, from 4096 a side\n");
    std::vector<Table::Column> columns{name_column("", 26)};
    // every other year where there is little room
    for (std::size_t i = 0; i < chart.years.size(); ++i) {
        const Table::Column year = number_column(formatted("%g", chart.years[i]), 6);
        columns.push_back(i % 2 == 0 ? year : wide_column(year));
    }
    const Table table(columns, 2, wide);
    table.print_head();
    for (const TrendLine& line : chart.lines) {
        Table::Cells cells{line.network};
        for (const double ratio : line.ratios) cells.push_back(formatted("%.3f", ratio));
        table.print_row(cells);
    }
}

void print_growth(const Scenario& scenario)
{
    const auto row = [](const char* name, double value, const Growth& growth) {
        std::printf("  %-17s %9.4g, %.4g x in %g years; %.4g x in ten: %.4g\n", name, value, growth.factor,
                    growth.years, growth.after(10), value * growth.after(10));
    };
    const ProjectedSystem& system = scenario.system;
    std::printf("\ngrowth\n");
    row("processor's peak", system.peak / system.processors, scenario.growth->processor_peak);
    row("memory bandwidth", system.memory_bandwidth, scenario.growth->memory_bandwidth);
    row("fast memory", system.fast_memory, scenario.growth->fast_memory);
    row("link bandwidth", system.link_bandwidth, scenario.growth->link_bandwidth);
    row("machine's peak", system.peak, scenario.growth->peak);
}

void draw_bars(const std::string& where, double n, const std::vector<ProjectedBar>& bars)
{
    std::string data;
    for (const ProjectedBar& each : bars)
        data += text(gnuplot_label(each.name), " ", each.times.memory, " ", each.times.network, "\n");
    draw_with_gnuplot(where, 700, 420,
                      text("set title \"3-D FFT, n = ", n, "\"\nset ylabel \"seconds\"\nset style data histogram\n",
                           "set style histogram rowstacked\nset style fill solid\nset boxwidth 0.6\nset yrange [0:*]\n",
                           "set key outside\n$data << EOD\n", data, "EOD\n",
                           "plot $data using 2:xtic(1) title \"memory\" lc rgb \"", colour::compute,
                           "\", \"\" using 3 title \"network\" lc rgb \"", colour::communicate, "\"\n"));
}

void draw_trend(const std::string& where, const TrendChart& chart)
{
    std::string data, plot;
    for (std::size_t i = 0; i < chart.years.size(); ++i) {
        data += text(chart.years[i]);
        for (const TrendLine& line : chart.lines) data += text(" ", line.ratios[i]);
        data += "\n";
    }
    constexpr const char* colours[] = {colour::green, colour::orange, colour::sky, colour::olive};
    for (std::size_t i = 0; i < chart.lines.size(); ++i)
        plot += text(i == 0 ? "plot " : ", ", "$data using 1:", i + 2, " with linespoints lw 2 dt ",
                     dash_of(Source::calibrated), " pt ", 5 + 2 * i, " lc rgb \"", colours[i % std::size(colours)],
                     "\" title \"", chart.lines[i].network, "\"");
    draw_with_gnuplot(
        where, 700, 420,
        text("set ylabel \"T_{mem} / T_{net}\"\nset logscale y\nset yrange [*:2]\nset key below\n$data << EOD\n", data,
             "EOD\n", plot, ", 1 with lines lc rgb \"gray\" notitle\n"));
}

}  // namespace bspfft::tools

// bspfft project: what a 3-D FFT would take on a machine that one does not have.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bsp_fft/papers/projection.hpp"

namespace bspfft::tools {

class Options;

struct ProjectRequest {
    std::string scenario = "exascale-2020-gpu";  ///< a name or a file
    std::string against;                         ///< empty: what the scenario says
    Index n = 21000;
    ProjectedNetwork network = ProjectedNetwork::torus(3);
    Overlap overlap = Overlap::none;
    std::optional<double> year;
    std::optional<double> cache_constant;
    std::string from_machine;  ///< a machine file that it comes from instead; empty: none
    std::string device;        ///< a machine file whose device is the processor of every node; empty: none
    std::string json;          ///< empty: none; "-": standard output
    std::string plot;          ///< likewise
    bool wide = false;         ///< tables
};

void add_project_options(Options& options, ProjectRequest& request);

/// Times, balance and growth of a scenario; matched with another one, and beside the published figures.
/// Returns 0. Throws Error.
int project(const ProjectRequest& request);

// The machines to project to, as JSON: published ones by name, and a user's own in the same form.

/// A figure that its authors printed.
struct PublishedValue {
    std::string quantity;
    double value;
    double within;  ///< a recomputed value this near counts as reproduced
    std::string where;
};

struct Scenario {
    std::string name;
    std::string citation;
    double year = 0;
    ProjectedSystem system;
    std::optional<TechnologyTrend> growth;
    std::string grown_from;    ///< the scenario of which this one is the rounded future; may be empty
    std::string compare_with;  ///< may be empty
    std::vector<PublishedValue> published;
    std::vector<std::string> notes;
};

/// The published ones, as text, by name.
const std::map<std::string, std::string>& published_scenarios();

/// Reads a scenario, published or in a file. Throws Error(invalid_argument) if there is none, and Error(file_error) if
/// the file cannot be read, or a field is missing, unknown, or out of its range.
Scenario read_scenario(const std::string& name_or_file);

// What a projection found.

/// One bar of Figure 5.
struct ProjectedBar {
    std::string name;
    std::string what;
    ProjectedSystem system;
    ProjectedTimes times;
};

/// A system beside processors of another kind: as many as have its peak, as many as take its time in
/// sequence, and as many as take its time if everything overlaps  [Czechowski et al. 2012, Figure 5].
std::vector<ProjectedBar> bars_of(double n, const ProjectedNetwork& network, const std::string& name,
                                  const ProjectedSystem& system, const std::string& other_name,
                                  const ProjectedSystem& other);

/// A published figure beside ours, from the parameters as printed and, where they were rounded, before that.
struct ReproducedValue {
    PublishedValue published;
    double recomputed;
    std::optional<double> unrounded;

    bool reproduced() const;
};
std::vector<ReproducedValue> reproduce(const std::vector<PublishedValue>& published, double n,
                                       const std::vector<ProjectedBar>& bars,
                                       const std::vector<ProjectedBar>& unrounded);

/// T_mem/T_net over the years, for problems that grow as P  [Figure 6].
struct TrendLine {
    std::string network;
    std::vector<double> ratios;
};
struct TrendChart {
    std::vector<double> years;
    std::vector<TrendLine> lines;
};
TrendChart trend_of(const Scenario& scenario);

void print_growth(const Scenario& scenario);
void print_trend(const TrendChart& chart, bool wide);
void draw_bars(const std::string& where, double n, const std::vector<ProjectedBar>& bars);
void draw_trend(const std::string& where, const TrendChart& chart);

}  // namespace bspfft::tools

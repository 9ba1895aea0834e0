// What a projection found, for people, for programs and as a drawing.
#pragma once

#include <string>
#include <vector>

#include "tools/commands/scenario.hpp"
#include "tools/files/text_output.hpp"

namespace bspfft::tools {

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

void draw_bars(const std::string& where, double n, const std::vector<ProjectedBar>& bars);
void draw_trend(const std::string& where, const TrendChart& chart);

}  // namespace bspfft::tools

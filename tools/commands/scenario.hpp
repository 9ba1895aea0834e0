// Machines to project to, as JSON: published ones by name, and a user's own in the same form.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bsp_fft/papers/projection.hpp"

namespace bspfft::tools {

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

}  // namespace bspfft::tools

// What the rows say of each other.
#pragma once

#include <cstdio>

#include "tools/bench/rows.hpp"

namespace bspfft::tools {

/// What two rows say of each other.
struct Ratio {
    const char* name;   ///< in JSON
    const char* title;  ///< the two lines of a table's head
    std::string below;
    std::optional<double> value;  ///< none if one of the two sides was not measured
};

/// The ratios of one shape in one precision, the same list for all.
struct Ratios {
    Workload what;
    Precision precision;
    Index p;  ///< the larger number of processes
    std::vector<Ratio> list;

    /// The value of a name in the list.
    std::optional<double> operator[](const std::string& name) const;
};

/// The length that rates of other lengths are compared with.
constexpr Index reference_length = Index{1} << 24;

/// One element for each shape and precision of the rows, in their order.
std::vector<Ratios> ratios_of(const std::vector<Row>& rows);

void print_ratios(std::FILE* out, const std::vector<Ratios>& ratios, bool wide);
Json json_of(const std::vector<Ratios>& ratios);

}  // namespace bspfft::tools

// The rows, for people: as a table, and as a picture of rate against n, or of one shape after the other.
#pragma once

#include "tools/bench/rows.hpp"
#include "tools/terminal/table.hpp"

namespace bspfft::tools {

/// The table whose first column holds these names.
class RowTable {
public:
    /// With errors, and what they are beside cuFFT's, or without.
    RowTable(const std::vector<Workload>& workloads, bool errors, bool wide);
    void print_head(const Json& conditions, const Task& task) const;
    /// The rows of one shape as soon as they are there, with their ratios; none that is not right.
    void print(const std::vector<Row>& rows) const;

private:
    void print(const Row& row, const std::vector<Row>& all) const;

    Table table_;
    bool errors_;
    bool wide_;
};

/// A script that makes gnuplot print the picture as SVG: one panel for each precision, one line for each
/// contestant and number of processes.
std::string plot_script(const std::vector<Row>& rows, const std::string& title);

}  // namespace bspfft::tools

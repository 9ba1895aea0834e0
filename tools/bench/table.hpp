// The rows, for people.
#pragma once

#include "tools/bench/rows.hpp"

namespace bspfft::tools {

void print_table_head(const Conditions& conditions);

/// The rows of one length as soon as they are there, with their ratios; none that is not right.
void print_rows(const std::vector<Row>& rows);

}  // namespace bspfft::tools

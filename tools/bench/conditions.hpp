// Under which conditions a run measured.
#pragma once

#include "tools/bench/rows.hpp"

namespace bspfft::tools {

/// Machine, versions and flags of this run, for every row.
Conditions conditions_here(const std::string& mpi);

/// The value of one of them.
const std::string& value_of(const Conditions& conditions, const std::string& name);

}  // namespace bspfft::tools

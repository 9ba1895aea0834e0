// A cost report as two tables.
#pragma once

#include <cstdio>

#include "bsp_fft/report/cost_report.hpp"

namespace bspfft::tools {

/// The supersteps with their seconds, then T_comp, T_comm, T_sync, with a device T_pcie, what they leave out, and the
/// total that these make; measured beside predicted.
void print_cost(std::FILE* out, const CostReport& report, bool wide);

}  // namespace bspfft::tools

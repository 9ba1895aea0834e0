// A cost report as two tables.
#pragma once

#include <cstdio>

#include "bsp_fft/report/cost_report.hpp"

namespace bspfft {

/// The supersteps with their seconds, then T_comp, T_comm, T_sync and the total, measured beside predicted.
void print_cost(std::FILE* out, const CostReport& report);

}  // namespace bspfft

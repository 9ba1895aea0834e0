// A schedule as rows, for people and for programs; and what it cost.
#pragma once

#include <cstdio>

#include "bsp_fft/report/cost_report.hpp"
#include "bspfft/schedule.hpp"

namespace bspfft::tools {

constexpr int longest_name = 41;  ///< of a superstep, that stands on one line

/// "0 columns of length 64; columns to rows"
std::string step_name(const Superstep& superstep);
/// The width of a column with the names of its supersteps.
int name_width(const Schedule& schedule, int least);

void print_schedule(std::FILE* out, const Schedule& schedule);
Json supersteps_json(const Schedule& schedule);

/// Under it: why it is so, a line each.
void print_reasons(std::FILE* out, const std::vector<std::string>& reasons);

/// The supersteps with their seconds, then T_comp, T_comm, T_sync, with a device T_pcie, what they leave out, and the
/// total that these make; measured beside predicted.
void print_cost(std::FILE* out, const CostReport& report, bool wide);

}  // namespace bspfft::tools

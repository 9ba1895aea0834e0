// The vector code of the lanes kernel; the best instruction set of the machine is chosen at run time.
#pragma once

#include <string>
#include <vector>

#include "bsp_fft/kernel/lanes_tasks.hpp"

namespace bspfft::simd {

void columns_in(const ColumnsIn<float>& work);
void columns_in(const ColumnsIn<double>& work);
void rows_out(const RowsOut<float>& work);
void rows_out(const RowsOut<double>& work);
void pack(const PackTask<float>& work);
void pack(const PackTask<double>& work);

/// The instruction set in use, and all that this build has and this machine can run, by Highway's names.
std::string target();
std::vector<std::string> targets();

/// Uses this one from now on, or the best for "auto"; throws Error(not_available) if it cannot.
void force_target(const std::string& name);

}  // namespace bspfft::simd

// The vector code that separates and joins the transforms of two real columns of a lane.
#pragma once

#include "bsp_fft/kernel/lanes/lanes_tasks.hpp"

namespace bspfft::simd {

void split_half(const HalfSplit<float>& work);
void split_half(const HalfSplit<double>& work);
void join_half(const HalfJoin<float>& work);
void join_half(const HalfJoin<double>& work);

}  // namespace bspfft::simd

// How the kernel cuda does a computation: what its rate depends on, and plans and models have to agree on.
#pragma once

#include <string>

#include "bsp_fft/schedule/program.hpp"

namespace bspfft {

/// Columns of a tile on a device: a run of that many rows of a packet is two of its memory's sectors and more.
constexpr Index device_lanes = 32;
/// More calls than this, of as many smaller batches, cost more than a sweep through a work array.
constexpr Index most_device_calls = 16;

/// The name that machine files have for it: "cuda" where transforms are of one axis whose elements are neighbours,
/// "cuda 2 axes" and "cuda 3 axes" for several axes at once, "cuda strided" and "cuda gathered" for arrays whose
/// columns are neighbours, where they are, or through a work array.
std::string device_kind(const Compute& step);

/// Whether arrays on the device stay there: all steps of the program are the device's. Others, such as moves between
/// layouts of the caller's, are done on mirrors that the arrays have on the host.
bool is_all_on_device(const Program& program);

}  // namespace bspfft

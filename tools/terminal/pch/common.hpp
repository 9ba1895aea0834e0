// What most commands include, compiled once: see bsp_fft/base/pch/standard.hpp.
#include "bsp_fft/base/json.hpp"
#include "bsp_fft/base/pch/standard.hpp"
#include "bspfft/bspfft.hpp"

// bspfft for C++: everything a program needs.
#pragma once

#include "bspfft/error.hpp"
#include "bspfft/layout.hpp"
#include "bspfft/ledger.hpp"
#include "bspfft/machine.hpp"
#include "bspfft/options.hpp"
#include "bspfft/plan.hpp"
#include "bspfft/redistribution.hpp"
#include "bspfft/schedule.hpp"
#include "bspfft/spectral_operator.hpp"

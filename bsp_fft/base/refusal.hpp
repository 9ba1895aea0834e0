// The error for an argument that is not possible.
#pragma once

#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

/// To be thrown: the values one after another are its message.
Error refusal(const auto&... values) { return Error(Status::invalid_argument, text(values...)); }

}  // namespace bspfft

// Shapes in words.
#pragma once

#include <string>
#include <vector>

#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

/// "256 x 256 x 256"
inline std::string shape_text(const std::vector<Index>& shape)
{
    std::string result;
    for (const Index n : shape) result += text(result.empty() ? "" : " x ", n);
    return result;
}

}  // namespace bspfft

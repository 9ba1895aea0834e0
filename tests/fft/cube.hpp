// A shape of the C interface with these lengths, and nothing else asked for.
#pragma once

#include <algorithm>
#include <vector>

#include "bspfft/bspfft.h"

inline bspfft_shape cube(const std::vector<int64_t>& lengths)
{
    bspfft_shape shape{};
    shape.size = sizeof shape;
    shape.dimensions = static_cast<int32_t>(lengths.size());
    std::copy(lengths.begin(), lengths.end(), shape.length);
    return shape;
}

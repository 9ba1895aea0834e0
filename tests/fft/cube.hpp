// Shapes of the C interface, for its tests.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "bspfft/bspfft.h"

/// With these lengths, and nothing else asked for.
inline bspfft_shape cube(const std::vector<int64_t>& lengths)
{
    bspfft_shape shape{};
    shape.size = sizeof shape;
    shape.dimensions = static_cast<int32_t>(lengths.size());
    std::copy(lengths.begin(), lengths.end(), shape.length);
    return shape;
}

/// The same, for real data.
inline bspfft_shape real(bspfft_shape shape)
{
    shape.data = BSPFFT_REAL;
    return shape;
}

/// The same, for an operator.
inline bspfft_shape operator_on(bspfft_shape shape, int32_t data)
{
    shape.data = data;
    shape.is_operator = 1;
    return shape;
}

/// These numbers of processes; sanitized or emulated, the least that share and that do not share evenly are enough.
inline std::vector<unsigned> processes(std::vector<unsigned> all)
{
    if (SLOW) return {2, 3};
    return all;
}

/// As many axes as there may be.
inline const std::vector<int64_t> most_axes{3, 1, 2, 1, 1, 2, 1, 1, 1, 1, 2, 1, 1, 1, 1, 3};

using Coordinates = std::array<int64_t, BSPFFT_MOST_AXES + 1>;

struct Axis {
    int64_t n;
    bool transformed;
};

/// The axes that an index has, the batch first.
inline std::vector<Axis> axes_of(const bspfft_shape& shape)
{
    std::vector<Axis> axes;
    if (shape.batch > 0) axes.push_back({shape.batch, false});
    for (int l = 0; l < shape.dimensions; ++l) axes.push_back({shape.length[l], shape.kind[l] != BSPFFT_UNTOUCHED});
    return axes;
}

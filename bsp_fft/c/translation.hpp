// The structs of the C interface, in C++.
#pragma once

#include <cstdint>
#include <vector>

#include "bspfft/bspfft.h"
#include "bspfft/options.hpp"
#include "bspfft/plan.hpp"

namespace bspfft::c {

/// What a shape and options of C ask for.
struct Request {
    std::vector<Index> shape;
    PlanOptions options;
    bool single = false;
    bool batch_of_one = false;         ///< an axis for C, but not for C++
    bool is_operator = false;
    std::vector<Trigonometric> kinds;  ///< cosines and sines, one for each axis that is transformed; otherwise empty
};

/// Over p processes; options may be NULL. Throws Error(invalid_argument) for members with unknown values, and for
/// those that exclude each other.
Request translated(const bspfft_shape* shape, const bspfft_options* options, Index p);
/// A vector of n complex numbers.
Request translated(Index n, const bspfft_options* options);

Direction translated_direction(int direction);

}  // namespace bspfft::c

// Which arrays the data of a schedule goes through besides input and output.
#pragma once

#include <vector>

#include "bsp_fft/execution/arrays.hpp"
#include "bsp_fft/kernel/pass.hpp"

namespace bspfft {

/// Where the data of the textbook's passes is, in the output or in the landing array.
struct ArrayRoute {
    bool lands_in_output = true;  ///< packets, else in the landing array
    bool in_place = false;        ///< packets land in the array that they come from
    bool ends_in_output = true;   ///< the data, after the move
};

/// Where the data is after each move of the textbook's passes. By put, plain packets may land in the array that they
/// come from: the BSPlib keeps them until all have been packed.
std::vector<ArrayRoute> routes_of(const std::vector<Pass>& passes, bool hpput);

/// Whether superstep i is a move without a computation that makes its packets.
bool is_alone(const Schedule& schedule, std::size_t i);

/// There and back in one schedule.
bool turns_back(const Schedule& schedule);

/// The landing arrays of a schedule, and who alternates between them.
struct Landings {
    LandingSize size;
    bool in_turns = false;      ///< transforms
    bool moves_alternate = false;
    Index alone = 0;            ///< the array of moves without a computation
    Index mirrored = 0;         ///< of the mirrored exchange
};

Landings landings_of(const Schedule& schedule, const std::vector<Pass>& passes, bool hpput);

/// Real data becomes half a spectrum, or comes back, from one array to another. What is done before has a third one: so
/// many supersteps, and complex numbers of process s.
std::size_t stages_apart(const Schedule& schedule);
Index apart_size(const Schedule& schedule, Index s);

/// The length of Bluestein's convolution; 0 for other algorithms.
Index padded_length(const Schedule& schedule);

}  // namespace bspfft

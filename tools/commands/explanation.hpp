// An FFT on p processes taken apart: who owns what, when, and who sends how much to whom.
#pragma once

#include <string>
#include <vector>

#include "bspfft/schedule.hpp"

namespace bspfft::tools {

/// The vector between two steps.
struct ExplainedState {
    std::string name;
    std::string owner_rule;    ///< which process has element j
    std::vector<Index> owner;  ///< by the index of the element
};

/// What happens to it.
struct ExplainedStep {
    enum class Kind { permute, compute, move };

    Kind kind;
    std::string name;
    std::string rule;
    std::vector<Index> stages;                ///< of a computation: its k, 2k, ...
    std::vector<std::vector<Index>> traffic;  ///< of a move: complex numbers from each process to each
    Index h = 0;                              ///< of a move: real words
};

/// One more state than steps: the vector before each, and in the end.
struct Explanation {
    Schedule schedule;
    std::vector<ExplainedState> states;
    std::vector<ExplainedStep> steps;
};

/// Element by element, so n is limited: throws Error(invalid_argument) for more than largest_explanation.
Explanation explain_textbook(Index n, Index p);
Explanation explain_fast(Index n, Index p, Index cut);
inline constexpr Index largest_explanation = Index{1} << 16;

/// The same as a drawing: the butterflies of the textbook's algorithm, or the matrix of the fast one; colours
/// are processes. Throws Error(invalid_argument) for n > largest_drawing.
std::string draw(const Explanation& explanation);
inline constexpr Index largest_drawing = 256;

}  // namespace bspfft::tools

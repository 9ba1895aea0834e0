// An FFT on p processes taken apart: who owns what, when, and who sends how much to whom.
#pragma once

#include <string>
#include <vector>

#include "bspfft/schedule.hpp"
#include "tools/commands/transform.hpp"

namespace bspfft::tools {

/// The vector between two steps.
struct ExplainedState {
    std::string name;
    std::string owner_rule;    ///< which process has element j
    std::vector<Index> owner;  ///< by the index of the element
    std::vector<Index> shape;  ///< of an array of several axes; otherwise empty
};

/// What happens to it.
struct ExplainedStep {
    enum class Kind { permute, compute, move };

    Kind kind;
    std::string name;
    std::string rule;
    std::vector<Index> stages;                ///< of a computation: its k, 2k, ...
    std::vector<std::vector<Index>> traffic;  ///< of a move: numbers from each process to each
    Index h = 0;                              ///< of a move: real words
    Index words_each = 2;                     ///< of a move: 1 if numbers are real
};

/// One more state than steps: the vector before each, and in the end.
struct Explanation {
    Schedule schedule;
    std::vector<ExplainedState> states;
    std::vector<ExplainedStep> steps;

    /// Whether what is shown after a step differs from before: owners, or after a move what they own.
    bool changes_at(std::size_t step) const
    {
        const ExplainedState &before = states[step], &after = states[step + 1];
        const bool moved = steps[step].kind == ExplainedStep::Kind::move && after.name != before.name;
        return after.owner != before.owner || (moved && !after.shape.empty());
    }
};

/// Of a layout: who has element j.
std::vector<Index> owners_of(const Layout& layout);
/// A move, with the h of this traffic.
ExplainedStep explained_move(const Superstep& step, const std::string& rule, std::vector<std::vector<Index>> traffic,
                             Index words_each = 2);

/// Element by element, so n is limited: throws Error(invalid_argument) for more than largest_explanation.
Explanation explain_textbook(Index n, Index p);
Explanation explain_fast(Index n, Index p, Index cut);
/// Any number of axes, by one move, by pencils, or by Bluestein's algorithm.
Explanation explain_axes(const Transform& transform, Index p);
/// Of real data, to half a spectrum or back.
Explanation explain_real(const Transform& transform, Index p, bool inverse);
inline constexpr Index largest_explanation = Index{1} << 16;

/// The same as a drawing: the butterflies of the textbook's algorithm, or the matrix of the fast one; colours
/// are processes. Throws Error(invalid_argument) for n > largest_drawing.
std::string draw(const Explanation& explanation);
inline constexpr Index largest_drawing = 256;

/// The owners of several axes as squares, layer by layer. Throws Error(invalid_argument) for n > largest_layers.
std::string draw_axes(const Explanation& explanation);
inline constexpr Index largest_layers = 4096;

}  // namespace bspfft::tools

// bspfft explain: the distributions, index maps, stages and h-relations of one FFT, for teaching.
#pragma once

#include <string>
#include <vector>

#include "bsp_fft/schedule/program.hpp"
#include "tools/commands/transform.hpp"

namespace bspfft::tools {

class Options;

struct ExplainRequest {
    TransformWords transform;
    Index procs = 1;
    bool inverse = false;  ///< for real data: from half a spectrum
    PlanOptions options;  ///< what is left open is chosen as plan chooses it
    std::string json;  ///< empty: none; "-": standard output
    std::string plot;  ///< likewise
    bool wide = false;  ///< tables
};

void add_explain_options(Options& options, ExplainRequest& request);

/// Returns 0. Throws Error.
int explain(const ExplainRequest& request);

// An FFT on p processes taken apart: who owns what, when, and who sends how much to whom.

/// The vector between two steps.
struct ExplainedState {
    std::string name;
    std::string owner_rule;    ///< which process has element j
    std::vector<Index> owner;  ///< by the index of the element
    std::vector<Index> shape;  ///< as it is shown: a vector, a matrix, an array
    std::vector<std::string> indices = {};  ///< the name of the index along each axis; empty: j0, j1, ...

    std::string index(std::size_t axis) const;
};

/// What happens to it.
struct ExplainedStep {
    enum class Kind { permute, compute, move };

    Kind kind;
    std::string name;
    std::string rule;
    std::vector<Index> stages;                ///< for a computation: its k, 2k, ...
    std::vector<std::vector<Index>> traffic;  ///< for a move: numbers from each process to each
    Index h = 0;                              ///< for a move: real words
    Index words_each = 2;                     ///< for a move: 1 if numbers are real
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
        return after.owner != before.owner || moved;
    }
    /// Whether it is told as the book does: one vector of complex numbers, stage by stage.
    bool is_of_the_book() const { return is_of_the_book(schedule); }
    static bool is_of_the_book(const Schedule& schedule)
    {
        return schedule.algorithm() == Algorithm::textbook && schedule.problem().data == Data::complex;
    }
};

/// The process that has element j, for every j.
std::vector<Index> owners_of(const Layout& layout);
/// How many numbers go from each process to each, where element j goes from before[j] to after[j].
std::vector<std::vector<Index>> traffic_between(const std::vector<Index>& before, const std::vector<Index>& after,
                                                Index p);
/// "superstep 0: columns of length 8"
std::string name_in_superstep(const Step& step);
/// A computation, with its stages where they are of powers of two.
ExplainedStep explained_computation(const Step& step, const std::string& rule);
/// A move, with the h of this traffic.
ExplainedStep explained_move(const Step& step, const std::string& rule, std::vector<std::vector<Index>> traffic,
                             Index words_each = 2);

/// Any schedule, element by element: the textbook's as in the book, the free cut of 2^m elements as a matrix, all
/// others axis by axis. Throws Error(invalid_argument) for more elements than largest_explanation.
Explanation explain_schedule(const Schedule& schedule);
/// Axis by axis: any number of axes, by one move, by pencils, or by Bluestein's algorithm; of real data too.
Explanation explain_axes(const Schedule& schedule);
inline constexpr Index largest_explanation = Index{1} << 16;

/// The same as a drawing, which fits a page: the butterflies of the book, otherwise every element as a square; colours
/// are processes. Throws Error(invalid_argument) for more elements than can be read.
std::string draw(const Explanation& explanation);
std::string draw_butterflies(const Explanation& explanation);
std::string draw_squares(const Explanation& explanation);
inline constexpr Index most_butterflies = 256, most_squares = 4096;

}  // namespace bspfft::tools

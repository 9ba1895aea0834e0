// The grid: even parts, few processes on axes that move, and none on the axis that runs fastest in memory.
#include <algorithm>
#include <limits>
#include <optional>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/schedule/axis_cuts.hpp"
#include "bsp_fft/schedule/builders.hpp"
#include "bsp_fft/schedule/cut_choice.hpp"
#include "bsp_fft/schedule/shape_text.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

namespace {

/// Goes through all grids and keeps the best.
class GridSearch {
public:
    GridSearch(const Problem& problem, const std::vector<Index>& memory, const std::vector<Index>& fixed = {})
        : problem_(problem), memory_(memory), fixed_(fixed)
    {}

    std::optional<std::vector<Index>> best(Index p)
    {
        grid_.assign(problem_.shape.size(), 1);
        visit(0, p, 1, false);
        return best_;
    }

private:
    // A move is worth avoiding; over how many axes it goes does not matter.
    static constexpr double price_of_moving = 1.5;

    void visit(std::size_t axis, Index rest, double penalty, bool moves)
    {
        if (axis == grid_.size()) {
            if (moves) penalty *= price_of_moving;
            if (rest == 1 && penalty < least_) {
                least_ = penalty;
                best_ = grid_;
            }
            return;
        }
        const UncutAxis uncut = uncut_axis(problem_, axis, fixed_);
        const bool fastest = memory_.back() == static_cast<Index>(axis);
        const auto place = static_cast<double>(std::find(memory_.begin(), memory_.end(), static_cast<Index>(axis)) -
                                               memory_.begin());
        for (const Index p : divisors(rest)) {
            const std::optional<double> uneven = imbalance(uncut, p);
            if (!uneven) continue;
            double factor = *uneven;
            if (p > 1) factor *= (fastest ? 1.1 : 1) * (1 + 0.01 * place);
            grid_[axis] = p;
            visit(axis + 1, rest / p, penalty * factor, moves || (uncut.transformed && p > 1));
        }
        grid_[axis] = 1;
    }

    const Problem& problem_;
    const std::vector<Index>& memory_;
    std::vector<Index> fixed_;
    std::vector<Index> grid_;
    std::optional<std::vector<Index>> best_;
    double least_ = std::numeric_limits<double>::infinity();
};

[[noreturn]] void refuse(const Problem& problem, Index p)
{
    Index fewer = p - 1;
    while (!has_free_cut(problem, fewer)) --fewer;
    if (problem.is_partial()) {
        const UncutAxis first = uncut_axis(problem, problem.shape.size() == 1 ? 0 : problem.half_axis());
        throw Error(Status::invalid_argument,
                    text("no free cut of ", shape_text(problem.shape), " with these modes and this extent over p = ", p,
                         ": an axis that is distributed needs n = a b with a >= p and b >= p", law_of_kept(first),
                         "; p = ", fewer, " is possible", problem.shape.size() == 1 ? nearest_counts(first, p) : ""));
    }
    throw Error(Status::invalid_argument,
                text("no free cut of ", shape_text(problem.shape), " over p = ", p,
                     ": each axis that is distributed needs n = a b with a >= p and b >= p of its processes; p = ",
                     fewer, " is possible, and so are the algorithms bluestein (one axis) and pencils (several)"));
}

}  // namespace

std::vector<Index> grid_for(const Problem& problem, Index p, const std::vector<Index>& asked,
                            const std::vector<Index>& memory, const std::vector<Index>& reproducible)
{
    if (asked.empty()) {
        if (const auto best = GridSearch(problem, memory, reproducible).best(p)) return *best;
        refuse(problem, p);
    }
    require_grid(asked, problem, p);
    for (std::size_t l = 0; l < asked.size(); ++l) {
        const UncutAxis uncut = uncut_axis(problem, l, reproducible);
        if (!uncut.transformed || asked[l] == 1 || !possible_cuts(uncut, asked[l]).empty()) continue;
        if (uncut.whole) {
            throw Error(Status::invalid_argument,
                        text("axis ", l, " cannot be over ", asked[l], " processes: of real data the last axis that ",
                             "is transformed is not distributed; take 1, and the other axes for the processes"));
        }
        Index fewer = asked[l] - 1;
        while (possible_cuts(uncut, fewer).empty()) --fewer;
        throw Error(Status::invalid_argument,
                    text("no free cut of axis ", l, " over ", asked[l], " processes: n = ", problem.shape[l],
                         " is no product a b with a and b of at least ", asked[l], law_of_kept(uncut), "; over ", fewer,
                         " there is one", nearest_counts(uncut, asked[l])));
    }
    return asked;
}

void require_grid(const std::vector<Index>& grid, const Problem& problem, Index p)
{
    if (grid.size() != problem.shape.size()) {
        throw Error(Status::invalid_argument, text("the grid ", shape_text(grid), " has ", grid.size(),
                                                   " axes, the array ", shape_text(problem.shape), " has ",
                                                   problem.shape.size(), "; give one number an axis"));
    }
    Index product = 1;
    for (const Index q : grid) {
        if (q < 1)
            throw Error(Status::invalid_argument,
                        text("the grid ", shape_text(grid), " has ", q, " processes along an axis; at least 1"));
        product = checked_product(product, q);
    }
    if (product == p) return;
    std::vector<Index> nearest(grid.size(), 1);
    nearest.front() = p;
    throw Error(Status::invalid_argument,
                text("the grid ", shape_text(grid), " has ", product, " processes, and there are p = ", p,
                     "; the product must be p, as in ", shape_text(nearest)));
}

Algorithm reproducible_algorithm(const Problem& problem)
{
    constexpr Index small = 4096, long_prime = 4096, few_processes = 16;
    if (problem.is_partial() || problem.n() < small) return Algorithm::fast;
    const bool alone = problem.shape.size() == 1;
    const std::vector<Index> factors = alone ? prime_factors(problem.n()) : std::vector<Index>{};
    Index processes = 1;
    for (std::size_t l = 0; l < problem.shape.size(); ++l) {
        const UncutAxis axis = uncut_axis(problem, l);
        processes *= most_processes(axis, axis.transformed ? balanced_cuts(axis, 1).front() : 1);
        if (processes >= few_processes && (factors.empty() || factors.back() < long_prime)) return Algorithm::fast;
    }
    return alone ? Algorithm::bluestein : Algorithm::pencils;
}

bool has_free_cut(const Problem& problem, Index p)
{
    std::vector<Index> memory;
    for (std::size_t l = 0; l < problem.shape.size(); ++l) memory.push_back(static_cast<Index>(l));
    return GridSearch(problem, memory).best(p).has_value();
}

bool has_free_cut(Index n, Index p) { return !possible_cuts(UncutAxis{n}, p).empty(); }

}  // namespace bspfft

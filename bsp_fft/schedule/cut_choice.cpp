// The grid first: even parts, few processes on axes that move, and none on the axis that runs fastest in memory. Then
// the cut: columns and rows that fit in the cache, fill the lanes and have small prime factors.
#include "bsp_fft/schedule/cut_choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "bsp_fft/base/factors.hpp"
#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/layout/grid_cut.hpp"
#include "bsp_fft/schedule/radices.hpp"
#include "bsp_fft/schedule/shape_text.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

namespace {

constexpr Index line_bytes = 64;
// A tile of this size leaves space in L2 for what it is read from and written to.
constexpr double cache_bytes = 600 << 10;
// So many cuts are compared at most, and so many of an only axis: those near the square root.
constexpr double most_cuts = 20000, most_cuts_of_one_axis = 7;

/// An axis whose cut is sought.
struct UncutAxis {
    Index n;
    bool transformed = true;
    bool half = false;   ///< real data: of its rows 0 .. a/2 exist
    bool whole = false;  ///< and with several axes it is neither distributed nor cut
    Kept input = {};     ///< elements that exist before, and after
    Kept output = {};

    bool is_possible(Index p, Index a) const
    {
        if (whole) return p == 1 && a == n;
        return n % a == 0 && (half ? a / 2 + 1 : a) >= p && n / a >= p && keeps_whole_rows(a, n / a);
    }
    // Rows of tiles exist for all lanes, or for none.
    bool keeps_whole_rows(Index a, Index b) const
    {
        // mirrored rows have the last element for one lane only
        if (half && !output.all() && b > 1) return false;
        return (a == 1 || has_periods(input, b)) && (b == 1 || has_periods(output, a));
    }
    static bool has_periods(const Kept& kept, Index length)
    {
        return kept.low % length == 0 && kept.high % length == 0;
    }
    // Rows of half a spectrum come back to their own process if 2p divides a.
    bool is_even(Index p, Index a) const { return a % (half ? 2 * p : p) == 0 && n / a % p == 0; }
};

UncutAxis uncut_axis(const Problem& problem, std::size_t l)
{
    const bool half = problem.data != Data::complex && problem.half_axis() == l && problem.transformed[l];
    const auto transformed = std::count(problem.transformed.begin(), problem.transformed.end(), true);
    UncutAxis axis{problem.shape[l], problem.transformed[l], half, half && transformed > 1};
    axis.input = problem.kept_of_array(l);
    axis.output = problem.kept_of_spectrum(l);
    if (problem.back) std::swap(axis.input, axis.output);
    return axis;
}

// The a of an axis over p processes: those with even parts, or if there are none, all.
std::vector<Index> possible_cuts(const UncutAxis& axis, Index p)
{
    std::vector<Index> even, all;
    for (const Index a : divisors(axis.n)) {
        if (!axis.is_possible(p, a)) continue;
        all.push_back(a);
        if (axis.is_even(p, a)) even.push_back(a);
    }
    return even.empty() ? all : even;
}

// The largest share of so many in p parts, in units of an even share.
double excess(Index count, Index p)
{
    return static_cast<double>((count + p - 1) / p * p) / static_cast<double>(count);
}

// How much more than its share the busiest process has along an axis; nothing if it cannot be distributed so.
std::optional<double> imbalance(const UncutAxis& axis, Index p)
{
    if (p == 1) return 1;
    if (!axis.transformed) {
        if (p > axis.n) return std::nullopt;
        return excess(axis.n, p);
    }
    double least = std::numeric_limits<double>::infinity();
    for (const Index a : possible_cuts(axis, p)) {
        least = std::min(least, std::max(excess(axis.n / a, p), excess(axis.half ? a / 2 + 1 : a, p)));
    }
    if (std::isinf(least)) return std::nullopt;
    return least;
}

/// Goes through all grids and keeps the best.
class GridSearch {
public:
    GridSearch(const Problem& problem, const std::vector<Index>& memory) : problem_(problem), memory_(memory) {}

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
        const UncutAxis uncut = uncut_axis(problem_, axis);
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
    std::vector<Index> grid_;
    std::optional<std::vector<Index>> best_;
    double least_ = std::numeric_limits<double>::infinity();
};

// What a row of a tile of `width` columns costs beside its passes, in the same unit: too large for the cache, or lanes
// that are not neighbours or not used.
double tile_penalty(Index length, Index neighbours, Index columns, Index width, Index lanes, Index bytes_per_real)
{
    const double bytes = static_cast<double>(length) * static_cast<double>(2 * lanes * bytes_per_real);
    double penalty = bytes > cache_bytes ? 10 * std::log2(bytes / cache_bytes) : 0;
    if (neighbours % width != 0) penalty += neighbours < width ? 20 : 6;
    const Index used = tiles_of(columns, width) * width;
    return penalty + 40 * (static_cast<double>(used) / static_cast<double>(std::max(columns, Index{1})) - 1);
}

// A plan of much data takes a twentieth of it for tiles and tables at most.
double memory_penalty(Index tile, Index data, Index bytes_per_complex)
{
    constexpr Index much_data = Index{2} << 20;
    if (data * bytes_per_complex < much_data) return 0;
    return 300 * std::max(0.0, static_cast<double>(tile) / static_cast<double>(data) - 0.04);
}

Index widest_lanes(Index bytes_per_real) { return line_bytes / bytes_per_real; }

// Short transforms should begin with a butterfly of eight, whose only twiddle is sqrt(1/2).
constexpr Index fewest_roundings = 8;

/// Costs of transforms over several axes, each found once.
class TransformCosts {
public:
    double of(const std::vector<Index>& lengths)
    {
        const auto found = costs_.find(lengths);
        if (found != costs_.end()) return found->second;
        return costs_[lengths] = cost_per_row(lengths);
    }

private:
    std::map<std::vector<Index>, double> costs_;
};

std::size_t l_of(const AxisCut& axis) { return static_cast<std::size_t>(axis.axis); }

// Of a row of a tile: to and from main memory.
constexpr double sweep_cost = 20;

// The largest share of those that exist, in units of an even share of all.
double share(Index count, Index all, Index p)
{
    return excess(count, p) * static_cast<double>(count) / static_cast<double>(all);
}

double cut_cost(const std::vector<AxisCut>& axes, Index bytes_per_real, TransformCosts& costs)
{
    const CutPart part = part_of(axes, 0);
    const Index a = columns_length(axes), b = rows_length(axes);
    const Index lanes = lanes_for(axes, bytes_per_real);
    std::vector<Index> columns, rows;
    // how much more than its share the busiest process has, before and after
    double before = 1, after = 1;
    for (const AxisCut& axis : axes) {
        if (!axis.transformed) continue;
        columns.push_back(axis.a);
        rows.push_back(axis.b);
        before *= share(axis.all_columns(), axis.b, axis.p);
        // half of the rows, and a line more
        after *= axis.half == AxisCut::Half::none
                     ? share(axis.all_rows(), axis.a, axis.p)
                     : 2 * static_cast<double>(axis.rows(0) * axis.p) / static_cast<double>(axis.a);
    }
    // two real columns are one lane
    const Index tile_columns = half_axis_of(axes) ? 2 * lanes : lanes;
    double cost = before * (sweep_cost + costs.of(columns)) + after * (sweep_cost + costs.of(rows));
    cost += tile_penalty(a, part.columns.back(), part.column_count(), tile_columns, lanes, bytes_per_real);
    const bool last_moves = axes.back().transformed;
    cost += tile_penalty(b, last_moves ? part.rows.back() : 1, part.row_count(), lanes, lanes, bytes_per_real);
    cost += 30.0 * (static_cast<double>(widest_lanes(bytes_per_real)) / static_cast<double>(lanes) - 1) / 7;
    if (a < fewest_roundings) cost += 3;
    const double unequal = std::abs(std::log2(static_cast<double>(a)) - std::log2(static_cast<double>(b)) - 0.1);
    return cost + 0.3 * unequal +
           memory_penalty(std::max(a, b) * lanes, part.column_count() * a, 2 * bytes_per_real);
}

/// Goes through the cuts of all axes that are not fixed, and keeps the best.
class CutSearch {
public:
    CutSearch(const Problem& problem, std::vector<AxisCut> axes, Index bytes_per_real)
        : problem_(problem), axes_(std::move(axes)), bytes_(bytes_per_real)
    {}

    std::vector<AxisCut> best(const std::vector<Index>& fixed)
    {
        for (const AxisCut& axis : axes_) {
            const Index a = fixed.empty() ? 0 : fixed[l_of(axis)];
            cuts_.push_back(!axis.transformed ? std::vector<Index>{1}
                            : a > 0           ? std::vector<Index>{a}
                                              : possible_cuts(uncut_axis(problem_, l_of(axis)), axis.p));
        }
        shorten();
        visit(0);
        return best_;
    }

private:
    // Leaves out the cuts that are farthest from the square root, until few enough are left.
    void shorten()
    {
        for (;;) {
            double count = 1;
            for (const auto& cuts : cuts_) count *= static_cast<double>(cuts.size());
            if (count <= (cuts_.size() == 1 ? most_cuts_of_one_axis : most_cuts)) return;
            const auto longest = std::max_element(
                cuts_.begin(), cuts_.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
            const double middle = std::sqrt(static_cast<double>(axes_[static_cast<std::size_t>(
                                                                          longest - cuts_.begin())].n));
            const auto distance = [&](Index a) { return std::abs(std::log(static_cast<double>(a) / middle)); };
            longest->erase(distance(longest->front()) > distance(longest->back()) ? longest->begin()
                                                                                  : longest->end() - 1);
        }
    }

    void visit(std::size_t at)
    {
        if (at == axes_.size()) {
            const double cost = cut_cost(axes_, bytes_, costs_);
            if (cost < least_) {
                least_ = cost;
                best_ = axes_;
            }
            return;
        }
        for (const Index a : cuts_[at]) {
            if (axes_[at].transformed) {
                axes_[at].a = a;
                axes_[at].b = axes_[at].n / a;
            }
            visit(at + 1);
        }
    }

    const Problem& problem_;
    std::vector<AxisCut> axes_;
    Index bytes_;
    std::vector<std::vector<Index>> cuts_;
    TransformCosts costs_;
    std::vector<AxisCut> best_;
    double least_ = std::numeric_limits<double>::infinity();
};

std::string nearest_cut(const UncutAxis& axis, Index p, Index wanted)
{
    const std::vector<Index> cuts = possible_cuts(axis, p);
    const auto distance = [&](Index a) {
        return std::abs(std::log(static_cast<double>(a) / static_cast<double>(std::max(wanted, Index{1}))));
    };
    const auto nearest = std::min_element(cuts.begin(), cuts.end(),
                                          [&](Index a, Index b) { return distance(a) < distance(b); });
    return text("the nearest is ", *nearest);
}

// What fewer modes or elements of an axis require of its cut.
std::string law_of_kept(const UncutAxis& axis)
{
    if (axis.half && !axis.output.all()) return ", and with fewer modes of real data a = n";
    if (axis.input.all() && axis.output.all()) return "";
    return ", and unless one of the two is 1 a divides the output's elements at either end, n/a those of the input";
}

// The nearest numbers of elements that an axis can have over p processes; nothing if it cannot be so many.
std::string nearest_counts(const UncutAxis& axis, Index p)
{
    UncutAxis full = axis;
    full.input = full.output = {};
    const std::vector<Index> cuts = possible_cuts(full, p);
    if (cuts.empty() || (axis.half && !axis.output.all())) return "";
    const auto nearest = [&](const Kept& kept, Index period) {
        const Index whole = kept.high > 0 ? 2 * period : period;
        return std::min(axis.n, std::max(Index{1}, (kept.count() + whole / 2) / whole) * whole);
    };
    std::string words;
    if (!axis.input.all()) words += text(", or ", nearest(axis.input, axis.n / cuts.back()), " elements of the input");
    if (!axis.output.all()) words += text(", or ", nearest(axis.output, cuts.front()), " of the output");
    return words;
}

void require_cuts(const Problem& problem, const std::vector<AxisCut>& axes, const std::vector<Index>& cut)
{
    if (cut.empty()) return;
    if (cut.size() != axes.size()) {
        throw Error(Status::invalid_argument,
                    text("the cut ", shape_text(cut), " is of ", cut.size(), " axes, the array has ", axes.size(),
                         "; give one length an axis, 0 where it is to be chosen"));
    }
    for (const AxisCut& axis : axes) {
        const Index a = cut[l_of(axis)];
        const UncutAxis uncut = uncut_axis(problem, l_of(axis));
        if (a == 0 || !axis.transformed || (a > 0 && uncut.is_possible(axis.p, a))) continue;
        if (uncut.whole) {
            throw Error(Status::invalid_argument,
                        text("the cut ", a, " of axis ", axis.axis, " is not possible; of real data the last axis is ",
                             "transformed as a whole, a = ", axis.n));
        }
        throw Error(Status::invalid_argument,
                    text("the cut ", a, " of axis ", axis.axis, " is not possible; it must divide n = ", axis.n,
                         " and be from p = ", axis.p, " to n/p = ", axis.n / axis.p, law_of_kept(uncut), "; ",
                         nearest_cut(uncut, axis.p, a)));
    }
}

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

std::vector<Index> grid_for(const Problem& problem, Index p, const std::vector<Index>& asked,
                            const std::vector<Index>& memory)
{
    if (asked.empty()) {
        if (const auto best = GridSearch(problem, memory).best(p)) return *best;
        refuse(problem, p);
    }
    require_grid(asked, problem, p);
    for (std::size_t l = 0; l < asked.size(); ++l) {
        const UncutAxis uncut = uncut_axis(problem, l);
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

}  // namespace

Index lanes_for(const std::vector<AxisCut>& axes, Index bytes_per_real)
{
    const CutPart part = part_of(axes, 0);
    const Index least = std::min(part.column_count(), part.row_count());
    for (const Index lanes : {widest_lanes(bytes_per_real), Index{4}}) {
        if (least >= lanes) return lanes;
    }
    return least > 1 ? 4 : 1;
}

bool needs_no_cut(const std::vector<AxisCut>& axes, Index bytes_per_real)
{
    Index length = 1, columns = 1;
    for (const AxisCut& axis : axes) {
        if (axis.transformed && axis.p > 1) return false;
        // from an array of one shape to one of another it must land in between
        if (!axis.input.all() || !axis.output.all()) return false;
        if (axis.transformed) {
            length *= axis.n;
        } else {
            columns *= axis.columns(0);
        }
    }
    const Index lanes = widest_lanes(bytes_per_real);
    return columns >= lanes &&
           static_cast<double>(length) * static_cast<double>(2 * lanes * bytes_per_real) <= cache_bytes;
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

std::vector<AxisCut> choose_cut(const Problem& problem, Index p, const ScheduleOptions& options,
                                const std::vector<Index>& memory)
{
    const std::vector<Index> grid = grid_for(problem, p, options.grid, memory);
    std::vector<AxisCut> axes;
    for (const Index l : memory) {
        const auto at = static_cast<std::size_t>(l);
        AxisCut axis;
        axis.n = problem.shape[at];
        axis.p = grid[at];
        axis.axis = l;
        axis.transformed = problem.transformed[at];
        const UncutAxis uncut = uncut_axis(problem, at);
        if (uncut.half) axis.half = AxisCut::Half::rows;
        axis.input = uncut.input;
        axis.output = uncut.output;
        for (std::size_t later = at + 1; later < grid.size(); ++later) axis.process_weight *= grid[later];
        axes.push_back(axis);
    }
    require_cuts(problem, axes, options.cut);
    if (options.cut.empty() && needs_no_cut(axes, options.bytes_per_real)) {
        for (AxisCut& axis : axes) axis.a = axis.transformed ? axis.n : 1;
        return axes;
    }
    return CutSearch(problem, std::move(axes), options.bytes_per_real).best(options.cut);
}

bool has_free_cut(const Problem& problem, Index p)
{
    std::vector<Index> memory;
    for (std::size_t l = 0; l < problem.shape.size(); ++l) memory.push_back(static_cast<Index>(l));
    return GridSearch(problem, memory).best(p).has_value();
}

bool has_free_cut(Index n, Index p) { return !possible_cuts(UncutAxis{n}, p).empty(); }

}  // namespace bspfft

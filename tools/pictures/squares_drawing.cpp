// Every element as a square in the colour of its process: the last two axes as rows and columns, the others as layers
// beside and below each other. Columns that a page has no room for go on below.
#include <algorithm>

#include "tools/commands/explain.hpp"
#include "tools/pictures/looks.hpp"
#include "tools/pictures/sheet.hpp"
#include "tools/terminal/problem_text.hpp"
#include "tools/terminal/refusal.hpp"

namespace bspfft::tools {

namespace {

constexpr double indices_width = 52, above = 16, state_gap = 8;  // the indices beside a panel, and above it
constexpr double sizes[] = {18, 15, 12, 9, 6};

double real(Index n) { return static_cast<double>(n); }

std::string words_of(const ExplainedStep& step)
{
    const bool moves = step.kind == ExplainedStep::Kind::move;
    return text(step.name, moves ? text(": h = ", step.h, " words") : "", "; ", step.rule);
}

std::string words_of(const ExplainedState& state) { return text(state.name, ": ", state.owner_rule); }

// A state cut into panels: some columns of one layer each.
struct Panels {
    Panels(const ExplainedState& state, double cell)
        : cell(cell),
          is_vector(state.shape.size() == 1),
          columns(state.shape.back()),
          rows(is_vector ? 1 : state.shape.end()[-2]),
          layers(std::ssize(state.owner) / columns / rows)
    {
        const auto most = static_cast<Index>((page_width - 2 * page_margin - indices_width) / cell);
        while (width < std::min(columns, most / 2 + 1)) width *= 2;
        width = columns <= most ? columns : width;
        in_a_layer = (columns + width - 1) / width;
        in_a_line = std::max(Index{1}, static_cast<Index>((page_width - 2 * page_margin + state_gap) / panel_width()));
    }

    double panel_width() const { return indices_width + cell * real(width) + state_gap; }
    double panel_height() const { return (is_vector ? 0 : above + (layers > 1 ? above : 0)) + cell * real(rows) + 4; }
    double height() const
    {
        return (is_vector ? above : 0) + panel_height() * real((layers * in_a_layer + in_a_line - 1) / in_a_line);
    }

    double cell;
    bool is_vector;
    Index columns, rows, layers;
    Index width = 1;       ///< columns of a panel
    Index in_a_layer = 1;  ///< panels
    Index in_a_line = 1;
};

class SquaresDrawing {
public:
    explicit SquaresDrawing(const Explanation& explanation)
        : p_(explanation.schedule.p()),
          sheet_(text("FFT of ", size_in_words(explanation.schedule.problem()), " on p = ", p_,
                      " processes, algorithm ", algorithm_name(explanation.schedule.algorithm())), p_)
    {
        cell_ = cell_for(explanation);
        sheet_.words(text("each square is an element, in the colour ",
                          cell_ >= least_numbered ? "and with the number " : "",
                          "of the process that has it; its index stands beside it and above"));
        state(explanation.states[0]);
        for (std::size_t i = 0; i < explanation.steps.size(); ++i) {
            sheet_.words(words_of(explanation.steps[i]));
            if (explanation.changes_at(i)) state(explanation.states[i + 1]);
        }
    }

    std::string document() { return sheet_.document(); }

private:
    // The largest squares with which all of it fits on the page; the smallest if there are none.
    double cell_for(const Explanation& explanation) const
    {
        for (const double cell : sizes) {
            double height = sheet_.y() + height_of(explanation.states[0], cell);
            for (std::size_t i = 0; i < explanation.steps.size(); ++i) {
                height += Sheet::height_of(words_of(explanation.steps[i]));
                if (explanation.changes_at(i)) height += height_of(explanation.states[i + 1], cell);
            }
            if (height <= page_height) return cell;
        }
        return *std::rbegin(sizes);
    }

    static double height_of(const ExplainedState& state, double cell)
    {
        return 2 * state_gap + Sheet::height_of(words_of(state), 11) + Panels(state, cell).height();
    }

    void state(const ExplainedState& state)
    {
        sheet_.skip(state_gap);
        sheet_.words(words_of(state), 11);
        sheet_.skip(state_gap / 2);
        const Panels panels(state, cell_);
        const Index all = panels.layers * panels.in_a_layer;
        if (panels.is_vector) {
            column_indices(state, panels, 0, {page_margin + indices_width, sheet_.y()});
            sheet_.skip(above);
        }
        for (Index panel = 0; panel < all; ++panel) {
            draw(state, panels, panel,
                 {page_margin + indices_width + panels.panel_width() * real(panel % panels.in_a_line), sheet_.y()});
            if ((panel + 1) % panels.in_a_line == 0 || panel + 1 == all) sheet_.skip(panels.panel_height());
        }
        sheet_.skip(state_gap / 2);
    }

    void draw(const ExplainedState& state, const Panels& panels, Index panel, Point at)
    {
        const Index layer = panel / panels.in_a_layer, first = panel % panels.in_a_layer * panels.width,
                    end = std::min(panels.columns, first + panels.width);
        if (!panels.is_vector) {
            if (panels.layers > 1) {
                sheet_.svg().text({at.x, at.y + 9}, layer_index(state, layer), 9);
                at.y += above;
            }
            column_indices(state, panels, first, at);
            at.y += above;
        }
        row_indices(state, panels, first, at);
        for (Index row = 0; row < panels.rows; ++row) {
            for (Index column = first; column < end; ++column)
                square(state.owner[static_cast<std::size_t>((layer * panels.rows + row) * panels.columns + column)],
                       {at.x + cell_ * real(column - first), at.y + cell_ * real(row)});
        }
    }

    void square(Index owner, Point at)
    {
        const Fill fill = fill_of(owner, p_);
        sheet_.svg().rectangle(at, cell_ - 1, cell_ - 1, fill.colour);
        if (cell_ >= least_numbered)
            sheet_.svg().text({at.x + (cell_ - 1) / 2, at.y + cell_ / 2 + 2.5}, text(owner), 8, Svg::Anchor::middle,
                              fill.ink);
    }

    // Every index that there is room for. A line of a vector goes on where the one above it ends.
    Index step_for(double room) const
    {
        Index step = 1;
        while (real(step) * cell_ < room) step *= 2;
        return step;
    }
    void column_indices(const ExplainedState& state, const Panels& panels, Index first, Point at)
    {
        const Index step = step_for(24), end = std::min(panels.columns, first + panels.width);
        const std::string name = state.index(state.shape.size() - 1);
        sheet_.svg().text({at.x - 4, at.y + 10}, text(panels.is_vector ? "+ " : "", name, " ="), 9, Svg::Anchor::end);
        for (Index column = first; column < end; column += step)
            sheet_.svg().text({at.x + cell_ * (real(column - first) + 0.5), at.y + 10}, text(column), 9,
                              Svg::Anchor::middle);
    }
    void row_indices(const ExplainedState& state, const Panels& panels, Index first, Point at)
    {
        const Index step = step_for(12);
        for (Index row = 0; row < panels.rows; row += step) {
            const std::string words = panels.is_vector ? text(first)
                                      : row == 0       ? text(state.index(state.shape.size() - 2), " = 0")
                                                       : text(row);
            sheet_.svg().text({at.x - 4, at.y + cell_ * (real(row) + 0.5) + 3}, words, 9, Svg::Anchor::end);
        }
    }

    // "j0 = 1, j1 = 0": of all axes before the rows.
    static std::string layer_index(const ExplainedState& state, Index layer)
    {
        std::string words;
        for (std::size_t axis = state.shape.size() - 2; axis-- > 0;) {
            words = text(state.index(axis), " = ", layer % state.shape[axis], words.empty() ? "" : ", ", words);
            layer /= state.shape[axis];
        }
        return words;
    }

    Index p_;
    double cell_ = 0;
    Sheet sheet_;
};

}  // namespace

std::string draw_squares(const Explanation& explanation)
{
    if (explanation.schedule.n() > most_squares)
        refuse("a drawing of ", explanation.schedule.n(), " elements cannot be read; draw at most ", most_squares);
    return SquaresDrawing(explanation).document();
}

std::string draw(const Explanation& explanation)
{
    return explanation.is_of_the_book() ? draw_butterflies(explanation) : draw_squares(explanation);
}

}  // namespace bspfft::tools

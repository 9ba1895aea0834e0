// Arrays of several axes: every element a square in the colour of its process, the last two axes as rows and columns,
// the others as layers from left to right.
#include <algorithm>

#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"
#include "tools/commands/explanation.hpp"
#include "tools/pictures/process_legend.hpp"
#include "tools/pictures/svg.hpp"
#include "tools/terminal/shape.hpp"

namespace bspfft::tools {

namespace {

constexpr double least_numbered = 12;  // squares have the number of their process
constexpr double left = 30, top = 70, line = 20, gap = 14;

std::string words_of(const ExplainedStep& step)
{
    const bool moves = step.kind == ExplainedStep::Kind::move;
    return text(step.name, moves ? text(": h = ", step.h, " words") : "", "; ", step.rule);
}

std::string words_of(const ExplainedState& state) { return text(state.name, ": ", state.owner_rule); }

double width_of_words(const Explanation& explanation)
{
    double width = process_legend_width(explanation.schedule.p());
    for (const ExplainedState& state : explanation.states) width = std::max(width, text_width(words_of(state), 11));
    for (const ExplainedStep& step : explanation.steps) width = std::max(width, text_width(words_of(step)));
    return width;
}

class AxesDrawing {
public:
    explicit AxesDrawing(const Explanation& explanation)
        : p_(explanation.schedule.p()),
          columns_(explanation.schedule.shape().back()),
          rows_(explanation.schedule.shape().size() > 1 ? explanation.schedule.shape().end()[-2] : 1),
          layers_(explanation.schedule.problem().n() / columns_ / rows_),
          cell_(std::clamp(900 / static_cast<double>(layers_ * columns_), 6.0, 18.0)),
          svg_(2 * left + std::max(width(), width_of_words(explanation)), top + height_of(explanation),
               text("FFT of ", shape_text(explanation.schedule.shape()), " on ", p_, " processes"))
    {
        svg_.text({left, 24}, text(shape_text(explanation.schedule.shape()), ", p = ", p_), 14);
        process_legend(svg_, {left, 34}, p_);
        state(explanation.states[0]);
        for (std::size_t i = 0; i < explanation.steps.size(); ++i) {
            svg_.text({left, y_}, words_of(explanation.steps[i]), 12);
            y_ += line;
            if (explanation.changes_at(i)) state(explanation.states[i + 1]);
        }
    }

    std::string document() const { return svg_.document(); }

private:
    double layer_width() const { return cell_ * static_cast<double>(columns_) + gap; }
    double width() const { return layer_width() * static_cast<double>(layers_); }
    double state_height() const { return cell_ * static_cast<double>(rows_) + 2.5 * line; }
    double height_of(const Explanation& explanation) const
    {
        double height = state_height() + line * static_cast<double>(explanation.steps.size());
        for (std::size_t i = 0; i < explanation.steps.size(); ++i)
            height += explanation.changes_at(i) ? state_height() : 0;
        return height;
    }

    void state(const ExplainedState& state)
    {
        svg_.text({left, y_ + line / 2}, words_of(state), 11);
        y_ += line;
        // half a spectrum has fewer
        const Index columns = state.shape.back(), rows = state.shape.size() > 1 ? state.shape.end()[-2] : 1;
        for (std::size_t element = 0; element < state.owner.size(); ++element) {
            const auto j = static_cast<Index>(element);
            const auto column = static_cast<double>(j % columns), row = static_cast<double>(j / columns % rows),
                       layer = static_cast<double>(j / columns / rows);
            const Fill fill = fill_of(state.owner[element], p_);
            const Point at{left + layer * layer_width() + cell_ * column, y_ + cell_ * row};
            svg_.rectangle(at, cell_ - 1, cell_ - 1, fill.colour);
            if (cell_ >= least_numbered)
                svg_.text({at.x + cell_ / 2, at.y + cell_ / 2 + 3}, text(state.owner[element]), 8, Svg::Anchor::middle,
                          fill.ink);
        }
        y_ += cell_ * static_cast<double>(rows_) + 1.5 * line;
    }

    Index p_, columns_, rows_, layers_;
    double cell_;
    double y_ = top;
    Svg svg_;
};

}  // namespace

std::string draw_axes(const Explanation& explanation)
{
    if (explanation.schedule.n() > largest_layers)
        throw Error(Status::invalid_argument,
                    text("a drawing of ", explanation.schedule.n(), " elements cannot be read; draw at most ",
                         largest_layers));
    return AxesDrawing(explanation).document();
}

}  // namespace bspfft::tools

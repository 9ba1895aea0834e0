// Butterflies as the slides of PSC 3.4 draw them: elements from left to right, stages from top to bottom;
// colours are processes.
#include <algorithm>

#include "bsp_fft/base/powers.hpp"
#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"
#include "tools/commands/explanation.hpp"
#include "tools/pictures/process_legend.hpp"
#include "tools/pictures/svg.hpp"

namespace bspfft::tools {

namespace {

constexpr double left = 30, top = 80, stage_height = 46, row_gap = 20;

std::string colour(Index process, Index p) { return fill_of(process, p).colour; }

std::string words_of(const ExplainedStep& step)
{
    const bool moves = step.kind == ExplainedStep::Kind::move;
    return text(step.name, moves ? text(": h = ", step.h, " words") : "");
}

/// To the right of the drawing.
double width_of_words(const Explanation& explanation)
{
    double width = 0;
    for (const ExplainedState& state : explanation.states) width = std::max(width, text_width(state.name, 11));
    for (const ExplainedStep& step : explanation.steps) width = std::max(width, text_width(words_of(step), 12));
    return width;
}

class ButterflyDrawing {
public:
    explicit ButterflyDrawing(const Explanation& explanation)
        : explanation_(explanation),
          n_(explanation.schedule.n()),
          p_(explanation.schedule.p()),
          cell_(n_ <= 64 ? 16 : 8),
          svg_(left + cell_ * static_cast<double>(n_ + 1) + width_of_words(explanation), top + height() + 40,
               text("FFT of ", n_, " on ", p_, " processes"))
    {
        svg_.text({left, 24}, text("n = ", n_, ", p = ", p_), 14);
        process_legend(svg_, {left, 34}, p_);
        state(explanation_.states[0]);
        for (std::size_t i = 0; i < explanation_.steps.size(); ++i) {
            step(explanation_.steps[i], explanation_.states[i], explanation_.states[i + 1]);
            state(explanation_.states[i + 1]);
        }
    }

    std::string document() const { return svg_.document(); }

private:
    double height() const
    {
        double lines = 0;
        for (const ExplainedStep& each : explanation_.steps)
            lines += each.kind == ExplainedStep::Kind::compute ? static_cast<double>(each.stages.size()) : 1;
        return lines * stage_height + static_cast<double>(explanation_.states.size()) * row_gap;
    }
    double x(Index j) const { return left + cell_ * (static_cast<double>(j) + 0.5); }

    // The elements, each in the colour of its process.
    void state(const ExplainedState& state)
    {
        for (Index j = 0; j < n_; ++j) {
            const Fill fill = fill_of(state.owner[j], p_);
            svg_.rectangle({x(j) - cell_ / 2 + 0.5, y_ - 7}, cell_ - 1, 14, fill.colour);
            if (n_ <= 64) svg_.text({x(j), y_ + 3.5}, text(j), 8, Svg::Anchor::middle, fill.ink);
        }
        svg_.text({x(n_), y_ + 4}, state.name, 11);
        y_ += row_gap / 2;
    }

    void step(const ExplainedStep& step, const ExplainedState& before, const ExplainedState& after)
    {
        const int bits = log2_exact(n_);
        switch (step.kind) {
        case ExplainedStep::Kind::permute:
            caption(step.name);
            for (Index j = 0; j < n_; ++j) edge(j, reverse_bits(j, bits), colour(before.owner[j], p_));
            y_ += stage_height;
            break;
        case ExplainedStep::Kind::compute:
            for (const Index k : step.stages) {
                caption(text("stage k = ", k));
                for (Index j = 0; j < n_; ++j) {
                    edge(j, j, colour(before.owner[j], p_));
                    edge(j, j ^ k / 2, colour(before.owner[j], p_));
                }
                y_ += stage_height;
            }
            break;
        case ExplainedStep::Kind::move:
            caption(words_of(step));
            for (Index j = 0; j < n_; ++j)
                edge(j, j, before.owner[j] == after.owner[j] ? colour(after.owner[j], p_) : "#999999");
            y_ += stage_height;
            break;
        }
        y_ += row_gap / 2;
    }

    void caption(const std::string& words) { svg_.text({x(n_), y_ + stage_height / 2}, words, 12); }
    void edge(Index from, Index to, const std::string& stroke)
    {
        svg_.line({x(from), y_}, {x(to), y_ + stage_height}, stroke, 0.8);
    }

    const Explanation& explanation_;
    Index n_, p_;
    double cell_;
    double y_ = top;
    Svg svg_;
};

// The fast algorithm: the matrix by columns and by rows, with what is done to each below it.
std::string draw_matrices(const Explanation& explanation)
{
    const Index n1 = explanation.schedule.radices().front(), n2 = explanation.schedule.n() / n1,
                p = explanation.schedule.p();
    const double cell = 18, height = cell * static_cast<double>(n1), line = 20;
    double width = std::max(cell * static_cast<double>(n2), process_legend_width(p));
    for (const ExplainedStep& step : explanation.steps)
        width = std::max(width, text_width(text(words_of(step), "; ", step.rule)));
    Svg svg(left + width + left, top + 2 * (height + 4 * line),
            text("FFT of ", explanation.schedule.n(), " on ", p, " processes"));
    svg.text({left, 24}, text("n = ", n1, " x ", n2, ", p = ", p), 14);
    process_legend(svg, {left, 34}, p);
    double y = top;
    const auto matrix = [&](const ExplainedState& state) {
        svg.text({left, y - 6}, state.name, 11);
        for (Index element = 0; element < n1 * n2; ++element) {
            const Index row = element / n2, column = element % n2;
            svg.rectangle({left + cell * static_cast<double>(column), y + cell * static_cast<double>(row)}, cell - 1,
                          cell - 1, colour(state.owner[element], p));
        }
        y += height + line;
    };
    matrix(explanation.states[0]);
    for (std::size_t i = 0; i < explanation.steps.size(); ++i) {
        const ExplainedStep& step = explanation.steps[i];
        const bool moves = step.kind == ExplainedStep::Kind::move;
        svg.text({left, y}, text(words_of(step), "; ", step.rule), 12);
        y += line;
        if (!moves) continue;
        y += line;
        matrix(explanation.states[i + 1]);
    }
    return svg.document();
}

}  // namespace

std::string draw(const Explanation& explanation)
{
    if (explanation.schedule.n() > largest_drawing)
        throw Error(Status::invalid_argument, text("a drawing of n = ", explanation.schedule.n(),
                                                   " elements cannot be read; draw n <= ", largest_drawing));
    if (explanation.schedule.algorithm() == Algorithm::fast) return draw_matrices(explanation);
    return ButterflyDrawing(explanation).document();
}

}  // namespace bspfft::tools

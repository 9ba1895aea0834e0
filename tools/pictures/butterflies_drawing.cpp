// Butterflies as the slides of PSC 3.4 draw them: elements from left to right, stages from top to bottom;
// colours are processes.
#include <algorithm>

#include "bsp_fft/base/integers.hpp"
#include "tools/commands/explain.hpp"
#include "tools/pictures/looks.hpp"
#include "tools/pictures/sheet.hpp"
#include "tools/terminal/refusal.hpp"

namespace bspfft::tools {

namespace {

constexpr double names_width = 80, row = 14, stage_height = 42, stage_gap = 6;

std::string colour(Index process, Index p) { return fill_of(process, p).colour; }

class ButterfliesDrawing {
public:
    explicit ButterfliesDrawing(const Explanation& explanation)
        : n_(explanation.schedule.n()),
          p_(explanation.schedule.p()),
          cell_(std::min(16.0, (page_width - names_width - page_margin) / static_cast<double>(n_))),
          sheet_(text("FFT of n = ", n_, " on p = ", p_, " processes, the algorithm of PSC 3.4"), p_)
    {
        sheet_.words(text("squares: the elements j = 0 .. ", n_ - 1, " from left to right, in the colour of the "
                          "process that has them; lines: what becomes of them, stage by stage; grey: to another "
                          "process"));
        sheet_.skip(stage_gap);
        state(explanation.states[0]);
        for (std::size_t i = 0; i < explanation.steps.size(); ++i) {
            step(explanation.steps[i], explanation.states[i], explanation.states[i + 1]);
            if (explanation.steps[i].kind == ExplainedStep::Kind::compute)
                squares(explanation.states[i + 1]);
            else
                state(explanation.states[i + 1]);
        }
    }

    std::string document() { return sheet_.document(); }

private:
    double x(Index j) const { return names_width + cell_ * (static_cast<double>(j) + 0.5); }

    void state(const ExplainedState& state)
    {
        sheet_.words(text(state.name, ": ", state.owner_rule), 11);
        sheet_.skip(stage_gap);
        squares(state);
    }

    // The elements, each in the colour of its process.
    void squares(const ExplainedState& state)
    {
        for (Index j = 0; j < n_; ++j) {
            const Fill fill = fill_of(state.owner[j], p_);
            sheet_.svg().rectangle({x(j) - cell_ / 2, sheet_.y()}, cell_ - std::min(1.0, cell_ / 8), row, fill.colour);
            if (cell_ >= least_numbered)
                sheet_.svg().text({x(j), sheet_.y() + row - 3.5}, text(j), 8, Svg::Anchor::middle, fill.ink);
        }
        sheet_.skip(row);
    }

    void step(const ExplainedStep& step, const ExplainedState& before, const ExplainedState& after)
    {
        const int bits = log2_exact(n_);
        switch (step.kind) {
        case ExplainedStep::Kind::permute:
            sheet_.words(text(step.name, ": ", step.rule));
            sheet_.skip(stage_gap);
            for (Index j = 0; j < n_; ++j) edge(j, reverse_bits(j, bits), colour(before.owner[j], p_));
            break;
        case ExplainedStep::Kind::compute:
            for (const Index k : step.stages) {
                label(text("stage k = ", k));
                for (Index j = 0; j < n_; ++j) {
                    edge(j, j, colour(before.owner[j], p_));
                    edge(j, j ^ k / 2, colour(before.owner[j], p_));
                }
                if (k != step.stages.back()) sheet_.skip(stage_height);
            }
            break;
        case ExplainedStep::Kind::move:
            sheet_.words(text(step.name, ": h = ", step.h, " words; ", step.rule));
            sheet_.skip(stage_gap);
            for (Index j = 0; j < n_; ++j)
                edge(j, j, before.owner[j] == after.owner[j] ? colour(after.owner[j], p_) : "#999999");
            break;
        }
        sheet_.skip(stage_height);
    }

    void label(const std::string& words)
    {
        sheet_.svg().text({names_width - stage_gap, sheet_.y() + stage_height / 2 + 4}, words, 10, Svg::Anchor::end);
    }
    void edge(Index from, Index to, const std::string& stroke)
    {
        sheet_.svg().line({x(from), sheet_.y()}, {x(to), sheet_.y() + stage_height}, stroke, 0.8);
    }

    Index n_, p_;
    double cell_;
    Sheet sheet_;
};

}  // namespace

std::string draw_butterflies(const Explanation& explanation)
{
    if (explanation.schedule.n() > most_butterflies)
        refuse("a drawing of n = ", explanation.schedule.n(), " elements cannot be read; draw n <= ", most_butterflies);
    return ButterfliesDrawing(explanation).document();
}

}  // namespace bspfft::tools

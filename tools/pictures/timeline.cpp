#include "tools/pictures/timeline.hpp"

#include <algorithm>
#include <cmath>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/text.hpp"
#include "tools/pictures/looks.hpp"
#include "tools/pictures/svg.hpp"

namespace bspfft::tools {

namespace {

constexpr double left = 60, width = 900, right = 30, top = 64, bar = 16, row_distance = 40, panel_gap = 64;
constexpr Index most_lines = 1500;           // of messages, in one panel
constexpr Index most_labelled_outputs = 16;  // of one processor
constexpr Index largest_butterfly = 16;
constexpr double label_width = 16;
constexpr double node_distance = 30, column_distance = 110;

struct Look {
    Trace::Activity activity;
    const char* name;
    const char* colour;
};
constexpr Look looks[] = {{Trace::Activity::first_phase, "phase I", colour::compute},
                          {Trace::Activity::second_phase, "phase II", colour::sky},
                          {Trace::Activity::sending, "sending", colour::communicate},
                          {Trace::Activity::receiving, "receiving", colour::orange},
                          {Trace::Activity::stalled, "network full", colour::wait}};

const char* colour_of(Trace::Activity activity)
{
    return std::find_if(std::begin(looks), std::end(looks), [&](const Look& l) { return l.activity == activity; })
        ->colour;
}

// 1, 2 or 5 times a power of ten, so that there are about ten of them.
double tick_distance(double length)
{
    const double power = std::pow(10, std::floor(std::log10(length / 10)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (length / (factor * power) <= 12) return factor * power;
    }
    return 10 * power;
}

class Timeline {
public:
    Timeline(const HidingProblem& problem, const LogP& machine, const std::vector<PlayedSchedule>& played,
             Index processor)
        : problem_(problem), played_(played), processor_(processor), svg_(full_width(), full_height(), "timeline")
    {
        for (const PlayedSchedule& each : played_) end_ = std::max(end_, each.performance.completion);
        svg_.text({left, 24},
                  text("n = ", problem.n, ", P = ", problem.processors, ", L = ", machine.latency,
                       ", o = ", machine.overhead, ", g = ", machine.gap, "; time in nodes of the butterfly"),
                  14);
        legend();
        for (std::size_t i = 0; i < played_.size(); ++i)
            panel(played_[i], top + panel_gap / 2 + static_cast<double>(i) * panel_height());
        if (shows_butterfly()) butterfly(top + panel_height() + 2 * row_distance);
    }

    std::string document() const { return svg_.document(); }

private:
    bool shows_butterfly() const
    {
        if (played_.size() != 1 || problem_.m > largest_butterfly || problem_.processors == 1) return false;
        const MessageSchedule schedule = played_[0].schedule;
        return schedule == MessageSchedule::output_driven || schedule == MessageSchedule::input_driven;
    }
    double panel_height() const { return static_cast<double>(problem_.processors) * row_distance + panel_gap; }
    double full_width() const { return left + width + right; }
    double full_height() const
    {
        const double butterfly = shows_butterfly() ? static_cast<double>(problem_.m + 2) * node_distance : 0;
        return top + static_cast<double>(played_.size()) * panel_height() + butterfly + row_distance;
    }
    double x(double time) const { return left + width * time / end_; }

    void legend()
    {
        double at = left;
        for (const auto& [activity, name, colour] : looks) {
            if (!is_drawn(activity)) continue;
            svg_.rectangle({at, 38}, 12, 12, colour);
            svg_.text({at + 18, 48}, name);
            at += 110;
        }
        if (problem_.processors == 1) return;
        svg_.line({at + 2, 50}, {at + 10, 38}, "black", 0.6);
        svg_.text({at + 18, 48}, "message");
        if (problem_.m <= most_labelled_outputs) svg_.text({at + 110, 48}, "numbers: when outputs are ready");
    }

    bool is_drawn(Trace::Activity activity) const
    {
        for (const PlayedSchedule& each : played_) {
            for (const Trace::Interval& interval : each.trace.intervals) {
                if (interval.activity == activity) return true;
            }
        }
        return false;
    }

    void panel(const PlayedSchedule& played, double y0)
    {
        const Performance& performance = played.performance;
        const auto y = [&](Index p) { return y0 + static_cast<double>(p) * row_distance; };
        std::string title = text(played.name, ": completion ", performance.completion, ", idle ", performance.idle,
                                 ", last message sent at ", performance.last_send);
        const auto messages = messages_of(played.trace);
        const Index every = (std::ssize(messages) + most_lines - 1) / most_lines;
        if (every > 1) title += text("; one message in ", every, " is drawn");
        svg_.text({left, y0 - 18}, title, 13);
        for (Index p = 0; p < problem_.processors; ++p)
            svg_.text({left - 8, y(p) + 12}, text("P", p), 12, Svg::Anchor::end);
        for (const Trace::Interval& each : played.trace.intervals)
            svg_.rectangle({x(each.begin), y(each.processor)}, std::max(0.05, x(each.end) - x(each.begin)), bar,
                           colour_of(each.activity));
        for (std::size_t i = 0; i < messages.size(); i += static_cast<std::size_t>(std::max(every, Index{1}))) {
            const Trace::Message& each = *messages[i];
            const bool down = each.to > each.from;
            svg_.line({x(each.sent), y(each.from) + (down ? bar : 0)},
                      {x(each.received), y(each.to) + (down ? 0 : bar)}, "black", 0.6, 0.5);
        }
        if (problem_.m <= most_labelled_outputs) label_outputs(played.trace, y);
        axis(y(problem_.processors));
    }

    static std::vector<const Trace::Message*> messages_of(const Trace& trace)
    {
        std::vector<const Trace::Message*> found;
        for (const Trace::Message& each : trace.messages) {
            if (each.from != each.to) found.push_back(&each);
        }
        return found;
    }

    // Where there is room; the numbers are made in the order of time.
    template <class Y>
    void label_outputs(const Trace& trace, Y y)
    {
        std::vector<double> free_from(problem_.processors);
        for (const Trace::Message& each : trace.messages) {
            if (x(each.made) < free_from[each.from]) continue;
            svg_.label({x(each.made), y(each.from) - 2}, text(each.made), 9, Svg::Anchor::middle);
            free_from[each.from] = x(each.made) + label_width;
        }
    }

    void axis(double y)
    {
        svg_.line({left, y}, {left + width, y}, "black");
        const double distance = tick_distance(end_);
        for (double tick = 0; tick <= end_; tick += distance) {
            svg_.line({x(tick), y}, {x(tick), y + 5}, "black");
            svg_.text({x(tick), y + 18}, text(tick), 11, Svg::Anchor::middle);
        }
    }

    // Nodes that were computed for the same output have the same colour.
    void butterfly(double y0)
    {
        const auto columns = phase_1_times(problem_, processor_);
        const auto at = [&](Index row, Index column) {
            return Point{left + 60 + static_cast<double>(column) * column_distance,
                         y0 + static_cast<double>(row + 1) * node_distance};
        };
        svg_.text({left, y0}, text("phase I of processor ", processor_, ": when each node is computed"), 13);
        for (Index c = 1; c <= std::ssize(columns); ++c) {
            for (Index row = 0; row < problem_.m; ++row) {
                svg_.line(at(row, c - 1), at(row, c), "#888888");
                svg_.line(at(row ^ (problem_.m >> c), c - 1), at(row, c), "#888888");
            }
        }
        for (Index row = 0; row < problem_.m; ++row) {
            svg_.circle(at(row, 0), 4, "white", "black");
            for (Index c = 1; c <= std::ssize(columns); ++c) node(at(row, c), columns[c - 1][row]);
            const Index to = row / problem_.l;
            const Point end = at(row, std::ssize(columns));
            svg_.text({end.x + 20, end.y + 4}, to == processor_ ? text("stays") : text("to P", to), 11);
        }
    }

    void node(Point at, const NodeTime& node)
    {
        const Fill fill = fill_of(node.output, problem_.m);
        svg_.circle(at, 11, fill.colour, "black");
        svg_.text({at.x, at.y + 4}, text(node.time), 10, Svg::Anchor::middle, fill.ink);
    }

    const HidingProblem& problem_;
    const std::vector<PlayedSchedule>& played_;
    Index processor_;
    double end_ = 1;
    Svg svg_;
};

}  // namespace

std::string draw_timeline(const HidingProblem& problem, const LogP& machine, const std::vector<PlayedSchedule>& played,
                          Index processor)
{
    return Timeline(problem, machine, played, processor).document();
}

}  // namespace bspfft::tools

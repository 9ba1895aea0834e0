// The kinds of drawings in a report, as scripts for gnuplot.
#pragma once

#include <string>
#include <vector>

namespace bspfft::tools {

// Distinct for the colour-blind, and readable on white and on black  [Okabe and Ito 2008].
namespace colour {
constexpr const char* orange = "#d55e00";
constexpr const char* green = "#009e73";
constexpr const char* blue = "#3388cc";
constexpr const char* pink = "#cc79a7";
constexpr const char* yellow = "#e69f00";
constexpr const char* grey = "#909090";
constexpr const char* all[] = {orange, blue, green, pink, yellow, grey};
}  // namespace colour

/// Bars made of pieces, one row above another, from 0 seconds on: a timeline, or costs beside each other. A
/// script throws std::domain_error if all pieces are empty.
struct SpanChart {
    struct Kind {
        std::string name;
        const char* colour;
    };
    struct Span {
        std::size_t row;
        std::size_t kind;
        double from;  ///< seconds
        double to;
    };
    std::vector<std::string> rows;  ///< from the top
    std::vector<Kind> kinds;
    std::vector<Span> spans;
    std::vector<double> marks;  ///< seconds, where a line goes from top to bottom
};
std::string script_of(const SpanChart& chart);

/// Lines over sizes, which are powers of two or lie between them.
struct CurveChart {
    struct Point {
        double x;
        double y;
        double low;
        double high;
    };
    struct Curve {
        std::string name;
        const char* colour;
        bool dashed;
        bool intervals;
        std::vector<Point> points;
    };
    std::string x_label;
    std::string y_label;
    bool logarithmic;  ///< the y axis
    std::vector<Curve> curves;
};
std::string script_of(const CurveChart& chart);

/// A square of numbers, from row s to column t; dark is much.
std::string heat_map_script(const std::vector<std::vector<double>>& matrix);

}  // namespace bspfft::tools

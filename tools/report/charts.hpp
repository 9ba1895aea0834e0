// The kinds of drawings in a report, as scripts for gnuplot.
#pragma once

#include <string>
#include <vector>

#include "tools/pictures/looks.hpp"

namespace bspfft::tools {

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
    struct Mark {
        double at;         ///< seconds, where a line goes from top to bottom
        std::string name;  ///< of what ends there
    };
    std::vector<Mark> marks;
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
        Index p;           ///< processes: the colour
        Source source;     ///< the dash
        std::size_t kind;  ///< of transform or put: the points
        bool intervals;
        std::vector<Point> points;
    };
    std::string x_label;
    std::string y_label;
    bool logarithmic;  ///< the y axis
    std::vector<Curve> curves;
    double level = 0;  ///< where a line goes across, if it is not 0
};
std::string script_of(const CurveChart& chart);

/// A square of numbers, from row s to column t; dark is much.
std::string heat_map_script(const std::vector<std::vector<double>>& matrix);

}  // namespace bspfft::tools

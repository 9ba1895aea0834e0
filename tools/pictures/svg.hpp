// Drawings, element by element.
#pragma once

#include <string>

namespace bspfft::tools {

/// Words as they stand in XML and HTML.
std::string escaped(const std::string& words);

struct Point {
    double x;
    double y;
};

/// An SVG drawing; y grows downwards. Colours are CSS's.
class Svg {
public:
    enum class Anchor { start, middle, end };

    Svg(double width, double height, const std::string& title);

    void rectangle(Point corner, double width, double height, const std::string& fill);
    void circle(Point centre, double radius, const std::string& fill, const std::string& stroke = "none");
    void line(Point from, Point to, const std::string& stroke, double thickness = 1, double opacity = 1);
    void text(Point at, const std::string& words, double size = 12, Anchor anchor = Anchor::start,
              const std::string& fill = "black");

    std::string document() const { return content_ + "</svg>\n"; }

private:
    std::string content_;
};

}  // namespace bspfft::tools

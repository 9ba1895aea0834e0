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

/// About as wide as words are, at most.
inline double text_width(const std::string& words, double size = 12)
{
    return 0.6 * size * static_cast<double>(words.size());
}

/// An SVG drawing; y grows downwards. Colours are CSS's; black and white change places on a dark page.
class Svg {
public:
    enum class Anchor { start, middle, end };

    Svg(double width, double height, const std::string& title);

    void rectangle(Point corner, double width, double height, const std::string& fill);
    void circle(Point centre, double radius, const std::string& fill, const std::string& stroke = "none");
    void line(Point from, Point to, const std::string& stroke, double thickness = 1, double opacity = 1);
    void text(Point at, const std::string& words, double size = 12, Anchor anchor = Anchor::start,
              const std::string& fill = "black");
    /// Text that stands out from the lines below it.
    void label(Point at, const std::string& words, double size, Anchor anchor);

    /// The drawing ends here, instead of where it was said at first.
    void end_at(double height) { height_ = height; }
    std::string document() const;

private:
    void add_text(Point at, const std::string& words, double size, Anchor anchor, const std::string& attributes);

    double width_, height_;
    std::string title_;
    std::string content_;
};

}  // namespace bspfft::tools

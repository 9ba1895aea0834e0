#include "tools/pictures/svg.hpp"

#include <string_view>

#include "bsp_fft/base/text.hpp"
#include "tools/terminal/table.hpp"

namespace bspfft::tools {

std::string escaped(const std::string& words)
{
    std::string result;
    for (const char c : words) {
        constexpr const char* names[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
        const std::size_t known = std::string_view("&<>\"").find(c);
        result += known == std::string_view::npos ? std::string(1, c) : names[known];
    }
    return result;
}

namespace {

// Hundredths of a pixel are enough, and keep files small.
std::string short_number(double value)
{
    std::string result = formatted("%.2f", value);
    result.erase(result.find_last_not_of('0') + 1);
    if (result.back() == '.') result.pop_back();
    return result;
}

std::string attribute(const char* name, double value)
{
    return bspfft::text(" ", name, "=\"", short_number(value), "\"");
}

std::string attribute(const char* name, const std::string& value)
{
    return bspfft::text(" ", name, "=\"", escaped(value), "\"");
}

std::string rectangle_of(Point corner, double width, double height, const std::string& fill)
{
    return "<rect" + attribute("x", corner.x) + attribute("y", corner.y) + attribute("width", width) +
           attribute("height", height) + attribute("fill", fill) + "/>\n";
}

constexpr const char* dark_style = "<style>@media (prefers-color-scheme: dark) {\n"
                                   "  [fill=\"white\"] { fill: #0d1117; } [stroke=\"white\"] { stroke: #0d1117; }\n"
                                   "  text:not([fill]) { fill: #e6edf3; } [stroke=\"black\"] { stroke: #e6edf3; }\n"
                                   "}</style>\n";

}  // namespace

Svg::Svg(double width, double height, const std::string& title) : width_(width), height_(height), title_(title) {}

std::string Svg::document() const
{
    return bspfft::text("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ", short_number(width_), " ",
                        short_number(height_), "\"", attribute("width", width_), attribute("height", height_),
                        " font-family=\"sans-serif\">\n<title>", escaped(title_), "</title>\n", dark_style,
                        rectangle_of({0, 0}, width_, height_, "white"), content_, "</svg>\n");
}

void Svg::rectangle(Point corner, double width, double height, const std::string& fill)
{
    content_ += rectangle_of(corner, width, height, fill);
}

void Svg::circle(Point centre, double radius, const std::string& fill, const std::string& stroke)
{
    content_ += "<circle" + attribute("cx", centre.x) + attribute("cy", centre.y) + attribute("r", radius) +
                attribute("fill", fill) + attribute("stroke", stroke) + "/>\n";
}

void Svg::line(Point from, Point to, const std::string& stroke, double thickness, double opacity)
{
    content_ += "<line" + attribute("x1", from.x) + attribute("y1", from.y) + attribute("x2", to.x) +
                attribute("y2", to.y) + attribute("stroke", stroke) + attribute("stroke-width", thickness);
    if (opacity < 1) content_ += attribute("stroke-opacity", opacity);
    content_ += "/>\n";
}

void Svg::text(Point at, const std::string& words, double size, Anchor anchor, const std::string& fill)
{
    add_text(at, words, size, anchor, fill == "black" ? "" : attribute("fill", fill));
}

void Svg::label(Point at, const std::string& words, double size, Anchor anchor)
{
    add_text(at, words, size, anchor,
             attribute("stroke", "white") + attribute("stroke-width", 3) + attribute("paint-order", "stroke"));
}

void Svg::add_text(Point at, const std::string& words, double size, Anchor anchor, const std::string& attributes)
{
    content_ += "<text" + attribute("x", at.x) + attribute("y", at.y) + attribute("font-size", size);
    if (anchor == Anchor::middle) content_ += attribute("text-anchor", "middle");
    if (anchor == Anchor::end) content_ += attribute("text-anchor", "end");
    content_ += attributes;
    content_ += bspfft::text(">", escaped(words), "</text>\n");
}

}  // namespace bspfft::tools

// Pictures by gnuplot, which is looked for when it is needed.
#pragma once

#include <cctype>
#include <string>
#include <string_view>

namespace bspfft::tools {

/// Throws Error(file_error) if gnuplot is not here: before a command works for long.
void require_gnuplot();

/// What gnuplot prints for a script; throws Error(file_error) if it fails.
std::string run_gnuplot(const std::string& script);

/// Words in quotes, without what gnuplot would take for a command.
inline std::string gnuplot_label(const std::string& words)
{
    constexpr std::string_view harmless = " .,-/()=";
    std::string label = "\"";
    for (const char c : words) {
        const bool is_known = std::isalnum(static_cast<unsigned char>(c)) || harmless.find(c) != std::string_view::npos;
        label += is_known ? c : ' ';
    }
    return label + "\"";
}

/// A drawing by gnuplot with a style by which black and white change places where the reader prefers dark pages.
inline std::string for_light_and_dark(std::string svg)
{
    constexpr const char* style = "<style>@media (prefers-color-scheme: dark) {\n"
                                  "  #gnuplot_canvas > rect { fill: #0d1117; }\n"
                                  "  [fill=\"black\"] { fill: #e6edf3; }\n"
                                  "  [stroke=\"black\"] { stroke: #e6edf3; }\n"
                                  "  [color=\"black\"] { color: #e6edf3; }\n"
                                  "}</style>\n";
    const std::size_t at = svg.find("<g id=\"gnuplot_canvas\">");
    if (at != std::string::npos) svg.insert(at, style);
    return svg;
}

/// A script whose drawing becomes an SVG file, which appears when it is complete.
void draw_with_gnuplot(const std::string& where, double width, double height, const std::string& script);

}  // namespace bspfft::tools

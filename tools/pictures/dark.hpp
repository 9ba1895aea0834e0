// Drawings by gnuplot on a dark page.
#pragma once

#include <string>

namespace bspfft::tools {

/// With a style by which black and white change places where the reader prefers dark pages.
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

}  // namespace bspfft::tools

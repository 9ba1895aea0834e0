#include <cctype>
#include <string_view>

#include "tools/pictures/gnuplot.hpp"

namespace bspfft::tools {

std::string gnuplot_label(const std::string& words)
{
    constexpr std::string_view harmless = " .,-/()=";
    std::string label = "\"";
    for (const char c : words) {
        const bool is_known = std::isalnum(static_cast<unsigned char>(c)) || harmless.find(c) != std::string_view::npos;
        label += is_known ? c : ' ';
    }
    return label + "\"";
}

}  // namespace bspfft::tools

#include "tools/pictures/sheet.hpp"

#include <algorithm>
#include <sstream>
#include <vector>

#include "bsp_fft/base/text.hpp"
#include "tools/pictures/looks.hpp"
#include "tools/terminal/table.hpp"

namespace bspfft::tools {

namespace {

constexpr double line_spacing = 1.5;  // of the size of letters

std::vector<std::string> lines_of(const std::string& words, double size)
{
    const double letters = (page_width - 2 * page_margin) / text_width("x", size);
    std::istringstream broken(wrapped(words, 0, static_cast<std::size_t>(letters)));
    std::vector<std::string> lines;
    for (std::string line; std::getline(broken, line);) lines.push_back(line);
    return lines;
}

}  // namespace

Sheet::Sheet(const std::string& heading, Index p) : y_(8), svg_(page_width, page_height, heading)
{
    words(heading, 14);
    legend(p);
}

// A square and a name for each process; of many, for the first ones.
void Sheet::legend(Index p)
{
    constexpr Index most = 24;
    constexpr double width = 52, height = 20;
    Point at{page_margin, y_ + 10};
    for (Index s = 0; s < std::min(p, most); ++s) {
        if (at.x + width > page_width - page_margin) at = {page_margin, at.y + height};
        svg_.rectangle(at, 12, 12, fill_of(s, p).colour);
        svg_.text({at.x + 17, at.y + 10}, s + 1 == most && s + 1 < p ? "..." : text("P", s));
        at.x += width;
    }
    y_ = at.y + height;
}

void Sheet::words(const std::string& words, double size)
{
    for (const std::string& line : lines_of(words, size)) {
        y_ += line_spacing * size;
        svg_.text({page_margin, y_}, line, size);
    }
}

double Sheet::height_of(const std::string& words, double size)
{
    return line_spacing * size * static_cast<double>(lines_of(words, size).size());
}

std::string Sheet::document()
{
    svg_.end_at(y_ + page_margin / 2);
    return svg_.document();
}

}  // namespace bspfft::tools
